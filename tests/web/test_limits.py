"""What strangers, scripts and phones may do how often; and what nobody limits."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.conftest import opened_app
from tests.web.conftest import NEW_SERIES, Phone, Script, new_book, new_series

if TYPE_CHECKING:
    from flask import Flask


@pytest.fixture
def limited_app(database: str, tmp_path: Path) -> Iterator[Flask]:
    """The application of an operator who lets an address start 60 books an hour."""
    with opened_app(database, tmp_path, books_an_hour=60) as app:
        yield app


def start_books(app: Flask, count: int, address: str) -> list[int]:
    """The answers to so many new books in turn from the API and from the form, all from one address."""
    answers = []
    for number in range(count):
        came = {"environ_base": {"REMOTE_ADDR": address}}
        if number % 2:
            script = Script(app, None)
            answers.append(script.call("POST", "/books", {"name": "Kitchen"}, **came).status_code)
            continue
        client = app.test_client()
        token = client.get("/csrf").get_json()["csrf_token"]
        form = {**NEW_SERIES, "csrf_token": token, "key": str(uuid4())}
        answers.append(client.post("/series/new", data=form, **came).status_code)
    return answers


def test_60_new_books_an_hour_from_one_address(limited_app: Flask) -> None:
    app = limited_app
    answers = start_books(app, 62, "192.0.2.1")
    assert set(answers[:60]) == {201, 303}
    assert answers[60:] == [429, 429]
    assert set(start_books(app, 2, "192.0.2.2")) == {201, 303}
    told = Script(app, None).call(
        "POST", "/books", {"name": "Kitchen"}, environ_base={"REMOTE_ADDR": "192.0.2.1"}
    )
    assert told.get_json()["error"].startswith("Too many new books")
    assert 3000 < int(told.headers["Retry-After"]) <= 3601


def test_one_household_s_ipv6_addresses_are_one(limited_app: Flask) -> None:
    app = limited_app
    assert start_books(app, 30, "2001:db8:1:2::1").count(429) == 0
    assert start_books(app, 31, "2001:db8:1:2::ffff").count(429) == 1
    assert start_books(app, 1, "2001:db8:1:3::1").count(429) == 0


def test_a_forwarded_address_counts_only_behind_a_proxy_that_we_were_told_of(
    sqlite_database: str, tmp_path: Path
) -> None:
    def asked(app: Flask, number: int) -> int:
        told = {"X-Forwarded-For": f"192.0.2.{number}"}
        return Script(app, None).call("POST", "/books", {"name": "x"}, headers=told).status_code

    with opened_app(sqlite_database, tmp_path, books_an_hour=60) as app:
        assert [asked(app, number) for number in range(61)][-1] == 429
    with opened_app(sqlite_database, tmp_path, books_an_hour=60, proxies=1) as app:
        assert asked(app, 100) == 201


def test_an_operator_who_starts_all_books_himself(sqlite_database: str, tmp_path: Path) -> None:
    with opened_app(sqlite_database, tmp_path, anyone_starts_books=False) as app:
        assert start_books(app, 2, "192.0.2.1") == [403, 403]


@contextmanager
def limited(url: str, folder: Path) -> Iterator[Flask]:
    """An application with 5 writes a minute."""
    with opened_app(url, folder, writes_a_minute=5) as app:
        yield app


def test_nobody_s_writes_are_limited_unless_the_operator_says_so(app: Flask) -> None:
    script = Script(app, new_book(app, "Kitchen")["owner_token"])
    assert {script.call("POST", "/series", new_series()).status_code for _ in range(80)} == {201}


def test_writes_are_limited_by_device_where_the_operator_says_so(
    sqlite_database: str, tmp_path: Path
) -> None:
    with limited(sqlite_database, tmp_path) as app:
        book = new_book(app, "Kitchen")
        first, second = Script(app, book["owner_token"]), Script(app, book["scorer_token"])
        answers = [first.call("POST", "/series", new_series()) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 2
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert "counts once" in answers[-1].get_json()["error"]
        assert first.call("GET", "/series").status_code == 200
        assert second.call("POST", "/series", new_series()).status_code == 201


def test_a_form_beyond_the_limit_comes_back_with_what_was_typed(sqlite_database: str, tmp_path: Path) -> None:
    with limited(sqlite_database, tmp_path) as app:
        phone = Phone(app)
        url = phone.post("/series/new", **NEW_SERIES, key=str(uuid4())).headers["Location"]
        answers = [phone.post(f"{url}/undo", base="0", key=str(uuid4())) for _ in range(6)]
        assert answers[-1].status_code == 429
        assert 'name="base" value="0"' in answers[-1].text
        assert phone.get(url).status_code == 200


def test_a_counter_out_of_reach_stops_nobody(
    sqlite_database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from limits.errors import StorageError
    from limits.strategies import MovingWindowRateLimiter

    def fail(*_args: object) -> bool:
        raise StorageError(ConnectionError("nobody there"))

    monkeypatch.setattr(MovingWindowRateLimiter, "hit", fail)
    with limited(sqlite_database, tmp_path) as app, caplog.at_level(logging.WARNING, "scorekeeper.limits"):
        script = Script(app, new_book(app, "Kitchen")["owner_token"])
        assert [script.call("POST", "/series", new_series()).status_code for _ in range(7)] == [201] * 7
    assert "nobody there" in caplog.text
