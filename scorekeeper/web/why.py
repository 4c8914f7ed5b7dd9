"""Every number explains itself: a hand, a game, the settlement, and what would close a game."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, abort

from scorekeeper.store.errors import Missing
from scorekeeper.store.series import load_series
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.correction_page import find_hand
from scorekeeper.web.game_page import game_page, settlement_page
from scorekeeper.web.hand_page import gone_page, hand_page
from scorekeeper.web.reach_page import reach_page
from scorekeeper.web.respond import shown

blueprint = Blueprint("why", __name__)

SERIES = "/series/<uuid:series_id>"


@blueprint.get(f"{SERIES}/hands/<uuid:hand_id>")
@series_access("look")
def show_hand(series_id: UUID, hand_id: UUID) -> Response:
    """A hand, also one that was struck out or taken back."""
    table = load_series(series_id)
    kept = find_hand(table, hand_id)
    if kept is not None:
        return shown("hands/show.html", hand_page(table, kept, visitor()))
    if not any(line.hand_id == hand_id for line in table.lines):
        raise Missing("hand_unknown")
    return shown("hands/show.html", gone_page(table, hand_id, visitor()))


@blueprint.get(f"{SERIES}/games/<int:game>")
@series_access("look")
def show_game(series_id: UUID, game: int) -> Response:
    """One of the three games, line by line."""
    if game not in {1, 2, 3}:
        abort(404)
    return shown("games/show.html", game_page(load_series(series_id), game, visitor()))


@blueprint.get(f"{SERIES}/settlement")
@series_access("look")
def show_settlement(series_id: UUID) -> Response:
    """What the series comes to, and how."""
    return shown("games/settlement.html", settlement_page(load_series(series_id), visitor()))


@blueprint.get(f"{SERIES}/reach")
@series_access("look")
def show_reach(series_id: UUID) -> Response:
    """What would close a game or win the series."""
    return shown("games/reach.html", reach_page(load_series(series_id), visitor()))
