"""The files that pages bring along, at addresses that phones keep for good."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.web.access import open_to_all
from scorekeeper.web.assets import send_asset

blueprint = Blueprint("static", __name__)

FOREVER = "public, max-age=31536000, immutable"


@blueprint.get("/static/<fingerprint>/<path:path>")
@open_to_all
def show(fingerprint: str, path: str) -> Response:
    """One file of this release, kept for good."""
    response = send_asset(path, fingerprint)
    response.headers["Cache-Control"] = FOREVER
    return response
