"""What the operator reads: a JSON line a request where he wants it, slow statements, and never a token."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.conftest import opened_app
from tests.live import LiveServer
from tests.web.conftest import Phone, Script, new_book, new_series

if TYPE_CHECKING:
    from flask import Flask

TOKEN = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"


class Kept(logging.Handler):
    """Remembers the lines."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(record.getMessage()))


@pytest.fixture
def kept() -> Iterator[list[dict[str, Any]]]:
    """The lines that are written within the test."""
    log, handler = logging.getLogger("scorekeeper.lines"), Kept()
    log.addHandler(handler)
    yield handler.lines
    log.removeHandler(handler)


def test_a_laptop_logs_no_requests(app: Flask, kept: list[dict[str, Any]]) -> None:
    Phone(app).get("/")
    assert kept == []


def test_a_request_is_one_line(sqlite_database: str, tmp_path: Path, kept: list[dict[str, Any]]) -> None:
    with opened_app(sqlite_database, tmp_path, logs_requests=True) as app:
        token = new_book(app, "Kitchen")["owner_token"]
        Script(app, token).call("POST", "/series?player=Ann", new_series())
        Phone(app).get(f"/join/{TOKEN}?x={TOKEN}")
        Phone(app).get(f"/join/{TOKEN}/{TOKEN}")
        Phone(app).get("/static/x/../../y")
    asked = [(line["method"], line["path"], line["status"]) for line in kept]
    assert asked[:4] == [
        ("POST", "/api/books", 201),
        ("POST", "/api/series", 201),
        ("GET", "/join/…", 404),
        ("GET", "/join/…", 404),
    ]
    assert kept[0].keys() == {"time", "kind", "method", "path", "status", "ms", "device", "address"}
    assert [type(line["device"]) for line in kept[:3]] == [type(None), int, type(None)]
    assert kept[0]["address"] == "127.0.0.1"
    assert token not in json.dumps(kept)
    assert TOKEN not in json.dumps(kept)


def test_every_token_in_a_path_is_one_that_logs_mask(app: Flask) -> None:
    with_secrets = [rule.rule for rule in app.url_map.iter_rules() if {"token", "code"} & rule.arguments]
    assert with_secrets
    assert all(rule.startswith("/join/<token>") for rule in with_secrets)


def test_a_slow_statement_is_one_line_without_its_values(
    sqlite_database: str, tmp_path: Path, kept: list[dict[str, Any]]
) -> None:
    from sqlalchemy import text

    from scorekeeper.store.models import db

    with opened_app(sqlite_database, tmp_path, slow_query=0.05) as app, app.test_request_context("/join/abc"):
        connection = db.session.connection()
        connection.connection.create_function("nap", 1, time.sleep)  # type: ignore[attr-defined]
        db.session.execute(text("SELECT nap(0.1),\n  :secret"), {"secret": TOKEN})
    (line,) = kept
    assert (line["kind"], line["sql"], line["path"]) == ("slow statement", "SELECT nap(0.1), ?", "/join/…")
    assert line["ms"] >= 100


def test_a_database_out_of_reach_is_one_line_however_many_ask(
    tmp_path: Path, kept: list[dict[str, Any]]
) -> None:
    with opened_app(f"sqlite:///{tmp_path}/nowhere/book.sqlite3", tmp_path) as app:
        for _ in range(3):
            assert app.test_client().get("/healthz").status_code == 503
    assert [(line["kind"], line["reason"]) for line in kept] == [
        ("database out of reach", "unable to open database file")
    ]


def test_a_broken_view_s_trace_has_no_token(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def fail(**_arguments: str) -> str:
        raise ZeroDivisionError

    fail.access = app.view_functions["links.show"].access  # type: ignore[attr-defined]
    app.view_functions["links.show"] = fail
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = app.test_client().get(f"/join/{TOKEN}")
    assert answer.status_code == 500
    assert TOKEN not in answer.text
    assert "ZeroDivisionError" in caplog.text
    assert TOKEN not in caplog.text


def test_no_token_in_anything_that_a_server_prints(sqlite_database: str, tmp_path: Path) -> None:
    """The real one, with requests logged: by link, by header and by cookie, good ones and bad ones."""
    import http.client

    environ = {"DATABASE_URL": sqlite_database, "SCOREKEEPER_LOG_REQUESTS": "yes"}
    with LiveServer(tmp_path, environ=environ) as server:

        def ask(method: str, path: str, body: str | None = None, **headers: str) -> bytes:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            connection.request(method, path, body, headers)
            told = connection.getresponse().read()
            connection.close()
            return told

        json_type = {"Content-Type": "application/json"}
        made = json.loads(ask("POST", "/api/books", '{"name": "Kitchen"}', **json_type))
        tokens = [made[f"{role}_token"] for role in ("owner", "scorer", "viewer")]
        for token in (*tokens, TOKEN):
            ask("GET", f"/join/{token}")
            ask("GET", f"/join/{token}/more?{token}")
            ask("POST", f"/join/{token}", f"csrf_token={token}")
            ask("GET", "/", Cookie=f"device={token}")
            ask("GET", f"/api/series/{uuid4()}", Authorization=f"Bearer {token}")
            ask("BREW", f"/join/{token}", "x" * 100)
        log = server.log.read_text()
    assert log.count('"kind": "request"') > 20
    assert not [token for token in (*tokens, TOKEN) if token in log]
