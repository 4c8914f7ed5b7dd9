"""What a request carries, read whole or refused: never cut short, never a trace for what isn't JSON."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request
from gunicorn.http.errors import ParseException

from scorekeeper.config import LARGEST_BODY

View = TypeVar("View", bound=Callable[..., Any])

LARGEST_FILE = 16 * LARGEST_BODY
"""Bytes of a file that a page's form may bring; each series in it is held to the limit of a body."""
POLITE_DRAIN = 16 * LARGEST_BODY
"""Bytes of an oversized body that are read and thrown away, so that its sender reads our answer.

A server that closes the connection under a sender's hands makes it see a reset instead of the 413.
"""
PIECE = 64 * 1024
BROUGHT = frozenset({"CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"})
"""What tells that a request has a body: most have none."""


def install_bodies(app: Flask) -> None:
    """Refuse bodies over the limit before anything looks at them."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_BODY
    app.before_request(refuse_oversized)


def takes_files(view: View) -> View:
    """Declare that this view takes a form with a file."""
    view.largest_body = LARGEST_FILE  # type: ignore[attr-defined]
    return view


def largest_body() -> int:
    """Bytes that the body of this request may have."""
    view = current_app.view_functions.get(request.endpoint or "")
    return getattr(view, "largest_body", LARGEST_BODY)


def refuse_oversized() -> None:
    """413 for a body over the limit, whether its length was announced or it comes in chunks.

    Flask checks only an announced length; under gunicorn it cuts a chunked body at the limit without a word.
    """
    if not BROUGHT & request.environ.keys():
        return
    limit = request.max_content_length = largest_body()
    announced = request.content_length
    if announced is not None:
        if announced > limit:
            drain(announced)
            abort(413)
        return
    if "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
        return
    body = read_chunks(limit + 1)
    if len(body) > limit:
        drain(POLITE_DRAIN)
        abort(413)
    request.environ["wsgi.input"] = io.BytesIO(body)
    request.environ["CONTENT_LENGTH"] = str(len(body))


def read_chunks(most: int) -> bytes:
    """So many bytes of a body in chunks at most; 400 for chunks that are none, or that end too early."""
    try:
        body: bytes = request.environ["wsgi.input"].read(most)
    except (ParseException, OSError):
        abort(400)
    return body


def drain(length: int) -> None:
    """Read what is left of a body and forget it."""
    left = min(length, POLITE_DRAIN)
    while left > 0:
        piece = request.environ["wsgi.input"].read(min(left, PIECE))
        if not piece:
            return
        left -= len(piece)
