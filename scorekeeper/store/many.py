"""Many series at once: their tables in few queries, a chunk at a time, so that memory stays small."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar
from uuid import UUID

from scorekeeper.store.database import Transaction
from scorekeeper.store.errors import Damaged
from scorekeeper.store.pad import Line, Pad
from scorekeeper.store.series import (
    ALL_LINES,
    ENTRIES,
    NONSENSE,
    ROWS,
    SERIES,
    SeriesRow,
    Table,
    lay_table,
    read_series,
)

log = logging.getLogger("scorekeeper.store")

CHUNK = 200
"""Series read in one go."""

Thing = TypeVar("Thing")


def in_chunks(things: Iterable[Thing], size: int = CHUNK) -> Iterator[list[Thing]]:
    """The same things, so many at a time."""
    left = iter(things)
    while chunk := list(islice(left, size)):
        yield chunk


def lay_tables(transaction: Transaction, ids: Iterable[UUID]) -> Iterator[Table]:
    """The tables of these series, in this order; those that nobody may see are left out, and with a warning
    in the log those that are damaged.
    """
    for series_id, table in lay_each(transaction, ids):
        if table is None:
            log.warning("Series %s is damaged and was left out.", series_id)
        else:
            yield table


def lay_each(transaction: Transaction, ids: Iterable[UUID]) -> Iterator[tuple[UUID, Table | None]]:
    """These series with their tables, in this order; without a table the damaged ones. Those that nobody may
    see are left out.
    """
    for chunk in in_chunks(ids):
        try:
            rows = {row.id: row for row in read_rows(transaction, chunk)}
            lines = read_all_lines(transaction, rows)
        except NONSENSE:
            # One of them can't even be read, which is no reason to read none.
            for series_id in chunk:
                yield series_id, lay_alone(transaction, series_id)
            continue
        for series_id in chunk:
            if series_id in rows:
                yield series_id, lay_one(rows[series_id], lines[series_id])


def lay_one(row: SeriesRow, lines: list[Line]) -> Table | None:
    """The table of a series; None for a damaged one."""
    try:
        pad = Pad(lines)
        table = lay_table(row, lines, pad)
        pad.close()
        return table
    except NONSENSE:
        return None


def lay_alone(transaction: Transaction, series_id: UUID) -> Table | None:
    """The table of a series that is read by itself; None for a damaged one."""
    try:
        return read_series(transaction, series_id)
    except Damaged:
        return None


def read_rows(transaction: Transaction, ids: Sequence[UUID]) -> list[SeriesRow]:
    """The rows of these series."""
    return [SeriesRow._make(row) for row in transaction.execute(ROWS.where(SERIES.c.id.in_(ids)))]


def read_all_lines(transaction: Transaction, rows: dict[UUID, SeriesRow]) -> dict[UUID, list[Line]]:
    """The entries of these series, each up to the version of its row: later ones belong to a row that was not
    read.
    """
    lines: dict[UUID, list[Line]] = defaultdict(list)
    found = transaction.execute(
        ALL_LINES.add_columns(ENTRIES.c.series_id)
        .where(ENTRIES.c.series_id.in_(list(rows)))
        .order_by(ENTRIES.c.series_id, ENTRIES.c.version)
    )
    for *line, series_id in found:
        kept = Line._make(line)
        if kept.version <= rows[series_id].version:
            lines[series_id].append(kept)
    return lines
