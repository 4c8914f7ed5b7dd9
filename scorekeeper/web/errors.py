"""Answers to requests that can't be served: a sentence for people, JSON for programs, never a trace."""

from __future__ import annotations

from flask import Flask, Response, jsonify, make_response, render_template, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from scorekeeper.words.faults import tell_fault

RETRY_AFTER = "2"
"""Seconds until a phone should try again when the database is out of reach."""


def install_errors(app: Flask) -> None:
    """Answer every failure in the asker's own way."""
    app.register_error_handler(HTTPException, tell_http)
    app.register_error_handler(OperationalError, tell_unreachable)


def tell_http(error: HTTPException) -> Response:
    """A failure that a view or the framework stated, a broken view's 500 included."""
    if error.code is None or error.code < 400:
        return make_response(error.get_response())
    answer = failed(error.code)
    answer.headers.extend(header for header in error.get_headers() if header[0] not in {"Content-Type"})
    return answer


def tell_unreachable(error: OperationalError) -> Response:
    """The database is locked, gone or full: the phone keeps the hand and tries again."""
    answer = failed(503)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def failed(status: int, sentence: str | None = None, field: str | None = None) -> Response:
    """The answer to a request that failed: JSON below /api, else a page."""
    told = sentence or tell_fault(status)
    if speaks_json():
        return in_json(status, told, field)
    return make_response(render_template("error.html", status=status, sentence=told), status)


def in_json(status: int, sentence: str, field: str | None) -> Response:
    """The contract's shape of an error."""
    answer = jsonify(error=sentence, field=field)
    answer.status_code = status
    return answer


def speaks_json() -> bool:
    """Whether the asker is a program: everything below /api, and who takes only JSON elsewhere."""
    if request.path.startswith("/api"):
        return True
    return request.accept_mimetypes.best == "application/json"
