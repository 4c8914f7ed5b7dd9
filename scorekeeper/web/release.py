"""Which release this is, and tags that tell a page of one version from that of another."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask, current_app, request
from flask_babel import get_locale

from scorekeeper.web.access import seen_series


def install_release(app: Flask, templates: Path) -> None:
    """Tell this release from others: by its static files and its templates, whatever its number."""
    digest = hashlib.sha256(app.extensions["assets"].fingerprint.encode())
    for file in sorted(templates.rglob("*.html")):
        digest.update(file.read_bytes())
    app.extensions["release"] = digest.hexdigest()[:12]


def tag_of_series() -> str:
    """What an answer about the series that is asked for depends on, as short text."""
    seen = seen_series()
    release = current_app.extensions["release"]
    parts = (*seen.players, str(get_locale()), release, seen.role, request.query_string.decode("latin-1"))
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"{seen.version}-{digest[:16]}"
