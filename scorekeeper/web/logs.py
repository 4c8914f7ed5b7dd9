"""What the operator can read of requests: a JSON line each where that is wanted; slow statements and a
database out of reach always.

Nothing of it says a token, a name or a hand: paths have their secrets masked, query strings and values of
statements are left out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, has_request_context, request
from sqlalchemy import event

from scorekeeper.config import Settings
from scorekeeper.store.errors import Unavailable
from scorekeeper.store.models import db
from scorekeeper.web.access import visitor

TROUBLE_PAUSE = 60
"""Seconds between two lines about a database out of reach: every phone that follows asks again and again."""
SECRET = re.compile(r"(/join/)[^\s\"'\]?]+")
"""Where a path has a token."""

lines = logging.getLogger("scorekeeper.lines")
"""Takes finished JSON lines, to standard error."""


class Masked(logging.Filter):
    """Lets every record through, without the tokens in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.getMessage()
        if "/join/" in told:
            record.msg, record.args = masked(told), ()
        return True


def install_logs(app: Flask) -> None:
    """Keep tokens out of every log, log slow statements, and requests where the operator wants that."""
    settings: Settings = app.extensions["settings"]
    for log in (app.logger, logging.getLogger("gunicorn.error")):
        if not any(isinstance(known, Masked) for known in log.filters):
            log.addFilter(Masked())
    if not lines.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        lines.addHandler(handler)
        lines.setLevel(logging.INFO)
        lines.propagate = False
    with app.app_context():
        watch_statements(settings.slow_query)
    if settings.logs_requests:
        app.before_request(note_start)
        app.after_request(log_request)


def note_start() -> None:
    """Remember when the request came."""
    g.came_at = time.perf_counter()


def log_request(response: Response) -> Response:
    """One line for a request that is answered."""
    write_line(
        "request",
        method=request.method,
        path=masked(request.path),
        status=response.status_code,
        ms=milliseconds_since(g.get("came_at", time.perf_counter())),
        device=visitor().device_id,
        address=request.remote_addr,
    )
    return response


def watch_statements(slow: float) -> None:
    """Log every statement that takes this many seconds or more."""

    def note(_connection: Any, _cursor: Any, _sql: str, _values: Any, context: Any, _many: bool) -> None:
        context.scorekeeper_began = time.perf_counter()

    def tell(_connection: Any, _cursor: Any, sql: str, _values: Any, context: Any, _many: bool) -> None:
        began = context.scorekeeper_began
        if time.perf_counter() - began < slow:
            return
        path = masked(request.path) if has_request_context() else None
        write_line("slow statement", ms=milliseconds_since(began), sql=" ".join(sql.split()), path=path)

    event.listen(db.engine, "before_cursor_execute", note)
    event.listen(db.engine, "after_cursor_execute", tell)


def log_trouble(trouble: Unavailable) -> None:
    """A line that says why the database can't be reached, unless this process has just written one."""
    now, told = time.monotonic(), current_app.extensions.get("trouble_told")
    if told is None or now - told > TROUBLE_PAUSE:
        current_app.extensions["trouble_told"] = now
        write_line("database out of reach", reason=str(trouble.__cause__ or trouble))


def write_line(kind: str, **told: Any) -> None:
    """One JSON line, with the time in UTC."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    lines.info(json.dumps({"time": now, "kind": kind, **told}, ensure_ascii=False))


def milliseconds_since(began: float) -> float:
    """Milliseconds, with one place."""
    return round((time.perf_counter() - began) * 1000, 1)


def masked(told: str) -> str:
    """The same without tokens."""
    return SECRET.sub(r"\1…", told)
