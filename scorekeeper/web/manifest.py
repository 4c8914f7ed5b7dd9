"""The pad as an app on a home screen: what it is called there, its icons and where it starts."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.web.access import open_to_all
from scorekeeper.words.app import app_name, describe_app, describe_series_picture, describe_table_picture
from scorekeeper.words.links import code_label, new_series_label
from scorekeeper.words.locale import LANGUAGES, present_language, use_locale

blueprint = Blueprint("manifest", __name__)

MANIFEST = "application/manifest+json"
PAPER = "#f6f1e1"
"""The pad's own colour by day, behind it while it starts and above it in a bar."""


@blueprint.get("/manifest.webmanifest")
@open_to_all
def show() -> Response:
    """The manifest; it locks no orientation, since a phone lies on a table as it lies.

    Browsers ask for it without their cookies, so its address tells the language of the page that names it.
    """
    told = request.args.get("language", "")
    if told in LANGUAGES:
        use_locale(told)
    home = url_for("home.show")
    manifest = {
        "id": home,
        "name": app_name(),
        "short_name": app_name(),
        "description": describe_app(),
        "lang": present_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "utilities"],
        "icons": [
            picture("icons/pad-192.png", "192x192", purpose="any"),
            picture("icons/pad-512.png", "512x512", purpose="any"),
            picture("icons/pad-full-512.png", "512x512", purpose="maskable"),
        ],
        "shortcuts": [
            {"name": new_series_label(), "url": url_for("starts.new")},
            {"name": code_label(), "url": url_for("links.ask_code")},
        ],
        "screenshots": [
            picture("pictures/series.png", "780x1688", form_factor="narrow", label=describe_series_picture()),
            picture("pictures/table.png", "1280x800", form_factor="wide", label=describe_table_picture()),
        ],
    }
    return Response(json.dumps(manifest, ensure_ascii=False), content_type=MANIFEST)


def picture(path: str, size: str, **more: str) -> dict[str, Any]:
    """A picture of ours, as manifests name them."""
    return {"src": current_app.extensions["assets"].url(path), "sizes": size, "type": "image/png", **more}
