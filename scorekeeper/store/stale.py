"""Somebody else was faster: what is said to who changes a series that is not any more what they looked at."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from scorekeeper.store.errors import NotKept
from scorekeeper.store.pad import Line
from scorekeeper.store.series import Table


class Stale(NotKept):
    """Somebody else changed the series since the caller looked; nothing was stored.

    ``table`` is the series as it is now, ``same_as`` the id of a hand alike that somebody else entered
    meanwhile, ``meanwhile`` the lines that recorded all hands of others since.
    """

    def __init__(self, table: Table, same_as: UUID | None = None, meanwhile: Sequence[Line] = ()) -> None:
        super().__init__("stale", "base", version=table.version)
        self.table = table
        self.same_as = same_as
        self.meanwhile = tuple(meanwhile)
