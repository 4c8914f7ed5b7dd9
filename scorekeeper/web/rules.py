"""The rules, of the game and of a series: looked up, changed while no hand is kept, tried on its hands."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from flask import Blueprint, Response, request, url_for

from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.seriesfile import read_id
from scorekeeper.store.copies import copy_series
from scorekeeper.store.entries import Request, change_rules
from scorekeeper.store.errors import Frozen, Reused
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.stale import Stale
from scorekeeper.web.access import open_to_all, series_access, visitor
from scorekeeper.web.errors import error_page
from scorekeeper.web.moments import day_of
from scorekeeper.web.other_rules_page import (
    ChangeRulesPage,
    Trial,
    change_rules_page,
    mark_of,
    other_rules_page,
    trial_of,
)
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.rule_form import OtherRulesForm, opening_rules, read_rules_form, rules_again
from scorekeeper.web.rules_page import rules_page
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.keeping import tell_unkept
from scorekeeper.words.rules import (
    tell_copy_note,
    tell_look_again,
    tell_no_hands,
    tell_rules_stale,
    tell_same_rules,
)

blueprint = Blueprint("rules", __name__)

SERIES = "/series/<uuid:series_id>"


@blueprint.get("/rules")
@open_to_all
def show() -> Response:
    """The rules as the game is usually played."""
    return shown("rules/show.html", rules_page(DEFAULTS, None, url_for("home.show"), ()))


@blueprint.get(f"{SERIES}/rules")
@series_access("look")
def show_series(series_id: UUID) -> Response:
    """The rules of one series; who may write is led to change them, or to try others on the same hands."""
    table = load_series(series_id)
    way = "" if not visitor().may_write else "rules.try_others" if table.hands else "rules.change"
    page = rules_page(
        table.rules,
        players_of(table),
        url_for("series.show", series_id=series_id),
        series_menu(table, visitor()),
        change_url=url_for(way, series_id=series_id) if way == "rules.change" else "",
        other_url=url_for(way, series_id=series_id) if way == "rules.try_others" else "",
    )
    return shown("rules/show.html", page)


@blueprint.get(f"{SERIES}/rules/change")
@series_access("write")
def change(series_id: UUID) -> Response:
    """The rules as a form, while no hand is kept."""
    table = load_series(series_id)
    if table.hands:
        return frozen()
    return shown("rules/change.html", change_rules_page(table, visitor(), opening_rules(table.rules)))


@blueprint.post(f"{SERIES}/rules/change")
@series_access("write")
def keep_change(series_id: UUID) -> Response:
    """Change them, and go back to the series."""
    form = OtherRulesForm(request.form)
    rules, errors = read_rules_form(form)
    if rules is None:
        return change_again(load_series(series_id), form, errors, 422)
    asked = Request(visitor().bearer, form.base.data, key=form.form_key())
    try:
        change_rules(series_id, rules, asked)
    except Frozen:
        return frozen()
    except Stale as stale:
        if stale.table.hands:
            return frozen()
        return change_again(stale.table, form, {"form": tell_rules_stale()}, 409)
    return sent_on(url_for("series.show", series_id=series_id))


def change_again(table: Table, form: OtherRulesForm, errors: dict[str, str], status: int) -> Response:
    """The form as it came, on the series as it is now."""
    page: ChangeRulesPage = change_rules_page(table, visitor(), rules_again(form, errors))
    return shown("rules/change.html", replace(page, key=form.key.data or page.key), status)


def frozen() -> Response:
    """That a hand is on the sheet by now."""
    return error_page(409, tell_unkept("rules_frozen", {}) or "")


@blueprint.get(f"{SERIES}/rules/other")
@series_access("write")
def try_others(series_id: UUID) -> Response:
    """Other rules to choose for the same hands."""
    table = load_series(series_id)
    trial = Trial(key=str(uuid4()), rules=opening_rules(table.rules))
    return shown("rules/other.html", other_rules_page(table, visitor(), trial))


@blueprint.post(f"{SERIES}/rules/other")
@series_access("write")
def make_second(series_id: UUID) -> Response:
    """Show the sheet under other rules beside the present one; with `make` start a second series of it."""
    form = OtherRulesForm(request.form)
    table = load_series(series_id)
    rules, errors = read_rules_form(form)
    trial = Trial(key=form.key.data or str(uuid4()), rules=rules_again(form, errors))
    if rules is None:
        return shown("rules/other.html", other_rules_page(table, visitor(), trial), 422)
    told = told_against(table, rules, form)
    tried = replace(trial, tried=trial_of(table, rules), errors={"form": told} if told else {})
    if told or not form.make.data:
        return shown("rules/other.html", other_rules_page(table, visitor(), tried), 422 if told else 200)
    return sent_on(url_for("series.show", series_id=second_series(table, rules, form)))


def told_against(table: Table, rules: Rules, form: OtherRulesForm) -> str:
    """Why no second series can be made of this form yet; empty where nothing is said against it."""
    if rules == table.rules:
        return tell_same_rules()
    if form.make.data and not trial_of(table, rules).refitted.hands:
        return tell_no_hands()
    if form.make.data and form.shown.data != mark_of(table, rules):
        return tell_look_again()
    return ""


def second_series(table: Table, rules: Rules, form: OtherRulesForm) -> UUID:
    """The id of the second series; the one that this form made before, where it was sent before."""
    copy_id = UUID(read_id(form.key.data, "key"))
    note = tell_copy_note(day_of(table.started_at))
    try:
        return copy_series(table, rules, visitor().bearer, copy_id, note).table.id
    except Reused:
        return copy_id
