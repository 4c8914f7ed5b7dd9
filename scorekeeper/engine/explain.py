"""Reasons as codes with numbers, made from what a hand did; ``words/reasons.py`` has the sentences."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.column import COLUMNS
from scorekeeper.engine.sheet import Played


@dataclass(frozen=True, slots=True)
class Reason:
    """A stable code (the same in the twin) and the numbers and seats of its sentence."""

    code: str
    facts: dict[str, Any]


def why_points(played: Played) -> Reason:
    """Why a hand is worth what it is worth (rules.md, section 1): the code names the case, the facts its
    arithmetic.

    ``knocker`` and ``other`` are seats, ``laid_down`` and ``held`` their deadwoods after lay-offs, ``bonus``
    and ``points`` whole points; ``doubled`` says that a spade doubled the sum.
    """
    hand, score = played.hand, played.score
    if played.after_end:
        return Reason("after_end", {})
    if hand.how == "void":
        return Reason("void", {})
    if hand.how == "points":
        return Reason("points", {"winner": hand.winner, "points": hand.points})
    assert hand.knocker is not None and hand.deadwood is not None
    facts = {
        "knocker": hand.knocker,
        "other": 1 - hand.knocker,
        "laid_down": hand.deadwood[hand.knocker],
        "held": hand.deadwood[1 - hand.knocker],
        "bonus": score.bonus,
        "points": score.points,
        "doubled": score.doubled,
    }
    return Reason("level" if score.winner is None else score.result, facts)


def why_columns(played: Played) -> Reason | None:
    """Why a win went into the columns it went into (rules.md, section 2); None where nobody won.

    ``nth_win``: the plain cascade. ``nth_win_closed``: the same, but columns of it had ``closed`` already.
    ``late_start``: a win slid on to a column that the plain cascade would not have reached yet. ``nowhere``:
    all of its columns had closed.
    """
    if played.winner is None:
        return None
    plain = COLUMNS[: played.win]
    closed = tuple(number for number in plain if number not in played.was_open)
    facts = {"win": played.win, "player": played.winner, "columns": played.columns, "closed": closed}
    if not played.columns:
        return Reason("nowhere", facts)
    if any(number not in plain for number in played.columns):
        return Reason("late_start", facts)
    return Reason("nth_win_closed" if closed else "nth_win", facts)
