"""Whether this process serves and its database answers, for whatever watches over them."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from sqlalchemy import text

from scorekeeper.store.models import db
from scorekeeper.web.access import open_to_all
from scorekeeper.web.answers import Health
from scorekeeper.web.described import described

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@open_to_all
@described({200: Health})
def show() -> Response:
    """200 when the database answers; 503 otherwise, by the handler for an unreachable database."""
    db.session.execute(text("SELECT 1"))
    return jsonify(status="ok")
