"""The HTTP API (contract.md): books, series and hands as JSON, for scripts and for the page's own outbox."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, current_app, jsonify, request

from scorekeeper.config import Settings
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.seriesfile import (
    SeriesFile,
    by_name,
    name_of,
    read_series,
    read_text,
    same_name,
    write_time,
)
from scorekeeper.store import entries
from scorekeeper.store.devices import Bearer
from scorekeeper.store.entries import Outcome
from scorekeeper.store.grants import books_of, books_to_go_on, writes_anywhere
from scorekeeper.store.lists import ListedSeries, list_series
from scorekeeper.store.scorebooks import make_book_for_scripts
from scorekeeper.store.series import load_series
from scorekeeper.store.stale import Stale
from scorekeeper.store.start import start_series
from scorekeeper.web.access import (
    WRITERS,
    open_to_all,
    open_to_devices,
    series_access,
    visitor,
    without_csrf,
)
from scorekeeper.web.answers import AnsweredSeries, Log, MadeBook, RedoneSeries, SeriesList, UndoneSeries
from scorekeeper.web.described import described
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.limits import count_new_book
from scorekeeper.web.release import tag_of_series
from scorekeeper.web.requests import (
    Change,
    HandChange,
    NewBook,
    NewDealer,
    NewHand,
    NewSeries,
    read_body,
    read_object,
)
from scorekeeper.web.respond import Unchanged, tagged
from scorekeeper.web.series_json import log_json, series_json
from scorekeeper.web.series_page import change_words
from scorekeeper.words.changes import tell_redone, tell_undone
from scorekeeper.words.devices import script_name
from scorekeeper.words.forms import tell_same

blueprint = Blueprint("api", __name__, url_prefix="/api")

SERIES = "/series/<uuid:series_id>"
HAND = f"{SERIES}/hands/<uuid:hand_id>"
ASKED = {"player": "only series of whoever is called so", "after": "`next` of the page before"}


@blueprint.post("/books")
@open_to_all
@without_csrf
@described({201: MadeBook}, takes=NewBook, refuses=(403,))
def create_book() -> Response:
    """A new book and a token for each role, told this once; the operator can switch it off."""
    settings: Settings = current_app.extensions["settings"]
    if not settings.anyone_starts_books:
        abort(403)
    name = read_body(NewBook).name
    count_new_book()
    made = make_book_for_scripts(
        name,
        {"owner": script_name("owner"), "scorer": script_name("scorer"), "viewer": script_name("viewer")},
    )
    tokens = {f"{role}_token": token for role, token in made.tokens.items()}
    return answered(201, {"id": made.book.id, **tokens})


@blueprint.post("/series")
@open_to_devices
@described({201: AnsweredSeries, 200: AnsweredSeries}, takes=NewSeries, refuses=(409,))
def create_series() -> Response:
    """A series from a series file, which may have hands already; its repeat answers 200."""
    bearer = visitor().bearer
    assert bearer is not None
    if not writes_anywhere(bearer.id):
        abort(403)
    filed = read_series(read_object())
    return written(start_series(filed, bearer, book_id=book_for(filed, bearer)), 201)


@blueprint.get("/series")
@open_to_devices
@described({200: SeriesList}, asked=ASKED)
def list_all_series() -> Response:
    """The series that this device may see, newest first, a page at a time."""
    bearer = visitor().bearer
    assert bearer is not None
    player = read_text(request.args.get("player"), "player")
    listing = list_series(bearer.id, player, request.args.get("after"))
    return answered(200, {"series": [summary_json(seen) for seen in listing.series], "next": listing.next})


@blueprint.get(SERIES)
@series_access("look")
@described({200: AnsweredSeries, 304: None})
def show_series(series_id: UUID) -> Response:
    """The series; 304 before anything is read where the asker has this version already."""
    tag = tag_of_series()
    if request.if_none_match.contains_weak(tag):
        return Unchanged(tag)
    return tagged(answered(200, series_json(load_series(series_id))), tag)


@blueprint.put(HAND)
@series_access("write")
@described({201: AnsweredSeries, 200: AnsweredSeries}, takes=NewHand)
def put_hand(series_id: UUID, hand_id: UUID) -> Response:
    """Record a hand under the id that its sender made: 201, and 200 for a repeat."""
    body = read_body(NewHand)
    outcome = entries.record_hand(
        series_id,
        hand_id,
        body.stated(),
        body.request(visitor().bearer),
        position=body.position,
        at=body.at,
    )
    return written(outcome, 201)


@blueprint.patch(HAND)
@series_access("write")
@described({200: AnsweredSeries}, takes=HandChange)
def patch_hand(series_id: UUID, hand_id: UUID) -> Response:
    """Amend a hand in its place; with `position` put it directly before the hand that is numbered so now, as
    a PUT does. One change either way, undone in one step.
    """
    body = read_body(HandChange)
    changes = body.stated()
    if "at" in body.model_fields_set:
        changes["at"] = None if body.at is None else body.at.isoformat()
    asked = body.request(visitor().bearer)
    return written(entries.amend_hand(series_id, hand_id, changes, asked, position=body.position))


@blueprint.delete(HAND)
@series_access("write")
@described({200: AnsweredSeries}, takes=Change)
def delete_hand(series_id: UUID, hand_id: UUID) -> Response:
    """Strike out a hand; it stays in its place and in the log."""
    change = read_body(Change).request(visitor().bearer)
    return written(entries.strike_hand(series_id, hand_id, change))


@blueprint.post(f"{HAND}/restore")
@series_access("write")
@described({200: AnsweredSeries}, takes=Change)
def restore_hand(series_id: UUID, hand_id: UUID) -> Response:
    """Let a struck hand count again."""
    change = read_body(Change).request(visitor().bearer)
    return written(entries.restore_hand(series_id, hand_id, change))


@blueprint.post(f"{SERIES}/dealer")
@series_access("write")
@described({200: AnsweredSeries}, takes=NewDealer)
def set_dealer(series_id: UUID) -> Response:
    """Set by hand who deals the hand to come."""
    body = read_body(NewDealer)
    if "dealer" not in body.model_fields_set:
        raise Malformed("dealer_missing", "dealer")
    if body.dealer is not None and not isinstance(body.dealer, str):
        raise Malformed("player_unknown", "dealer", name=None)
    return written(entries.set_dealer(series_id, body.dealer, body.request(visitor().bearer)))


@blueprint.post(f"{SERIES}/undo")
@series_access("write")
@described({200: UndoneSeries}, takes=Change)
def undo(series_id: UUID) -> Response:
    """Take back the last change, and say which."""
    outcome = entries.undo(series_id, read_body(Change).request(visitor().bearer))
    assert outcome.change is not None
    return written(outcome, undone=tell_undone(change_words(outcome.table, outcome.change)))


@blueprint.post(f"{SERIES}/redo")
@series_access("write")
@described({200: RedoneSeries}, takes=Change)
def redo(series_id: UUID) -> Response:
    """Make the change again that was taken back last, and say which."""
    outcome = entries.redo(series_id, read_body(Change).request(visitor().bearer))
    assert outcome.change is not None
    return written(outcome, redone=tell_redone(change_words(outcome.table, outcome.change)))


@blueprint.get(f"{SERIES}/log")
@series_access("look")
@described({200: Log})
def show_log(series_id: UUID) -> Response:
    """Every change to the series, first one first."""
    return answered(200, {"log": log_json(load_series(series_id))})


@blueprint.errorhandler(Stale)
def tell_stale(stale: Stale) -> Response:
    """What somebody else made of the series meanwhile: the hands that they entered, and of those the one
    alike, which is then said in so many words.
    """
    same = next((kept for kept in stale.table.hands if kept.id == stale.same_as), None)
    told = sentence_of(stale) if same is None else tell_same(same.number or 0, same.recorded.device)
    return answered(
        409,
        {
            "error": told,
            "field": stale.field,
            "series": series_json(stale.table),
            "same_as": None if same is None else str(same.id),
            "meanwhile": [{"seq": line.version, "hand": str(line.hand_id)} for line in stale.meanwhile],
        },
    )


def written(outcome: Outcome, created: int = 200, **told: str) -> Response:
    """What GET answers, after a write: `created` where something new was stored, 200 for a repeat."""
    table = outcome.table
    return answered(created if outcome.new else 200, series_json(table) | told)


def answered(status: int, value: dict[str, Any]) -> Response:
    """A JSON answer."""
    answer = jsonify(value)
    answer.status_code = status
    return answer


def book_for(filed: SeriesFile, bearer: Bearer) -> int:
    """The book that a new series goes into: the one of its name, else the device's only one.

    A device that only scores single series may start the next one of the same people in their book. Ends the
    request with 403 for a device that writes in no book. Raises `Malformed` where it has several and none is
    named rightly.
    """
    own = [book for book in books_of(bearer.id) if book.role in WRITERS]
    books = [*own, *books_to_go_on(bearer.id, filed.players)]
    named = [book.id for book in books if filed.book is not None and same_name(book.name, filed.book)]
    if named:
        return named[0]
    if not books:
        abort(403)
    if len(own) == 1 or len(books) == 1:
        return books[0].id
    raise Malformed("book_missing" if filed.book is None else "book_not_yours", "book")


def summary_json(seen: ListedSeries) -> dict[str, Any]:
    """A series in a list."""
    return {
        "id": str(seen.id),
        "players": list(seen.players),
        "started_at": write_time(seen.started_at),
        "last_played_at": write_time(seen.last_played_at),
        "state": seen.state,
        "games_won": by_name(seen.games_won, seen.players),
        "winner": name_of(seen.winner, seen.players),
        "net": by_name(seen.net, seen.players),
        "version": seen.version,
    }
