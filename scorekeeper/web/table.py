"""A series on the table's tablet or on the wall: big totals to look at, and nothing to press by mistake."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.store.series import load_series
from scorekeeper.web.access import series_access
from scorekeeper.web.release import tag_of_series
from scorekeeper.web.respond import of_this_release, shown, tagged, unchanged
from scorekeeper.web.table_page import table_page

blueprint = Blueprint("table", __name__)

TABLE = "/series/<uuid:series_id>/table"


@blueprint.get(TABLE)
@series_access("look")
def show(series_id: UUID) -> Response:
    """The totals, to be read from across the room; turned round for the player opposite where that is
    asked.
    """
    page = table_page(load_series(series_id), is_turned=request.args.get("turned") == "1")
    return shown("table/show.html", page)


@blueprint.get(f"{TABLE}/live")
@series_access("look")
def follow(series_id: UUID) -> Response:
    """What changes on it; 304 before anything is read or made where nothing has."""
    tag = tag_of_series()
    if request.if_none_match.contains_weak(tag):
        return unchanged(tag)
    page = table_page(load_series(series_id), is_turned=False)
    return of_this_release(tagged(make_response(render_template("table/_live.html", page=page)), tag))
