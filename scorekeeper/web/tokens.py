"""A fresh token for forms and for the outbox, whose page may have been open for a long time."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scorekeeper.web.access import csrf_token, open_to_all
from scorekeeper.web.answers import FormToken
from scorekeeper.web.described import described

blueprint = Blueprint("tokens", __name__)


@blueprint.get("/csrf")
@open_to_all
@described({200: FormToken})
def show() -> Response:
    """The token that a write by cookie has to bring along."""
    answer = jsonify(csrf_token=csrf_token())
    answer.headers["Cache-Control"] = "no-store"
    return answer
