"""A fixed cast round one series, and what they send: every test of the web asks the same people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

HIDDEN = re.compile(r'<input[^>]*type="hidden"[^>]*>')
ATTRIBUTE = re.compile(r'(name|value)="([^"]*)"')
ERROR = re.compile(r'class="error"[^>]*>([^<]+)<')


class Phone:
    """A browser without JavaScript: keeps its cookies, sends forms with what was hidden in them."""

    def __init__(self, app: Flask, token: str | None = None) -> None:
        self.client = app.test_client()
        if token is not None:
            self.client.set_cookie("device", token)

    def get(self, url: str, **options: Any) -> TestResponse:
        return self.client.get(url, **options)

    def send(self, url: str, fields: Mapping[str, str], page: str) -> TestResponse:
        """Post a form that stands on `page`."""
        return self.client.post(url, data={**hidden(page), **fields})

    def csrf(self) -> str:
        token: str = self.get("/csrf").get_json()["csrf_token"]
        return token

    def post(self, url: str, **fields: str) -> TestResponse:
        """Post these fields with a good token, from no page in particular."""
        return self.client.post(url, data={"csrf_token": self.csrf(), **fields})

    def api(self, method: str, url: str, body: object = None) -> TestResponse:
        """Call the API as the page's outbox does: by cookie and token."""
        return self.client.open(f"/api{url}", method=method, json=body, headers={"X-CSRFToken": self.csrf()})


class Script:
    """A program with a token."""

    def __init__(self, app: Flask, token: str | None) -> None:
        self.client = app.test_client()
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def call(self, method: str, url: str, body: object = None, **options: Any) -> TestResponse:
        headers = {**self.headers, **options.pop("headers", {})}
        if body is not None:
            options["json"] = body
        return self.client.open(f"/api{url}", method=method, headers=headers, **options)


@dataclass
class Cast:
    """Everybody who might ask for one series, as programs and as phones."""

    series_id: str
    book_id: int
    scripts: dict[str, Script]
    phones: dict[str, Phone]

    @property
    def url(self) -> str:
        return f"/series/{self.series_id}"

    @property
    def owner(self) -> Script:
        return self.scripts["owner"]

    @property
    def scorer(self) -> Script:
        return self.scripts["scorer"]

    @property
    def viewer(self) -> Script:
        return self.scripts["viewer"]

    @property
    def stranger(self) -> Script:
        """Somebody with a book of their own."""
        return self.scripts["stranger"]

    @property
    def nobody(self) -> Script:
        """Somebody with a token that was never one."""
        return self.scripts["nobody"]

    @property
    def revoked(self) -> Script:
        return self.scripts["revoked"]

    def read(self) -> dict[str, Any]:
        """The series as it is now."""
        told: dict[str, Any] = self.viewer.call("GET", self.url).get_json()
        return told

    def record(self, hand: Mapping[str, Any], **more: Any) -> TestResponse:
        """A hand put at the end by the scorer."""
        body = {"base": self.read()["version"], **hand, **more}
        return self.scorer.call("PUT", f"{self.url}/hands/{uuid4()}", body)


ROLES = ("owner", "scorer", "viewer")
EVENING: list[dict[str, Any]] = [
    {"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Alexandra": 13}},
    {"how": "knock", "knocker": "Alexandra", "deadwood": {"Alexandra": 3, "Bob": 21}},
    {"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 5}},
    {"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 1, "Alexandra": 5}},
]
"""The worked example of the rules: 18/0/0 against 44/34/4."""


@pytest.fixture
def cast(app: Flask) -> Cast:
    """A book with one series of Alexandra and Bob, nothing played yet, and everybody who might ask for it."""
    book = new_book(app, "Kitchen table")
    scripts = {role: Script(app, book[f"{role}_token"]) for role in ROLES}
    scripts["stranger"] = Script(app, new_book(app, "Next door")["owner_token"])
    scripts["nobody"] = Script(app, "never-a-token")
    series = scripts["owner"].call("POST", "/series", new_series()).get_json()
    phones = {role: joined_phone(app, book["id"], role) for role in ROLES}
    phones["stranger"] = Phone(app)
    scripts["revoked"], phones["revoked"] = revoked_devices(app, book["id"])
    return Cast(series["id"], book["id"], scripts, phones)


def new_book(app: Flask, name: str) -> dict[str, Any]:
    made: dict[str, Any] = app.test_client().post("/api/books", json={"name": name}).get_json()
    return made


def new_series(**more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "players": ["Alexandra", "Bob"], "hands": [], **more}


def joined_phone(app: Flask, book_id: int, role: Any) -> Phone:
    from scorekeeper.store.devices import make_device
    from scorekeeper.store.links import join, make_link

    with app.app_context():
        made = make_device("phone", f"The {role}'s phone")
        join(make_link(book_id, role, None), made.bearer.id)
    return Phone(app, made.token)


def revoked_devices(app: Flask, book_id: int) -> tuple[Script, Phone]:
    """A script and a phone that were owners once."""
    from scorekeeper.store.devices import forget_device, make_device
    from scorekeeper.store.links import join, make_link

    tokens = []
    with app.app_context():
        for kind in ("script", "phone"):
            made = make_device(kind, "Gone")
            join(make_link(book_id, "owner", None), made.bearer.id)
            forget_device(made.bearer.id)
            tokens.append(made.token)
    return Script(app, tokens[0]), Phone(app, tokens[1])


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone without a past."""
    return Phone(app)


@pytest.fixture
def started(app: Flask) -> Callable[..., tuple[Phone, str]]:
    """Starts a first series on a fresh phone, by the form; gives the phone and the series' address."""

    def start(**fields: str) -> tuple[Phone, str]:
        phone = Phone(app)
        page = phone.get("/series/new").text
        answer = phone.send("/series/new", {**NEW_SERIES, **fields}, page)
        assert answer.status_code == 303, errors(answer)
        return phone, answer.headers["Location"]

    return start


NEW_SERIES = {
    "player_1": "Ann",
    "player_2": "Bob",
    "first_dealer": "0",
    "preset": "house",
    "target": "100",
    "gin_bonus": "25",
    "undercut_bonus": "10",
    "tie": "undercut",
    "big_gin_bonus": "",
    "late_start": "slide",
    "extras": "true",
    "game_bonus": "100",
    "box_bonus": "20",
    "gin_boxes": "0",
    "undercut_boxes": "0",
    "shutout": "plus_100",
    "settlement": "difference",
    "third_column_factor": "1",
    "round_to": "0",
    "series_winner": "columns",
    "next_dealer": "winner",
}


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's first form that has them."""
    found: dict[str, str] = {}
    for tag in HIDDEN.findall(page):
        told = dict(ATTRIBUTE.findall(tag))
        found.setdefault(told["name"], unescape(told.get("value", "")))
    return found


def errors(answer: TestResponse) -> list[str]:
    """The sentences beside the fields of a page."""
    return [unescape(told) for told in ERROR.findall(answer.text)]


def totals(page: str) -> dict[tuple[str, int], int]:
    """The six totals of a series page by player and game."""
    found = re.findall(r'data-player="([^"]*)" data-game="(\d)">(\d+)<', page)
    return {(unescape(name), int(game)): int(points) for name, game, points in found}


@contextmanager
def counted_queries(app: Flask) -> Iterator[list[str]]:
    """The statements that reach the database within the block; a transaction has to begin all the same."""
    from sqlalchemy import event

    from scorekeeper.store.models import db

    told: list[str] = []

    def listen(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement != "BEGIN":
            told.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", listen)
    try:
        yield told
    finally:
        event.remove(engine, "before_cursor_execute", listen)
