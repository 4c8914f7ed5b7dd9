"""What a page asks for costs the same in a book of any size: counted in steps of SQLite, not in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.store.entries import Request, record_hand
from scorekeeper.store.lists import list_book
from scorekeeper.store.models import db
from scorekeeper.store.people import find_person
from scorekeeper.store.records import head_to_head, margins, record_of, rules_between
from scorekeeper.store.scorebooks import last_players
from tests.conftest import opened_app
from tests.store.evening import ANN, paper
from tests.store.shelf import FIRST_EVENING, a_book, bring_in, evening_in, only_book

FEW, MANY = 60, 600
"""Series between the same two people; a full page even where they are few."""


@pytest.fixture
def own(sqlite_database: str, tmp_path: Path) -> Iterator[Flask]:
    """An application over a database of this test's own."""
    with opened_app(sqlite_database, tmp_path) as app, app.app_context():
        yield app


def a_book_of(count: int) -> str:
    """A book with so many finished series, won in turn."""
    book = a_book()
    rules = {"target": 50, "extras": False, "stake": {"amount": "0.05", "currency": "EUR"}}
    hands = [[{"how": "points", "winner": winner, "points": 50}] * 3 for winner in ("Ann", "Bob")]
    bring_in(
        (
            {
                "players": ["Ann", "Bob"],
                "started_at": (FIRST_EVENING + timedelta(hours=number)).isoformat(),
                "rules": rules,
                "hands": hands[number % 2],
            }
            for number in range(count)
        ),
        book,
    )
    return book


def steps_of(ask: Callable[[], object]) -> int:
    """How many steps SQLite takes for what is asked."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    def watch(connection: Any, _record: object, _proxy: object) -> None:
        connection.set_progress_handler(count, 1)

    db.session.rollback()
    event.listen(db.engine, "checkout", watch)
    try:
        ask()
        db.session.rollback()
    finally:
        event.remove(db.engine, "checkout", watch)
    return steps


def costs_in(book: str) -> dict[str, int]:
    """The steps of everything that is asked often."""
    book_id = only_book(book).id
    ann, bob = find_person(book_id, "Ann").id, find_person(book_id, "Bob").id
    evening = evening_in(book)

    def finish() -> None:
        for base in range(3):
            record_hand(evening.id, uuid4(), paper(ANN, 100), Request(evening.ann, base))

    asked: dict[str, Callable[[], object]] = {
        "head-to-head": lambda: head_to_head(book_id, ann, bob),
        "person": lambda: record_of(book_id, ann),
        "margins": lambda: margins(ann, bob),
        "rules": lambda: rules_between(book_id, ("Ann", "Bob")),
        "people to play with": lambda: last_players(book_id, 10),
        "list": lambda: list_book(book_id),
        "list of a player": lambda: list_book(book_id, "Ann"),
        "a whole series": finish,
    }
    return {what: steps_of(ask) for what, ask in asked.items()}


def test_ten_times_the_series_cost_hardly_more(own: Flask) -> None:
    few, many = costs_in(a_book_of(FEW)), costs_in(a_book_of(MANY))
    assert min(few.values()) > 0
    assert {what: steps for what, steps in many.items() if steps > 1.1 * few[what]} == {}, (few, many)
