"""The cascade: which of the three columns a win is entered in (rules.md, section 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.hand import Pair, Seat

COLUMNS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Column:
    """One of the three games as it stands; pairs are by seat.

    ``points`` stay as they are once closed. ``boxes`` are worth extras, ``lines`` are entries. ``winner`` and
    ``closed_by`` (the number of the hand) are None while open. ``shutout`` tells that the loser has no line
    in a closed column, whatever the rules make of it. ``total`` holds the extras once closed, the points
    alone before; ``value`` is what the closed column is worth to its winner in the settlement, None while
    open.
    """

    number: int
    points: Pair = (0, 0)
    lines: Pair = (0, 0)
    boxes: Pair = (0, 0)
    winner: Seat | None = None
    closed_by: int | None = None
    shutout: bool = False
    total: Pair = (0, 0)
    value: int | None = None


def columns_entered(
    late_start: Literal["slide", "strict"], win: int, open_columns: Sequence[int], has_line: Sequence[bool]
) -> tuple[int, ...]:
    """The numbers of the columns that a player's win number ``win`` (from 1) is entered in, lowest first.

    ``open_columns`` are numbers, lowest first; ``has_line`` (the winner has a line there already) is by
    column. ``slide``: every open column with a line of his, and the next open one without. ``strict``: the
    open ones among 1..min(win, 3).
    """
    if late_start == "strict":
        return tuple(number for number in open_columns if number <= win)
    entered = []
    for number in open_columns:
        entered.append(number)
        if not has_line[number - 1]:
            break
    return tuple(entered)
