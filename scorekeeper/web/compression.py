"""Pages made smaller on their way: a kitchen has no proxy that would do it, and a cellar has a bad signal."""

from __future__ import annotations

import gzip
from http import HTTPStatus

from flask import Flask, Response, request

from scorekeeper.web.headers import depends_on

PACKED = frozenset({"text/html", "application/json"})
WORTH_IT = 500
"""Bytes below which the packing costs more than it saves."""
EFFORT = 5
"""Of gzip's nine: less time than the usual six, and a page of thirty hands is all but 20 bytes as small."""


def install_compression(app: Flask) -> None:
    """Pack pages and JSON for everybody who reads gzip; static files were packed at start."""
    app.after_request(packed)


def packed(response: Response) -> Response:
    """The answer, packed where that is wanted and worth it."""
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        return response
    if response.mimetype not in PACKED or response.is_streamed:
        return response
    depends_on(response, "Accept-Encoding")
    if "Content-Encoding" in response.headers or request.accept_encodings.quality("gzip") <= 0:
        return response
    body = response.get_data()
    if len(body) < WORTH_IT:
        return response
    response.set_data(gzip.compress(body, EFFORT, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response
