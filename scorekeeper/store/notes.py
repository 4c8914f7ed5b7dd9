"""What somebody wrote down about a series."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import update

from scorekeeper.engine.seriesfile import read_text
from scorekeeper.store.entries import Outcome, Request, turn_at
from scorekeeper.store.models import Series


def change_note(series_id: UUID, note: object, request: Request) -> Outcome:
    """Write something else about a series, or nothing; one entry, which undo does not go over.

    Raises what every verb does, and ``Malformed`` for what is too long or no text.
    """
    told = (read_text(note, "note") or "").strip()
    with turn_at(series_id, request) as turn:
        if turn.repeated("note", None) or turn.spent("note", None):
            return turn.unchanged()
        turn.check_base()
        old = turn.row.note
        if told == old:
            return turn.unneeded("note", None)
        turn.transaction.execute(update(Series).where(Series.id == series_id).values(note=told))
        turn.row = turn.row._replace(note=told)
        return turn.write("note", None, {"old": old, "new": told})
