"""The rules, of the game and of a series."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, url_for

from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.store.series import load_series
from scorekeeper.web.access import open_to_all, series_access, visitor
from scorekeeper.web.respond import shown
from scorekeeper.web.rules_page import rules_page
from scorekeeper.web.series_page import players_of, series_menu

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
@open_to_all
def show() -> Response:
    """The rules as the game is usually played."""
    return shown("rules/show.html", rules_page(DEFAULTS, None, url_for("home.show"), ()))


@blueprint.get("/series/<uuid:series_id>/rules")
@series_access("look")
def show_series(series_id: UUID) -> Response:
    """The rules of one series."""
    table = load_series(series_id)
    back_url = url_for("series.show", series_id=series_id)
    page = rules_page(table.rules, players_of(table), back_url, series_menu(table, visitor()))
    return shown("rules/show.html", page)
