"""Series for a spreadsheet: one hand a row, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.engine.seriesfile import name_of
from scorekeeper.store.archive import tables_of
from scorekeeper.store.scorebooks import Book
from scorekeeper.store.series import KeptHand, Table

COLUMNS = (
    "book",
    "series",
    "started_at",
    "player_1",
    "player_2",
    "state",
    "hand",
    "at",
    "struck",
    "dealer",
    "how",
    "laid_down_by",
    "deadwood_1",
    "deadwood_2",
    "spade",
    "knock_limit",
    "result",
    "winner",
    "points",
    "game_1",
    "game_2",
    "game_3",
    "after_end",
)

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet may take for the beginning of a formula; as an apostrophe before it says, it is none."""

BYTE_ORDER = "\ufeff"
"""By this first character a spreadsheet knows UTF-8."""


def export_rows(books: Iterable[Book]) -> Iterator[str]:
    """The hands of these books as CSV, a line at a time with its end, after a line of column names."""
    yield from write_rows(tables_of(books))


def write_rows(tables: Iterable[Table]) -> Iterator[str]:
    """The hands on these tables as lines of CSV; struck ones have no number, and no points."""
    yield BYTE_ORDER + write_row(COLUMNS)
    for table in tables:
        for kept in table.hands:
            yield write_row(cells_of(table, kept))


def cells_of(table: Table, kept: KeptHand) -> tuple[Any, ...]:
    """A hand as the cells of its row; pairs are by player."""
    hand, played, players = kept.hand, kept.played, table.players
    scored = None if played is None or played.after_end else played
    return (
        table.book,
        table.id,
        table.started_at.isoformat(),
        *players,
        table.state,
        kept.number,
        None if kept.at is None else kept.at.isoformat(),
        marked(kept.struck),
        None if scored is None else name_of(scored.dealer, players),
        hand.how,
        name_of(hand.knocker, players),
        *(hand.deadwood or (None, None)),
        marked(hand.spade),
        hand.knock_limit,
        None if scored is None else scored.result,
        None if scored is None else name_of(scored.winner, players),
        None if scored is None else scored.points,
        *(marked(scored is not None and game in scored.columns) for game in (1, 2, 3)),
        marked(played is not None and played.after_end),
    )


def marked(holds: bool) -> str | None:
    """A cross in a column for yes, nothing for no."""
    return "x" if holds else None


def write_row(cells: Iterable[Any]) -> str:
    """One line of CSV."""
    line = io.StringIO()
    csv.writer(line).writerow([harmless(cell) for cell in cells])
    return line.getvalue()


def harmless(cell: Any) -> Any:
    """The cell as text that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell
