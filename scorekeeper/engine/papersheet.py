"""A sheet from an old notebook, typed line by line: ``Ann knock 4 26``, ``Bob gin 31``, ``Ann 18``, ``void``.

A line is a hand; empty ones and those that begin with ``#`` are none. Case and blanks don't count. Of NAME,
one of the players, and numbers it says:

- ``NAME knock K D``: he knocked with K, the other held D
- ``NAME undercut K D``: the other knocked with K, he undercut with D
- ``NAME gin D``, ``NAME big gin D``: he went gin, the other held D
- ``NAME P``: he won P points, as old notebooks have it; nothing is added to them
- ``void``: nobody scored

and behind that, in this order and where the rules use them, ``spade``, ``limit N`` and ``dealer NAME``. A
colon, comma or equals sign may stand behind the name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.engine.errors import Malformed, NotAllowed, Refused, shortened
from scorekeeper.engine.hand import Hand, How, Pair, Seat, check_hand, other, score_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import MOST_HANDS, Names, folded_name

_LINE = re.compile(r"(.+?)( spade)?(?: limit ([0-9]{1,6}))?(?: dealer (.+))?")
_BEHIND_NAME = " :,="
_VOID = ("void", "no score")
_POINTS = re.compile(r"\+?([0-9]{1,6})")
_LAID_DOWN: dict[How, re.Pattern[str]] = {
    "knock": re.compile(r"knock(?:ed)? ([0-9]{1,6}) ([0-9]{1,6})"),
    "gin": re.compile(r"gin ([0-9]{1,6})"),
    "big_gin": re.compile(r"big gin ([0-9]{1,6})"),
}
_UNDERCUT = re.compile(r"undercuts? ([0-9]{1,6}) ([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line that was read: ``number`` in the text, from 1, and its hand, or why it is none."""

    number: int
    text: str
    hand: Hand | None = None
    refused: Refused | None = None


def read_papersheet(text: str, players: Names, rules: Rules) -> tuple[PaperLine, ...]:
    """Every line that should be a hand, in order, each by itself: one that can't be read hides no other.

    A refusal has the number of the hand in the sheet, and the names for its sentence.
    """
    lines: list[PaperLine] = []
    for number, line in _lines(text):
        try:
            if len(lines) >= MOST_HANDS:
                raise NotAllowed("hands_too_many", "hands", high=MOST_HANDS)
            lines.append(PaperLine(number, line, hand=read_paper_hand(line, players, rules)))
        except Refused as refused:
            refused.at_hand(len(lines) + 1, players)
            lines.append(PaperLine(number, line, refused=refused))
        if len(lines) > MOST_HANDS:
            break
    return tuple(lines)


def read_paper_hand(line: str, players: Names, rules: Rules) -> Hand:
    """The hand that a line tells, checked against the rules. Raises ``Refused``."""
    parts = _LINE.fullmatch(folded_name(line))
    if parts is None:
        raise Malformed("paper_line", "how", text=shortened(line))
    told, spade, limit, dealer = parts.groups()
    marks = Hand(
        "void",
        spade=spade is not None,
        knock_limit=None if limit is None else int(limit),
        dealer=None if dealer is None else _read_dealer(dealer, players),
    )
    if told in _VOID:
        return check_hand(rules, marks)
    begun = list(_begun_by(told, players))
    if not begun:
        raise Malformed("paper_name", "players", text=shortened(line))
    for seat, rest in begun:
        hand = _read_points(rest, seat, marks) or _read_laid_down(rest, seat, marks)
        if hand is not None:
            return check_hand(rules, hand)
        undercut = _read_undercut(rest, seat, marks)
        if undercut is not None:
            return _check_undercut(check_hand(rules, undercut), seat, rules)
    raise Malformed("paper_line", "how", text=shortened(line))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _begun_by(told: str, players: Names) -> Iterator[tuple[Seat, str]]:
    """Whose name it begins with, and what follows; the longer first where one name begins the other."""
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in sorted(seats, key=lambda seat: -len(folded_name(players[seat]))):
        name = folded_name(players[seat])
        rest = told.removeprefix(name)
        if told.startswith(name) and rest.startswith(tuple(_BEHIND_NAME)):
            yield seat, rest.lstrip(_BEHIND_NAME)


def _read_dealer(told: str, players: Names) -> Seat:
    names = [folded_name(name) for name in players]
    if told not in names:
        raise Malformed("player_unknown", "dealer", name=shortened(told))
    return 0 if told == names[0] else 1


def _read_points(rest: str, seat: Seat, marks: Hand) -> Hand | None:
    points = _POINTS.fullmatch(rest)
    return None if points is None else replace(marks, how="points", winner=seat, points=int(points[1]))


def _read_laid_down(rest: str, seat: Seat, marks: Hand) -> Hand | None:
    for how, pattern in _LAID_DOWN.items():
        counts = pattern.fullmatch(rest)
        if counts is not None:
            numbers = [int(count) for count in counts.groups()]
            laid, held = numbers if len(numbers) == 2 else (0, numbers[0])
            return replace(marks, how=how, knocker=seat, deadwood=_by_seat(seat, laid, held))
    return None


def _read_undercut(rest: str, seat: Seat, marks: Hand) -> Hand | None:
    counts = _UNDERCUT.fullmatch(rest)
    if counts is None:
        return None
    knocker = other(seat)
    deadwood = _by_seat(knocker, int(counts[1]), int(counts[2]))
    return replace(marks, how="knock", knocker=knocker, deadwood=deadwood)


def _by_seat(knocker: Seat, laid: int, held: int) -> Pair:
    return (laid, held) if knocker == 0 else (held, laid)


def _check_undercut(hand: Hand, seat: Seat, rules: Rules) -> Hand:
    """The hand, which must be one that this player undercut."""
    assert hand.deadwood is not None
    if score_hand(rules, hand).result != "undercut":
        laid, held = hand.deadwood[1 - seat], hand.deadwood[seat]
        raise NotAllowed("paper_undercut", "deadwood", player=seat, laid_down=laid, held=held)
    return hand
