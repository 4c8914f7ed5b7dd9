"""Earlier series: the list, and each one's own page with its pictures, its note and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from uuid import UUID

from flask import Blueprint, Response, request, url_for

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.seriesfile import clean_name
from scorekeeper.store.entries import Outcome, Request
from scorekeeper.store.lists import list_series
from scorekeeper.store.notes import change_note
from scorekeeper.store.people import correct_player, name_apart
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.web.about_page import TypedAbout, about_page
from scorekeeper.web.access import open_to_devices, series_access, visitor
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.history_page import history_page
from scorekeeper.web.print_page import print_page
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.sheet_table import read_view
from scorekeeper.words.lists import tell_seat_missing

blueprint = Blueprint("history", __name__)

SERIES = "/series/<uuid:series_id>"

PAGE = 20
"""Series on a page of the list: what a book of a few evenings fills as well as one of many years."""


@blueprint.get("/series")
@open_to_devices
def show() -> Response:
    """The series of this device, newest first, those of one player where `player` names one."""
    asks = visitor().bearer
    assert asks is not None
    player = clean_name(request.args.get("player", ""))
    after = request.args.get("after")
    listing = list_series(asks.id, player or None, after, PAGE)
    return shown("history/list.html", history_page(listing, player, is_first=after is None))


@blueprint.get(f"{SERIES}/about")
@series_access("look")
def about(series_id: UUID) -> Response:
    """How the series went, in pictures; its note; what can be done with it."""
    return shown("history/about.html", about_page(load_series(series_id), visitor()))


@blueprint.get(f"{SERIES}/print")
@series_access("look")
def print_sheet(series_id: UUID) -> Response:
    """The sheet as on the paper pad, for one page of paper."""
    return shown("history/print.html", print_page(load_series(series_id), read_view(request.args).by))


@blueprint.post(f"{SERIES}/note")
@series_access("write")
def note(series_id: UUID) -> Response:
    """Write something else about the series."""
    typed = request.form.get("note", "")
    return changed(
        series_id, lambda asked: change_note(series_id, typed, asked), TypedAbout(note=typed), "note"
    )


@blueprint.post(f"{SERIES}/players")
@series_access("own")
def correct(series_id: UUID) -> Response:
    """Say that it was somebody else who played."""
    told, typed = request.form.get("seat"), request.form.get("name", "")
    if told not in {"0", "1"}:
        again = TypedAbout(name=typed).refused("seat", tell_seat_missing())
        return shown("history/about.html", about_page(load_series(series_id), visitor(), again), 422)
    seat = cast(Seat, int(told))
    name = name_apart(load_series(series_id).book_id, typed) if request.form.get("apart") else typed
    return changed(
        series_id,
        lambda asked: correct_player(series_id, seat, name, asked),
        TypedAbout(seat=told, name=typed),
        "name",
    )


def asked_now() -> Request:
    """The change that a form asks for, resting on the version that it was shown."""
    return Request(by=visitor().bearer, base=request.form.get("base", type=int))


def changed(series_id: UUID, change: Callable[[Request], Outcome], typed: TypedAbout, field: str) -> Response:
    """What a form about the series comes to: its page, or the form again with what is wrong."""
    try:
        change(asked_now())
    except (Refused, Stale) as refused:
        return typed_again(load_series(series_id), typed.refused(field, sentence_of(refused)), refused)
    return sent_on(url_for("history.about", series_id=series_id))


def typed_again(table: Table, typed: TypedAbout, refused: Refused | Stale) -> Response:
    """The page with what was typed."""
    status = 409 if isinstance(refused, Stale) else 422
    return shown("history/about.html", about_page(table, visitor(), typed), status)
