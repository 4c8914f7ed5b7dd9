"""A hand entered by the form: shown before it is kept, kept once, and never lost when something is wrong."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, check_hand, same_content
from scorekeeper.store.entries import Request, amend_hand, record_hand
from scorekeeper.store.errors import Reused
from scorekeeper.store.pad import Line, hand_of
from scorekeeper.store.series import KeptHand, Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.web.access import open_to_all, series_access, visitor
from scorekeeper.web.conflict_page import conflict_page
from scorekeeper.web.correction_form import changes_of
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.forms import HandForm, Untold, tell_hand_errors
from scorekeeper.web.hand_check_page import hand_check_page
from scorekeeper.web.pages import EntryForm
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.series_page import Typed, empty_form, entry_form, series_page
from scorekeeper.web.sheet_table import SheetView
from scorekeeper.words.forms import tell_one_of_two, tell_same, tell_sent_before

blueprint = Blueprint("hands", __name__)


@blueprint.post("/series/<uuid:series_id>/hands")
@series_access("write")
def create(series_id: UUID) -> Response:
    """Show what the hand would do; with `keep` record it; with `change` give the form back; with `choose` do
    as was said where two phones entered one.
    """
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
    if form.choose.data:
        return choose(table, typed, hand_id, kept, form.choose.data)
    if form.keep.data:
        return keep(table, typed, hand_id, kept)
    return check(table, typed, hand_id, kept)


@blueprint.get("/hands/refused")
@open_to_all
def show_refused() -> str:
    """The words for a change that can't be sent, for the script of a page that has no use for them before."""
    return render_template("hands/refused.html")


def check(table: Table, typed: Typed, hand_id: UUID, hand: Hand) -> Response:
    """The result before it is kept; what the log has already, or what somebody else entered, comes first."""
    recorded = first_sent(table, hand_id)
    if recorded is not None:
        same = same_content(hand_of(recorded.body["hand"]), hand)
        return to_series(table) if same else sent_before(table, typed)
    if missed(table, typed.base):
        return conflict(table, typed, hand, alike(table, typed.base, hand))
    return shown("hands/check.html", hand_check_page(table, visitor(), hand, told_fields(typed)))


def keep(table: Table, typed: Typed, hand_id: UUID, hand: Hand) -> Response:
    """Record the hand, and go back to the series."""
    try:
        record_hand(table.id, hand_id, hand, Request(by=visitor().bearer, base=typed.base))
    except Stale as stale:
        found = next((kept for kept in stale.table.hands if kept.id == stale.same_as), None)
        return conflict(stale.table, typed, hand, found)
    except Reused:
        return sent_before(table, typed)
    except Refused as refused:
        return form_again(table, replace(typed, errors={"form": sentence_of(refused)}), 422)
    return to_series(table)


def conflict(table: Table, typed: Typed, hand: Hand, found: KeptHand | None) -> Response:
    """Somebody else changed the series meanwhile: their hands beside this one, and who chooses.

    A hand alike is kept once, so the form is empty then.
    """
    if found is not None:
        told = tell_same(found.number or 0, found.recorded.device)
        return series_again(table, empty_form(table, {"form": told}), 409)
    seen = replace(typed, base=table.version)
    page = conflict_page(table, missed(table, typed.base), hand, told_fields(seen), visitor())
    return shown("hands/conflict.html", page, 409)


def choose(table: Table, typed: Typed, hand_id: UUID, hand: Hand, choice: str) -> Response:
    """What was chosen on that page: theirs is kept, mine takes the place of one of theirs, or both are."""
    if choice == "theirs":
        return to_series(table)
    if choice == "both":
        return keep(table, typed, hand_id, hand)
    theirs = next((kept for kept in table.hands if str(kept.id) == choice), None)
    if theirs is None:
        return conflict(table, typed, hand, None)
    changes = changes_of(hand, theirs.hand, table.rules, table.players)
    asked = Request(visitor().bearer, typed.base, key=hand_id, reason=tell_one_of_two())
    try:
        amend_hand(table.id, theirs.id, changes, asked)
    except Stale as stale:
        return conflict(stale.table, typed, hand, None)
    return to_series(table)


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


def missed(table: Table, base: int) -> list[Line]:
    """What other devices changed since the version that was seen."""
    device_id = visitor().device_id
    return [line for line in table.lines[max(base, 0) :] if line.device_id != device_id]


def told_fields(typed: Typed) -> tuple[tuple[str, str], ...]:
    """The fields of the form that say something, for a page that sends them again."""
    fields = (("key", typed.key), ("base", str(typed.base)), *typed.fields.items())
    return tuple((name, value) for name, value in fields if value)


def alike(table: Table, base: int, hand: Hand) -> KeptHand | None:
    """The hand that somebody else entered since and that says the same."""
    theirs = {line.hand_id for line in missed(table, base) if line.kind == "record"}
    standing = (kept for kept in table.hands if kept.id in theirs and not kept.struck)
    return next((kept for kept in standing if same_content(kept.hand, hand)), None)
