"""Likely slips: hands that are easily entered in place of what happened (phone.md, point 14)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, Pair, Seat, check_hand, other, same_content
from scorekeeper.engine.rules import Rules

SlipCode: TypeAlias = Literal[
    "players", "knocker", "totals", "gin", "big_gin", "bonus", "difference", "digits", "spade"
]


@dataclass(frozen=True, slots=True)
class Slip:
    """What may have happened in place of what was entered.

    ``players``: the whole hand was the other player's. ``knocker``: both counts are right, but the other one
    laid down. ``totals``: whoever laid down is right, but the counts are swapped. ``gin``, ``big_gin``: it
    was that. ``bonus``: the bonus was counted in already. ``difference``: the points were typed, not the
    count. ``digits``: a digit too many, too few, or two of them swapped. ``spade``: it was one, or was none.
    """

    code: SlipCode
    hand: Hand


def slips(rules: Rules, hand: Hand) -> tuple[Slip, ...]:
    """The slips that this hand may be, likeliest first: all legal under these rules, all different from it
    and from one another. None for a void hand.
    """
    found: list[Slip] = []
    for slip in _likely(rules, hand):
        try:
            checked = check_hand(rules, slip.hand)
        except Refused:
            continue
        if not any(same_content(checked, seen) for seen in (hand, *(kept.hand for kept in found))):
            found.append(Slip(slip.code, checked))
    return tuple(found)


def _likely(rules: Rules, hand: Hand) -> Iterator[Slip]:
    if hand.how == "points":
        yield from _paper(hand)
    elif hand.knocker is not None and hand.deadwood is not None:
        yield from _laid_down(rules, hand)


def _paper(hand: Hand) -> Iterator[Slip]:
    assert hand.winner is not None and hand.points is not None
    yield Slip("players", replace(hand, winner=other(hand.winner)))
    for points in _misread(hand.points):
        yield Slip("digits", replace(hand, points=points))


def _laid_down(rules: Rules, hand: Hand) -> Iterator[Slip]:
    assert hand.knocker is not None and hand.deadwood is not None
    yield from _other_people(hand, hand.knocker, hand.deadwood)
    yield from _other_ends(rules, hand, hand.deadwood[1 - hand.knocker])
    yield from _other_counts(rules, hand, hand.deadwood[hand.knocker], hand.deadwood[1 - hand.knocker])


def _other_people(hand: Hand, knocker: Seat, deadwood: Pair) -> Iterator[Slip]:
    swapped = deadwood[1], deadwood[0]
    yield Slip("players", replace(hand, knocker=other(knocker), deadwood=swapped))
    if hand.how == "knock":
        yield Slip("knocker", replace(hand, knocker=other(knocker)))
        yield Slip("totals", replace(hand, deadwood=swapped))


def _other_ends(rules: Rules, hand: Hand, held: int) -> Iterator[Slip]:
    if hand.how != "gin":
        yield Slip("gin", _counted(replace(hand, how="gin"), 0, held))
    else:
        yield Slip("big_gin", replace(hand, how="big_gin"))
    if rules.spade_doubles:
        yield Slip("spade", replace(hand, spade=not hand.spade))


def _other_counts(rules: Rules, hand: Hand, laid_down: int, held: int) -> Iterator[Slip]:
    if hand.how == "knock":
        yield Slip("difference", _counted(hand, laid_down, held + laid_down))
    else:
        bonus = rules.gin_bonus if hand.how == "gin" else rules.big_gin_bonus or 0
        yield Slip("bonus", _counted(hand, laid_down, held - bonus))
    for count in _misread(held):
        yield Slip("digits", _counted(hand, laid_down, count))
    if hand.how == "knock":
        for count in _misread(laid_down):
            yield Slip("digits", _counted(hand, count, held))


def _counted(hand: Hand, laid_down: int, held: int) -> Hand:
    return replace(hand, deadwood=(laid_down, held) if hand.knocker == 0 else (held, laid_down))


def _misread(number: int) -> Iterator[int]:
    """Numbers that become this one by a digit too many, two swapped, or one too few."""
    digits = str(number)
    if len(digits) > 1:
        yield int(digits[1:])
        yield int(digits[::-1])
        yield int(digits[:-1])
    else:
        yield 10 + number
