"""One hand: what may be entered, and what it is worth (rules.md, section 1)."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.rules import Rules

Seat: TypeAlias = Literal[0, 1]
Pair: TypeAlias = tuple[int, int]
How: TypeAlias = Literal["knock", "gin", "big_gin", "points", "void"]
Result: TypeAlias = Literal["knock", "gin", "big_gin", "undercut", "points", "void"]

HOWS: tuple[How, ...] = ("knock", "gin", "big_gin", "points", "void")
MOST_DEADWOOD = 98  # two each of K Q J 10 and two nines: ten cards without a meld
MOST_POINTS = 400  # of a result taken over from paper
KNOCK_LIMIT = 10

# What each way to end has a use for; anything else stated with it is refused.
USES: dict[How, frozenset[str]] = {
    "knock": frozenset({"knocker", "deadwood", "spade", "knock_limit"}),
    "gin": frozenset({"knocker", "deadwood", "spade", "knock_limit"}),
    "big_gin": frozenset({"knocker", "deadwood", "spade", "knock_limit"}),
    "points": frozenset({"winner", "points"}),
    "void": frozenset(),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it was entered, by seat; what it is worth is worked out by ``score_hand``.

    ``deadwood`` is by seat after lay-offs, the knocker's 0 for gin and big gin; ``winner`` and ``points``
    belong to a result taken over from paper only; ``dealer`` is a dealer set by hand, None where the rule
    tells him.
    """

    how: How
    knocker: Seat | None = None
    deadwood: Pair | None = None
    winner: Seat | None = None
    points: int | None = None
    spade: bool = False
    knock_limit: int | None = None
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth: ``points`` to ``winner`` (nobody and 0 for a void hand), entered with ``boxes``
    boxes a line.

    ``bonus`` is the bonus within the points, before a spade doubles them; ``doubled`` says that it did.
    """

    result: Result
    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    bonus: int = 0
    doubled: bool = False


VOID = Score("void")


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return cast(Seat, 1 - seat)


def same_content(one: Hand, two: Hand) -> bool:
    """Whether two hands say the same happened; who dealt is no part of a hand's content."""
    return replace(one, dealer=None) == replace(two, dealer=None)


def check_hand(rules: Rules, hand: Hand) -> Hand:
    """The hand as it is kept: as given, but a knock with 0 is gin. Refuses what can't have happened under
    these rules.

    Raises ``Malformed`` where something is missing or has no use, ``NotAllowed`` where a number is out of its
    range or the rules don't play it. Every deadwood from 0 to 98 can occur against every knock.
    """
    _check_uses(hand)
    if hand.how == "void":
        return hand
    if hand.how == "points":
        return _check_points(hand)
    if hand.spade and not rules.spade_doubles:
        raise NotAllowed("spade_not_played", "spade")
    return _check_laid_down(rules, hand, _knock_limit(rules, hand))


def score_hand(rules: Rules, hand: Hand) -> Score:
    """What a checked hand is worth: who wins it, with how many points and boxes a line. The winner is never
    taken on trust.
    """
    if hand.how == "void":
        return VOID
    if hand.how == "points":
        assert hand.points is not None
        return Score("points", hand.winner, hand.points, 1)
    assert hand.knocker is not None and hand.deadwood is not None
    laid_down, held = hand.deadwood[hand.knocker], hand.deadwood[1 - hand.knocker]
    if hand.how == "big_gin":
        assert rules.big_gin_bonus is not None
        return _score(rules, hand, "big_gin", hand.knocker, held, rules.big_gin_bonus, 1 + rules.gin_boxes)
    if hand.how == "gin":
        return _score(rules, hand, "gin", hand.knocker, held, rules.gin_bonus, 1 + rules.gin_boxes)
    if held > laid_down:
        return _score(rules, hand, "knock", hand.knocker, held - laid_down, 0, 1)
    if held == laid_down and rules.tie == "void":
        return VOID
    boxes = 1 + rules.undercut_boxes
    return _score(rules, hand, "undercut", other(hand.knocker), laid_down - held, rules.undercut_bonus, boxes)


def _score(
    rules: Rules, hand: Hand, result: Result, winner: Seat, difference: int, bonus: int, boxes: int
) -> Score:
    points = difference + bonus
    if not hand.spade:
        return Score(result, winner, points, boxes, bonus)
    return Score(result, winner, 2 * points, 2 * boxes if rules.double_boxes else boxes, bonus, True)


def _check_uses(hand: Hand) -> None:
    uses = USES[hand.how]
    for field in ("knocker", "deadwood", "winner", "points", "knock_limit"):
        if getattr(hand, field) is not None and field not in uses:
            raise Malformed("not_used", field, how=hand.how)
    if hand.spade and "spade" not in uses:
        raise Malformed("not_used", "spade", how=hand.how)


def _check_points(hand: Hand) -> Hand:
    if hand.winner is None:
        raise Malformed("winner_missing", "winner")
    if hand.points is None:
        raise Malformed("points_missing", "points")
    if not 0 <= hand.points <= MOST_POINTS:
        raise NotAllowed("points_range", "points", value=hand.points, low=0, high=MOST_POINTS)
    return hand


def _knock_limit(rules: Rules, hand: Hand) -> int:
    if hand.knock_limit is None:
        return KNOCK_LIMIT
    if not rules.oklahoma:
        raise NotAllowed("knock_limit_not_played", "knock_limit")
    if not 0 <= hand.knock_limit <= KNOCK_LIMIT:
        raise NotAllowed("knock_limit_range", "knock_limit", value=hand.knock_limit, low=0, high=KNOCK_LIMIT)
    return hand.knock_limit


def _check_laid_down(rules: Rules, hand: Hand, limit: int) -> Hand:
    if hand.knocker is None:
        raise Malformed("knocker_missing", "knocker")
    if hand.deadwood is None:
        raise Malformed("deadwood_missing", "deadwood", player=other(hand.knocker))
    if hand.how == "big_gin" and rules.big_gin_bonus is None:
        raise NotAllowed("big_gin_not_played", "how")
    for seat in (hand.knocker, other(hand.knocker)):
        value = hand.deadwood[seat]
        if not 0 <= value <= MOST_DEADWOOD:
            raise NotAllowed(
                "deadwood_range", "deadwood", player=seat, value=value, low=0, high=MOST_DEADWOOD
            )
    if hand.how == "knock":
        return _check_knock(hand, hand.knocker, hand.deadwood, limit)
    if hand.deadwood[hand.knocker] != 0:
        value = hand.deadwood[hand.knocker]
        raise NotAllowed("gin_with_deadwood", "deadwood", player=hand.knocker, value=value)
    return hand


def _check_knock(hand: Hand, knocker: Seat, deadwood: Pair, limit: int) -> Hand:
    laid_down, held = deadwood[knocker], deadwood[1 - knocker]
    if laid_down == 0:
        return replace(hand, how="gin")
    if laid_down <= limit:
        return hand
    code = "swapped" if held <= limit else "above_limit"
    facts = {"player": knocker, "value": laid_down, "limit": limit, "other": other(knocker), "held": held}
    raise NotAllowed(code, "deadwood", **facts)
