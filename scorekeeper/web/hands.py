"""A hand entered by the form: shown before it is kept, kept once, and never lost when something is wrong."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from flask import Blueprint, Response, request, url_for

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, check_hand, same_content
from scorekeeper.store.entries import Request, record_hand
from scorekeeper.store.errors import Reused, Stale
from scorekeeper.store.pad import Line, hand_of
from scorekeeper.store.series import KeptHand, Table, load_series
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.forms import HandForm, Untold, tell_hand_errors
from scorekeeper.web.hand_check_page import hand_check_page
from scorekeeper.web.pages import EntryForm
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.series_page import Typed, empty_form, entry_form, series_page
from scorekeeper.web.sheet_table import SheetView
from scorekeeper.words.changes import name_hand
from scorekeeper.words.forms import tell_conflict, tell_same, tell_sent_before

blueprint = Blueprint("hands", __name__)


@blueprint.post("/series/<uuid:series_id>/hands")
@series_access("write")
def create(series_id: UUID) -> Response:
    """Show what the hand would do; with `keep` record it; with `change` give the form back."""
    form = HandForm(request.form)
    table = load_series(series_id)
    typed = Typed(form.key.data or "", form.base.data or 0, form.typed(), {})
    if form.change.data:
        return form_again(table, typed, 200)
    hand: Hand | None = None
    try:
        hand = form.hand()
        kept = check_hand(table.rules, hand)
        hand_id = form.hand_id()
    except (Untold, Refused) as error:
        told = tell_hand_errors(error, hand, table.players)
        key = str(uuid4()) if error.field == "key" else typed.key
        return form_again(table, replace(typed, key=key, errors=told), 422)
    if form.keep.data:
        return keep(table, typed, hand_id, kept)
    return check(table, typed, hand_id, kept)


def check(table: Table, typed: Typed, hand_id: UUID, hand: Hand) -> Response:
    """The result before it is kept; what the log has already, or what somebody else entered, comes first."""
    recorded = first_sent(table, hand_id)
    if recorded is not None:
        same = same_content(hand_of(recorded.body["hand"]), hand)
        return to_series(table) if same else sent_before(table, typed)
    device_id = visitor().device_id
    if any(line.device_id != device_id for line in table.lines[typed.base :]):
        return conflict(table, typed, alike(table, typed.base, hand))
    fields = (("key", typed.key), ("base", str(typed.base)), *typed.fields.items())
    told = tuple((name, value) for name, value in fields if value)
    return shown("hands/check.html", hand_check_page(table, visitor(), hand, told))


def keep(table: Table, typed: Typed, hand_id: UUID, hand: Hand) -> Response:
    """Record the hand, and go back to the series."""
    try:
        record_hand(table.id, hand_id, hand, Request(by=visitor().bearer, base=typed.base))
    except Stale as stale:
        found = next((kept for kept in stale.table.hands if kept.id == stale.same_as), None)
        return conflict(stale.table, typed, found)
    except Reused:
        return sent_before(table, typed)
    except Refused as refused:
        return form_again(table, replace(typed, errors={"form": sentence_of(refused)}), 422)
    return to_series(table)


def conflict(table: Table, typed: Typed, found: KeptHand | None) -> Response:
    """Somebody else changed the series meanwhile: the sheet with it, and what was typed to be saved again.

    A hand alike is kept once, so the form is empty then.
    """
    if found is not None:
        told = tell_same(found.number or 0, found.recorded.device)
        return series_again(table, empty_form(table, {"form": told}), 409)
    theirs = table.undoable
    hand = ""
    if theirs is not None and theirs.kind == "record" and theirs.played is not None:
        hand = name_hand(theirs.number, theirs.played.score, table.players)
    device = None if theirs is None else theirs.device
    return form_again(
        table, replace(typed, base=table.version, errors={"form": tell_conflict(device, hand)}), 409
    )


def sent_before(table: Table, typed: Typed) -> Response:
    """The form under a new id: the old one is that of a hand that was kept with other numbers."""
    fresh = replace(typed, key=str(uuid4()), base=table.version, errors={"form": tell_sent_before()})
    return form_again(table, fresh, 422)


def form_again(table: Table, typed: Typed, status: int) -> Response:
    """The series page with the form as it was typed."""
    return series_again(table, entry_form(table, typed), status)


def series_again(table: Table, form: EntryForm, status: int) -> Response:
    """The series page with this form."""
    return shown("series/show.html", series_page(table, visitor(), SheetView(), form), status)


def to_series(table: Table) -> Response:
    """Back to the series page, which a reload asks for without sending the form again."""
    return sent_on(url_for("series.show", series_id=table.id))


def first_sent(table: Table, hand_id: UUID) -> Line | None:
    """The line that recorded a hand under this id, whatever became of it since."""
    return next((line for line in table.lines if line.kind == "record" and line.hand_id == hand_id), None)


def alike(table: Table, base: int, hand: Hand) -> KeptHand | None:
    """The hand that somebody else entered since and that says the same."""
    missed = {line.hand_id for line in table.lines[base:] if line.kind == "record"}
    return next(
        (
            kept
            for kept in table.hands
            if kept.id in missed and not kept.struck and same_content(kept.hand, hand)
        ),
        None,
    )
