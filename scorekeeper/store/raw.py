"""A series as the database has it, for mending one that is damaged: every value as text, none understood."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import Table, Text, cast, select

from scorekeeper.store.models import Person, db, table_of
from scorekeeper.store.series import ENTRIES, SERIES

PEOPLE = table_of(Person)


def read_raw(series_id: UUID) -> dict[str, Any]:
    """The row of a series, its people and its entries, each value as text or None."""
    seated = select(SERIES.c.seat0_id, SERIES.c.seat1_id).where(SERIES.c.id == series_id)
    seats = db.session.execute(seated).first() or ()
    return {
        "series": rows_of(SERIES, SERIES.c.id == series_id),
        "people": rows_of(PEOPLE, PEOPLE.c.id.in_(seats)),
        "entries": rows_of(ENTRIES, ENTRIES.c.series_id == series_id),
    }


def rows_of(table: Table, which: Any) -> list[dict[str, str | None]]:
    """Rows of a table in the order of its key."""
    found = db.session.execute(
        select(*(cast(column, Text).label(column.name) for column in table.c))
        .where(which)
        .order_by(*table.primary_key)
    )
    return [dict(row._mapping) for row in found]
