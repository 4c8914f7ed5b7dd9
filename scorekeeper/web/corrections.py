"""Putting a hand right: amended, struck out, restored, moved, or a forgotten one put in before it.

Every change is foreseen first and kept only with the mark of what its page had shown, so that nobody keeps
what they have not seen; the verbs of the store then write the very step that was foreseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal
from uuid import UUID, uuid4

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, check_hand
from scorekeeper.store import entries
from scorekeeper.store.entries import Outcome, Request
from scorekeeper.store.errors import Missing, Reused
from scorekeeper.store.series import KeptHand, Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.store.steps import Plan, plan_amend, plan_record, plan_struck
from scorekeeper.store.whatif import foresee
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.correction_form import (
    CorrectionForm,
    TypedChange,
    changes_of,
    form_key,
    mark_of,
    typed_of,
)
from scorekeeper.web.correction_page import (
    Outlook,
    amendment,
    change_page,
    correction_page,
    find_hand,
    insertion_page,
    outlook_of,
    slip_of,
    without_outlook,
)
from scorekeeper.web.forms import Untold, tell_hand_errors
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.words.corrections import tell_changed_before, tell_changed_meanwhile, tell_look_again
from scorekeeper.words.forms import tell_missing

blueprint = Blueprint("corrections", __name__)

HAND = "/series/<uuid:series_id>/hands/<uuid:hand_id>"

Again = Callable[[Table, Outlook, str, int], Response]
"""Shows the page once more: the series as it is, the change's outlook, the form's key, and the status."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A change that somebody asks for: how it is foreseen, and how it is kept."""

    plan: Plan
    keep: Callable[[Request], Outcome]


class Astray(Exception):
    """The hand that a page is asked for is not on the table any more: its own page says what became of it."""


@blueprint.errorhandler(Astray)
def to_hand(_astray: Astray) -> Response:
    """The page of the hand."""
    told = request.view_args or {}
    answer = redirect(url_for("why.show_hand", series_id=told["series_id"], hand_id=told["hand_id"]), 303)
    return make_response(answer)


# --- other numbers ---------------------------------------------------------------------------------------


@blueprint.get(f"{HAND}/amend")
@series_access("write")
def show_amend(series_id: UUID, hand_id: UUID) -> Response:
    """The form with the hand as it stands, and its likely slips."""
    table, kept = table_and_hand(series_id, hand_id)
    fields = typed_of(kept.hand)
    outlook = outlook_of(foresee(table, amendment(table, kept, kept.hand)))
    if request.args.get("how") == "knock" and kept.hand.knocker is not None:
        fields |= {"who": f"{kept.hand.knocker}-knock"}
        outlook = without_outlook(tell_missing("knocker_deadwood"))
    typed = TypedChange(str(uuid4()), table.version, fields)
    return shown("hands/amend.html", correction_page(table, kept, typed, outlook, visitor()))


@blueprint.post(f"{HAND}/amend")
@series_access("write")
def amend(series_id: UUID, hand_id: UUID) -> Response:
    """Show what the change moves; with `keep` and the mark of what was shown, keep it."""
    form = CorrectionForm(request.form)
    table, kept = table_and_hand(series_id, hand_id)
    typed = TypedChange(form.key.data or "", table.version, form.typed())

    def again(table: Table, outlook: Outlook, key: str, status: int) -> Response:
        now = find_hand(table, hand_id) or kept
        fresh = replace(typed, key=key, base=table.version)
        return shown("hands/amend.html", correction_page(table, now, fresh, outlook, visitor()), status)

    told = told_hand(form, table, kept.hand)
    if not isinstance(told, Hand):
        page = correction_page(table, kept, replace(typed, errors=told), without_outlook(""), visitor())
        return shown("hands/amend.html", page, 422)
    return put_right(table, form, amending(table, kept, told), again)


@blueprint.get(f"{HAND}/amend/moves")
@series_access("write")
def show_amend_moves(series_id: UUID, hand_id: UUID) -> Response:
    """What the numbers in the form would move, for the page that is open: it asks while they change."""
    table, kept = table_and_hand(series_id, hand_id)
    told = told_hand(CorrectionForm(request.args), table, kept.hand)
    if not isinstance(told, Hand):
        return outlook_alone(without_outlook(next(iter(told.values()))))
    return outlook_alone(outlook_of(foresee(table, amendment(table, kept, told))))


@blueprint.post(f"{HAND}/slip")
@series_access("write")
def take_slip(series_id: UUID, hand_id: UUID) -> Response:
    """Keep a likely slip that was offered with what it moves; where that has changed, show it anew."""
    form = CorrectionForm(request.form)
    table, kept = table_and_hand(series_id, hand_id)
    value = form.slip.data or ""
    if was_kept(table, form_key(form)):
        return to_series(table)
    slip = slip_of(table, kept, value)
    if slip is None:
        return to_hand(Astray())
    typed = TypedChange(str(uuid4()), table.version, typed_of(slip.hand))

    def again(table: Table, outlook: Outlook, key: str, status: int) -> Response:
        fresh = replace(typed, key=key, base=table.version)
        return shown("hands/amend.html", correction_page(table, kept, fresh, outlook, visitor()), status)

    form.keep.data, form.seen.data = "1", value.partition("-")[2]
    return put_right(table, form, amending(table, kept, slip.hand), again)


def amending(table: Table, kept: KeptHand, told: Hand) -> Correction:
    """The change that makes a hand what somebody tells."""
    changes = changes_of(told, kept.hand, table.rules, table.players)
    return Correction(amendment(table, kept, told), partial(entries.amend_hand, table.id, kept.id, changes))


# --- a forgotten hand ------------------------------------------------------------------------------------


@blueprint.get(f"{HAND}/before")
@series_access("write")
def show_insert(series_id: UUID, hand_id: UUID) -> Response:
    """An empty form for a hand that was forgotten before this one."""
    table, next_hand = table_and_hand(series_id, hand_id)
    typed = TypedChange(str(uuid4()), table.version, {})
    page = insertion_page(table, next_hand, typed, without_outlook(""), visitor())
    return shown("hands/amend.html", page)


@blueprint.post(f"{HAND}/before")
@series_access("write")
def insert(series_id: UUID, hand_id: UUID) -> Response:
    """Show what the forgotten hand moves; with `keep` and the mark of what was shown, put it in."""
    form = CorrectionForm(request.form)
    table, next_hand = table_and_hand(series_id, hand_id)
    typed = TypedChange(form.key.data or "", table.version, form.typed())

    def again(table: Table, outlook: Outlook, key: str, status: int) -> Response:
        fresh = replace(typed, key=key, base=table.version)
        page = insertion_page(table, find_hand(table, hand_id) or next_hand, fresh, outlook, visitor())
        return shown("hands/amend.html", page, status)

    told = told_hand(form, table, None)
    new_id = form_key(form)
    if not isinstance(told, Hand) or new_id is None:
        errors = {} if isinstance(told, Hand) else told
        page = insertion_page(table, next_hand, replace(typed, errors=errors), without_outlook(""), visitor())
        return shown("hands/amend.html", page, 422)
    return put_right(table, form, inserting(table, new_id, told, next_hand), again)


@blueprint.get(f"{HAND}/before/moves")
@series_access("write")
def show_insert_moves(series_id: UUID, hand_id: UUID) -> Response:
    """What the forgotten hand in the form would move, for the page that is open."""
    form = CorrectionForm(request.args)
    table, next_hand = table_and_hand(series_id, hand_id)
    told = told_hand(form, table, None)
    if not isinstance(told, Hand):
        return outlook_alone(without_outlook(next(iter(told.values()))))
    plan = inserting(table, form_key(form) or uuid4(), told, next_hand).plan
    return outlook_alone(outlook_of(foresee(table, plan)))


def inserting(table: Table, new_id: UUID, told: Hand, next_hand: KeptHand) -> Correction:
    """The change that puts a new hand before another one."""
    position, at = number_before(table, next_hand), next_hand.at

    def keep(asked: Request) -> Outcome:
        unkeyed = replace(asked, key=None)
        return entries.record_hand(table.id, new_id, told, unkeyed, position=position, at=at)

    return Correction(partial(plan_record, hand_id=new_id, hand=told, position=position, at=at), keep)


def number_before(table: Table, next_hand: KeptHand) -> int:
    """The number of a hand that is put before another one, also before a struck one, which has none."""
    place = table.hands.index(next_hand)
    return 1 + sum(not before.struck for before in table.hands[:place])


# --- without numbers -------------------------------------------------------------------------------------


@blueprint.get(f"{HAND}/strike")
@series_access("write")
def show_strike(series_id: UUID, hand_id: UUID) -> Response:
    """What striking the hand out would move."""
    return show_change("strike", series_id, hand_id)


@blueprint.post(f"{HAND}/strike")
@series_access("write")
def strike(series_id: UUID, hand_id: UUID) -> Response:
    """Strike the hand out."""
    return change("strike", series_id, hand_id)


@blueprint.get(f"{HAND}/restore")
@series_access("write")
def show_restore(series_id: UUID, hand_id: UUID) -> Response:
    """What the struck hand would move if it counted again."""
    return show_change("restore", series_id, hand_id)


@blueprint.post(f"{HAND}/restore")
@series_access("write")
def restore(series_id: UUID, hand_id: UUID) -> Response:
    """Let the struck hand count again."""
    return change("restore", series_id, hand_id)


@blueprint.get(f"{HAND}/move")
@series_access("write")
def show_move(series_id: UUID, hand_id: UUID) -> Response:
    """The places that the hand may have, and what the chosen one moves."""
    return show_change("move", series_id, hand_id, request.args.get("position", type=int))


@blueprint.post(f"{HAND}/move")
@series_access("write")
def move(series_id: UUID, hand_id: UUID) -> Response:
    """Put the hand in another place."""
    position = request.form.get("position", type=int)
    if position is None:
        abort(400)
    return change("move", series_id, hand_id, position)


Kind = Literal["strike", "restore", "move"]


def show_change(kind: Kind, series_id: UUID, hand_id: UUID, position: int | None = None) -> Response:
    """What a change that needs no numbers would move."""
    table, kept = table_and_hand(series_id, hand_id)
    outlook = without_outlook("")
    if kind != "move" or position is not None:
        outlook = outlook_of(foresee(table, changing(kind, table, kept, position).plan))
    page = change_page(kind, table, kept, outlook, visitor(), position=position)
    return shown("hands/change.html", page)


def change(kind: Kind, series_id: UUID, hand_id: UUID, position: int | None = None) -> Response:
    """Keep a change that needs no numbers."""
    form = CorrectionForm(request.form)
    table, kept = table_and_hand(series_id, hand_id)

    def again(table: Table, outlook: Outlook, key: str, status: int) -> Response:
        page = change_page(
            kind,
            table,
            find_hand(table, hand_id) or kept,
            outlook,
            visitor(),
            key=key,
            reason=form.told_reason() or "",
            position=position,
        )
        return shown("hands/change.html", page, status)

    return put_right(table, form, changing(kind, table, kept, position), again)


def changing(kind: Kind, table: Table, kept: KeptHand, position: int | None) -> Correction:
    """A change that needs no numbers."""
    if kind == "move":
        plan = partial(plan_amend, hand_id=kept.id, changes={}, position=position)
        return Correction(plan, partial(entries.amend_hand, table.id, kept.id, {}, position=position))
    is_strike = kind == "strike"
    verb = entries.strike_hand if is_strike else entries.restore_hand
    plan = partial(plan_struck, hand_id=kept.id, struck=is_strike)
    return Correction(plan, partial(verb, table.id, kept.id))


# --- what they have in common ----------------------------------------------------------------------------


def put_right(table: Table, form: CorrectionForm, correction: Correction, again: Again) -> Response:
    """Keep a change whose consequences were shown as they are; else show them, and say why."""
    key = form.key.data or ""
    if form.keep.data and was_kept(table, form_key(form)):
        return kept_before(table, form, correction, again)
    foresight = foresee(table, correction.plan)
    if not form.keep.data:
        return again(table, outlook_of(foresight), key, 200)
    if foresight.step is None:
        return to_series(table)
    if mark_of(foresight) != form.seen.data:
        is_stale = form.base.data != table.version
        told = tell_changed_meanwhile(last_device(table)) if is_stale else tell_look_again()
        return again(table, outlook_of(foresight, told), key, 409 if is_stale else 200)
    return keep(table, form, correction, again)


def keep(table: Table, form: CorrectionForm, correction: Correction, again: Again) -> Response:
    """Keep a change; somebody who was faster by a moment comes first."""
    try:
        correction.keep(asked(form, table.version))
    except Stale as stale:
        told = tell_changed_meanwhile(last_device(stale.table))
        foresight = foresee(stale.table, correction.plan)
        return again(stale.table, outlook_of(foresight, told), form.key.data or "", 409)
    return to_series(table)


def kept_before(table: Table, form: CorrectionForm, correction: Correction, again: Again) -> Response:
    """A form that was kept already, sent again: nothing more to do, unless it says something else now."""
    try:
        correction.keep(asked(form, table.version))
    except Reused:
        foresight = foresee(table, correction.plan)
        return again(table, outlook_of(foresight, tell_changed_before()), str(uuid4()), 422)
    return to_series(table)


def asked(form: CorrectionForm, base: int) -> Request:
    """What comes with the change, resting on the version whose consequences were shown."""
    return Request(by=visitor().bearer, base=base, key=form_key(form), reason=form.told_reason())


def was_kept(table: Table, key: UUID | None) -> bool:
    """Whether a change or a hand with the form's key is there already."""
    return key is not None and any(
        line.key == key or (line.kind == "record" and line.hand_id == key) for line in table.lines
    )


def told_hand(form: CorrectionForm, table: Table, before: Hand | None) -> Hand | dict[str, str]:
    """The hand that the form says, as it would be kept; or what is wrong with it, by field."""
    hand: Hand | None = None
    try:
        hand = form.told_hand(None if before is None else before.dealer)
        return check_hand(table.rules, hand)
    except (Untold, Refused) as error:
        return tell_hand_errors(error, hand, table.players)


def table_and_hand(series_id: UUID, hand_id: UUID) -> tuple[Table, KeptHand]:
    """The series and the hand on it. Raises `Astray` for one that was taken back, `Missing` for none."""
    table = load_series(series_id)
    kept = find_hand(table, hand_id)
    if kept is not None:
        return table, kept
    if any(line.hand_id == hand_id for line in table.lines):
        raise Astray
    raise Missing("hand_unknown")


def last_device(table: Table) -> str | None:
    """The device that changed the series last."""
    return table.lines[-1].device if table.lines else None


def outlook_alone(outlook: Outlook) -> Response:
    """The regions that a page asks for while its fields change."""
    return make_response(render_template("hands/_outlook.html", outlook=outlook))


def to_series(table: Table) -> Response:
    """The series with the change on its status line, where one tap takes it back."""
    return sent_on(url_for("series.show", series_id=table.id))
