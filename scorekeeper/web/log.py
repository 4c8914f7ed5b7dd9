"""The log of a series."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request

from scorekeeper.store.series import load_series
from scorekeeper.web.access import series_access, visitor
from scorekeeper.web.log_page import log_page
from scorekeeper.web.respond import shown

blueprint = Blueprint("log", __name__)


@blueprint.get("/series/<uuid:series_id>/log")
@series_access("look")
def show(series_id: UUID) -> Response:
    """The newest changes, or those before the version `before`."""
    before = request.args.get("before", type=int)
    return shown("log/show.html", log_page(load_series(series_id), before, visitor()))
