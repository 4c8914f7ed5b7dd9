"""What a series comes to, as the columns of its row: lists and records are made from these without a
replay.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.engine.hand import Pair
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.sheet import Sheet
from scorekeeper.store.series import Table

COUNTED = {
    "knock": "knocks",
    "gin": "gins",
    "big_gin": "big_gins",
    "undercut": "undercuts",
    "points": "papers",
}
"""The columns that count hands won, by result; each ends in the winner's seat."""

COUNTS = (*(f"{column}{seat}" for column in COUNTED.values() for seat in (0, 1)), "voids")

SUMMARY = (
    "version",
    "state",
    "last_played_at",
    "hand_count",
    "winner",
    "columns0",
    "columns1",
    "points",
    "target",
    "net",
    *COUNTS,
)
"""The columns of a series' row that ``summarise`` has a value for."""


def summarise(table: Table) -> dict[str, Any]:
    """The summary of a series as its table lies, by column: what any replay of its entries comes to."""
    sheet = table.sheet
    return {
        "version": table.version,
        "state": table.state,
        "last_played_at": table.last_played_at,
        "hand_count": len(sheet.hands),
        "winner": sheet.winner,
        "columns0": sheet.games_won[0],
        "columns1": sheet.games_won[1],
        "points": write_points(sheet),
        "target": table.rules.target,
        "net": sheet.net[0],
        **count_wins(sheet),
    }


def write_points(sheet: Sheet) -> str:
    """The six totals as one column holds them."""
    return " ".join(f"{column.points[0]}:{column.points[1]}" for column in sheet.columns)


def read_points(written: str) -> tuple[Pair, Pair, Pair]:
    """The six totals, by game and seat, that ``write_points`` wrote."""
    one, two, three = (game.split(":") for game in written.split(" "))
    return (int(one[0]), int(one[1])), (int(two[0]), int(two[1])), (int(three[0]), int(three[1]))


def count_wins(sheet: Sheet) -> dict[str, int]:
    """How many hands each seat won in which way, and how many nobody won, up to the end of the series."""
    counts = dict.fromkeys(COUNTS, 0)
    for played in sheet.hands:
        if played.after_end:
            continue
        score = played.score
        counts["voids" if score.winner is None else f"{COUNTED[score.result]}{score.winner}"] += 1
    return counts


def stake_columns(rules: Rules) -> dict[str, Any]:
    """The stake of a series by column; money is net points times this amount."""
    if rules.stake is None:
        return {"stake_amount": None, "currency": None}
    return {"stake_amount": str(rules.stake.amount), "currency": rules.stake.currency}
