"""A dispute on a hand: looked at claim by claim, and settled once."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.engine.errors import NotAllowed
from scorekeeper.engine.seriesfile import LONGEST_TEXT
from scorekeeper.store.disputes import decide_dispute
from scorekeeper.store.entries import Request
from scorekeeper.store.errors import Missing, Reused
from scorekeeper.store.series import KeptHand, Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.claim_form import (
    SPEAKERS,
    DisputeForm,
    mark_of,
    opening_claims,
    read_claims,
    swapped_speakers,
    told_claims,
)
from scorekeeper.web.dispute_page import REASONS, TypedDispute, dispute_page
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.words.disputes import (
    reason_words,
    tell_dispute_reused,
    tell_dispute_stale,
    tell_look_first,
    tell_reason_missing,
    tell_speaker_missing,
)
from scorekeeper.words.names import names_within
from scorekeeper.words.refusals import tell_refusal

blueprint = Blueprint("disputes", __name__)

DISPUTE = "/series/<uuid:series_id>/hands/<uuid:hand_id>/dispute"
DECISIONS = {"1": 0, "2": 1, "3": 2, "none": None}


@blueprint.get(DISPUTE)
@series_access("write")
def show(series_id: UUID, hand_id: UUID) -> Response:
    """The hand as it stands against the other story that is most likely."""
    table = load_series(series_id)
    kept = find(table, hand_id)
    winner = None if kept.played is None else kept.played.winner
    claims = opening_claims(kept.hand, table.rules, winner)
    return page_of(table, hand_id, TypedDispute(str(uuid4()), table.version, claims), 200)


@blueprint.post(DISPUTE)
@series_access("write")
def decide(series_id: UUID, hand_id: UUID) -> Response:
    """Show what the claims come to; with `decide` settle the dispute, if that is what was shown."""
    form = DisputeForm(request.form)
    table = load_series(series_id)
    typed = TypedDispute(
        key=form.key.data or "",
        base=form.base.data if form.base.data is not None else -1,
        claims=read_claims(request.form),
        why=form.why.data or "",
        reason=form.told_reason(),
        must_tell=True,
    )
    errors = errors_of_choices(typed)
    if errors:
        return page_of(table, hand_id, replace(typed, errors=errors), 422)
    if form.swap.data:
        return page_of(table, hand_id, replace(typed, claims=swapped_speakers(typed.claims)), 200)
    if not form.decide.data:
        return page_of(table, hand_id, typed, 200)
    if form.decide.data not in DECISIONS:
        abort(400)
    return settle(table, hand_id, typed, form)


def errors_of_choices(typed: TypedDispute) -> dict[str, str]:
    """A sentence by field for each that is chosen from and holds something else."""
    errors = {}
    if typed.why not in {"", *REASONS}:
        errors["why"] = tell_reason_missing()
    if any(claim.fields["says"] not in SPEAKERS for claim in typed.claims):
        errors["form"] = tell_speaker_missing()
    return errors


def settle(table: Table, hand_id: UUID, typed: TypedDispute, form: DisputeForm) -> Response:
    """Keep the decision, and go back to the series; the page again where something is still to be said."""
    kept = DECISIONS[form.decide.data or ""]
    claims = told_claims(typed.claims)
    if any(claim.untold and (place < 2 or not claim.is_blank) for place, claim in enumerate(typed.claims)):
        return page_of(table, hand_id, typed, 422)
    if form.shown.data != mark_of(claims):
        return page_of(table, hand_id, replace(typed, errors={"form": tell_look_first()}), 422)
    reason = ": ".join(part for part in (reason_words(typed.why), typed.reason) if part)
    if kept is not None and not reason:
        return page_of(table, hand_id, replace(typed, errors={"reason": tell_reason_missing()}), 422)
    asked = Request(visitor().bearer, typed.base, key=form.form_key(), reason=reason[:LONGEST_TEXT] or None)
    try:
        decide_dispute(table.id, hand_id, claims, kept, asked)
    except Stale as stale:
        return changed_meanwhile(stale.table, hand_id, typed)
    except Reused:
        again = replace(typed, key=str(uuid4()), base=table.version, errors={"form": tell_dispute_reused()})
        return page_of(table, hand_id, again, 422)
    except NotAllowed as refused:
        told = tell_refusal(refused, names_within(table.players))
        return page_of(table, hand_id, replace(typed, errors={"form": told}), 422)
    return sent_on(url_for("series.show", series_id=table.id))


def changed_meanwhile(table: Table, hand_id: UUID, typed: TypedDispute) -> Response:
    """The page on the series as somebody else made it meanwhile; nothing typed is lost."""
    told = tell_dispute_stale(table.lines[-1].device)
    return page_of(table, hand_id, replace(typed, base=table.version, errors={"form": told}), 409)


def page_of(table: Table, hand_id: UUID, typed: TypedDispute, status: int) -> Response:
    """The page of a dispute on this hand."""
    page = dispute_page(table, find(table, hand_id), typed, visitor())
    return shown("disputes/show.html", page, status)


def find(table: Table, hand_id: UUID) -> KeptHand:
    """The hand on the table. Raises `Missing`."""
    found = next((kept for kept in table.hands if kept.id == hand_id), None)
    if found is None:
        raise Missing("hand_unknown")
    return found
