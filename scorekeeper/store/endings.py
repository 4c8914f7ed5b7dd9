"""A series left unfinished, and taken up again: its closed columns are settled, but it counts for nobody."""

from __future__ import annotations

from uuid import UUID

from scorekeeper.engine.errors import NotAllowed
from scorekeeper.store.entries import Outcome, Request, turn_at


def abandon_series(series_id: UUID, request: Request) -> Outcome:
    """Leave a series unfinished; one that was left so stays as it is, without an entry.

    Raises what every verb does, and ``NotAllowed`` for one that is over.
    """
    return leave(series_id, request, kind="abandon")


def resume_series(series_id: UUID, request: Request) -> Outcome:
    """Take up a series again that was left unfinished; one that runs stays as it is, without an entry."""
    return leave(series_id, request, kind="resume")


def leave(series_id: UUID, request: Request, *, kind: str) -> Outcome:
    """Abandon or resume a series."""
    with turn_at(series_id, request) as turn:
        if turn.repeated(kind, None) or turn.spent(kind, None):
            return turn.unchanged()
        turn.check_base()
        if kind == "abandon" and turn.row.state == "over":
            raise NotAllowed("series_is_over")
        if (turn.pad.abandoned_at is not None) == (kind == "abandon"):
            return turn.unneeded(kind, None)
        return turn.write(kind, None, {})
