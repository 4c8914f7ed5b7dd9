"""A damaged series as the database has it, to be saved by whoever may see it."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, jsonify

from scorekeeper.store.raw import read_raw
from scorekeeper.web.access import series_access

blueprint = Blueprint("raw", __name__)


@blueprint.get("/series/<uuid:series_id>/raw")
@series_access("look")
def show(series_id: UUID) -> Response:
    """Every stored value of the series as text, as a file."""
    answer = jsonify(read_raw(series_id))
    answer.headers["Content-Disposition"] = f'attachment; filename="series-{series_id}.json"'
    return answer
