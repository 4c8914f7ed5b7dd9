"""Many series at once: their tables in few queries, a chunk at a time, so that memory stays small."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar
from uuid import UUID

from scorekeeper.store.database import Transaction
from scorekeeper.store.pad import Line, Pad
from scorekeeper.store.series import ALL_LINES, ENTRIES, ROWS, SERIES, SeriesRow, Table, lay_table

CHUNK = 200
"""Series read in one go."""

Thing = TypeVar("Thing")


def in_chunks(things: Iterable[Thing], size: int = CHUNK) -> Iterator[list[Thing]]:
    """The same things, so many at a time."""
    left = iter(things)
    while chunk := list(islice(left, size)):
        yield chunk


def lay_tables(session: Transaction, ids: Iterable[UUID]) -> Iterator[Table]:
    """The tables of these series, in this order; those that nobody may see are left out."""
    for chunk in in_chunks(ids):
        rows = {row.id: row for row in read_rows(session, chunk)}
        lines = read_all_lines(session, rows)
        for series_id in chunk:
            if series_id in rows:
                yield lay_table(rows[series_id], lines[series_id], Pad(lines[series_id]))


def read_rows(session: Transaction, ids: Sequence[UUID]) -> list[SeriesRow]:
    """The rows of these series."""
    return [SeriesRow._make(row) for row in session.execute(ROWS.where(SERIES.c.id.in_(ids)))]


def read_all_lines(session: Transaction, rows: dict[UUID, SeriesRow]) -> dict[UUID, list[Line]]:
    """The entries of these series, each up to the version of its row: later ones belong to a row that was not
    read.
    """
    lines: dict[UUID, list[Line]] = defaultdict(list)
    found = session.execute(
        ALL_LINES.add_columns(ENTRIES.c.series_id)
        .where(ENTRIES.c.series_id.in_(list(rows)))
        .order_by(ENTRIES.c.series_id, ENTRIES.c.version)
    )
    for *line, series_id in found:
        kept = Line._make(line)
        if kept.version <= rows[series_id].version:
            lines[series_id].append(kept)
    return lines
