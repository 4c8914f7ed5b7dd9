"""Pages that answer a form: each says which address shows the same without sending the form again."""

from __future__ import annotations

import posixpath
from typing import Any

from flask import Flask, request
from flask.globals import request_ctx


def install_answered(app: Flask) -> None:
    """Give templates `answered_at`, "" for a page that was asked for by its address."""
    app.context_processor(answered)


def answered() -> dict[str, Any]:
    """What the frame of a page is told about the request that it answers."""
    return {"answered_at": nearest_page(request.path) if request.method == "POST" else ""}


def nearest_page(path: str) -> str:
    """The address that a form was sent to, or the first one above it, that can be asked for."""
    adapter = request_ctx.url_adapter
    assert adapter is not None
    while not adapter.test(path, "GET"):
        path = posixpath.dirname(path)
    return path
