"""A series on its page: looked at, undone and redone, its dealer set, left and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.engine.errors import NotAllowed
from scorekeeper.engine.hand import Seat
from scorekeeper.store import entries
from scorekeeper.store.endings import abandon_series, resume_series
from scorekeeper.store.entries import Outcome, Request
from scorekeeper.store.errors import NothingLeft
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.series_page import series_page
from scorekeeper.web.sheet_table import read_view
from scorekeeper.words.forms import tell_not_turned

blueprint = Blueprint("series", __name__)

SERIES = "/series/<uuid:series_id>"


@blueprint.get(SERIES)
@series_access("look")
def show(series_id: UUID) -> Response:
    """The series page."""
    table = load_series(series_id)
    return shown("series/show.html", series_page(table, visitor(), read_view(request.args)))


@blueprint.post(f"{SERIES}/undo")
@series_access("write")
def undo(series_id: UUID) -> Response:
    """Take back the change that the button named."""
    return turned(series_id, lambda change: entries.undo(series_id, change))


@blueprint.post(f"{SERIES}/redo")
@series_access("write")
def redo(series_id: UUID) -> Response:
    """Make the change again that the button named."""
    return turned(series_id, lambda change: entries.redo(series_id, change))


@blueprint.post(f"{SERIES}/dealer")
@series_access("write")
def set_dealer(series_id: UUID) -> Response:
    """Set by hand who deals the hand to come."""
    told = request.form.get("dealer")
    if told not in {"0", "1"}:
        abort(400)
    dealer = cast(Seat, int(told))
    return turned(series_id, lambda change: entries.set_dealer(series_id, dealer, change))


@blueprint.post(f"{SERIES}/leave")
@series_access("write")
def leave(series_id: UUID) -> Response:
    """Leave the series unfinished: its closed games are settled, and it counts in nobody's record."""
    return turned(series_id, lambda change: abandon_series(series_id, change))


@blueprint.post(f"{SERIES}/resume")
@series_access("write")
def resume(series_id: UUID) -> Response:
    """Take the series up again where it was left."""
    return turned(series_id, lambda change: resume_series(series_id, change))


def turned(series_id: UUID, turn: Callable[[Request], Outcome]) -> Response:
    """What a one-tap form comes to: the series page; one that says so where the tap meant an older state."""
    try:
        turn(Request(by=visitor().bearer, base=request.form.get("base", type=int)))
    except Stale as stale:
        return not_turned(stale.table)
    except (NothingLeft, NotAllowed):
        return not_turned(load_series(series_id))
    return sent_on(url_for("series.show", series_id=series_id))


def not_turned(table: Table) -> Response:
    """The series as it is now, with the word that nothing was done to it."""
    page = series_page(table, visitor(), read_view(request.args))
    told = replace(page, last=replace(page.last, hand=None, undone=None, sentence=tell_not_turned()))
    return shown("series/show.html", told, 409)
