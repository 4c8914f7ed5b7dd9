"""What other phones ask again and again: has anything changed, and what does it look like now."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.store.series import load_series
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.release import tag_of_series
from scorekeeper.web.respond import of_this_release, tagged, unchanged
from scorekeeper.web.series_page import series_page
from scorekeeper.web.sheet_table import read_view

blueprint = Blueprint("live", __name__)


@blueprint.get("/series/<uuid:series_id>/live")
@series_access("look")
def show(series_id: UUID) -> Response:
    """The regions of the series page that change; 304 before anything is read or made where none has."""
    tag = tag_of_series()
    if request.if_none_match.contains_weak(tag):
        return unchanged(tag)
    page = series_page(load_series(series_id), visitor(), read_view(request.args))
    return of_this_release(tagged(make_response(render_template("series/_live.html", page=page)), tag))
