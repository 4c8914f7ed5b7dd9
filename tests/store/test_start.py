"""How a series begins, and what its repeat comes to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS, PRESETS
from scorekeeper.engine.seriesfile import FiledHand, SeriesFile, read_series
from scorekeeper.store.devices import make_device
from scorekeeper.store.errors import Missing, Reused, Taken
from scorekeeper.store.grants import books_of
from scorekeeper.store.models import Person, Series, db
from scorekeeper.store.scorebooks import make_book, people_of
from scorekeeper.store.series import load_series
from scorekeeper.store.start import start_series
from tests.store.evening import ANN, BOB, VOID, assert_summed_up, knock, paper

EMPTY = SeriesFile(("Ann", "Bob"), DEFAULTS, ())


def count_series(book_id: int) -> int:
    return db.session.scalar(select(func.count()).select_from(Series).where(Series.book_id == book_id)) or 0


def test_a_first_series_brings_its_book(store: Flask) -> None:
    ann = make_device("phone", "Ann's phone").bearer
    outcome = start_series(EMPTY, ann, book_name="  Kitchen   table ")
    table = outcome.table
    assert outcome.new
    assert (table.version, table.state, table.players) == (0, "running", ("Ann", "Bob"))
    assert [(book.id, book.name, book.role) for book in books_of(ann.id)] == [
        (table.book_id, "Kitchen table", "owner")
    ]
    assert load_series(table.id) == table
    assert_summed_up(table.id)


def test_a_series_with_all_that_a_file_can_say(store: Flask) -> None:
    filed = read_series(
        {
            "id": "6f1e3c57-6a4e-4c39-8f5d-2b1d3c0a9e77",
            "note": "Birthday",
            "started_at": "2024-11-30T19:02:00+01:00",
            "abandoned_at": "2024-11-30T23:00:00+01:00",
            "players": ["Alexandra", "Bob"],
            "first_dealer": "Bob",
            "next_dealer": "Alexandra",
            "rules": {"gin_bonus": 20, "stake": {"amount": "0.05", "currency": "eur"}},
            "hands": [
                {
                    "id": "0d9c3f0e-50e5-4a0e-9d0c-1f3a3a6a5b01",
                    "how": "knock",
                    "knocker": "Bob",
                    "deadwood": {"Bob": 3, "Alexandra": 13},
                    "at": "2024-11-30T19:05:12+01:00",
                },
                {"how": "void", "dealer": "Bob"},
                {"how": "points", "winner": "Bob", "points": 18, "struck": True},
            ],
        }
    )
    book = make_book("Book")
    table = start_series(filed, None, book.id).table
    assert load_series(table.id) == table
    assert table.id == UUID(filed.id or "")
    assert (table.note, table.first_dealer, table.next_dealer, table.state) == (
        "Birthday",
        BOB,
        ANN,
        "abandoned",
    )
    assert table.started_at == filed.started_at
    assert table.started_at.utcoffset() == timedelta(hours=1)
    assert table.abandoned_at == filed.abandoned_at
    assert table.rules == filed.rules
    assert [kept.hand for kept in table.hands] == [filed_hand.hand for filed_hand in filed.hands]
    assert str(table.hands[0].id) == filed.hands[0].id
    assert table.hands[0].at == filed.hands[0].at
    assert table.hands[1].at is None, "nobody said when"
    assert table.last_played_at == filed.hands[0].at
    assert [kept.struck for kept in table.hands] == [False, False, True]
    assert table.version == 6
    assert_summed_up(table.id)
    assert not start_series(filed, None, book.id).new


def test_times_at_the_ends_of_the_calendar(store: Flask) -> None:
    book = make_book("Book")
    for told in ("0001-01-01T01:00:00+01:00", "9999-12-31T23:30:00+00:00"):
        time = datetime.fromisoformat(told)
        filed = replace(EMPTY, started_at=time, hands=(FiledHand(VOID, at=time),))
        table = load_series(start_series(filed, None, book.id).table.id)
        assert table.started_at.isoformat() == told
        assert table.hands[0].at == time


def test_a_repeat_with_the_same_content_starts_nothing(store: Flask) -> None:
    ann = make_device("phone", "Ann's phone").bearer
    filed = replace(EMPTY, id=str(uuid4()), hands=(FiledHand(knock(ANN, 3, 13)),))
    first = start_series(filed, ann, book_name="Book").table
    spelt_otherwise = replace(filed, players=(" ann", "BOB"))
    for again in (filed, spelt_otherwise):
        for book_id in (None, first.book_id):
            outcome = start_series(again, ann, book_id, "Book")
            assert not outcome.new
            assert outcome.table == first
    assert len(books_of(ann.id)) == 1
    assert count_series(first.book_id) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"players": ("Ann", "Cy")},
        {"rules": PRESETS["plain"]},
        {"note": "other"},
        {"first_dealer": BOB},
        {"hands": (FiledHand(VOID),)},
        {"hands": (FiledHand(knock(ANN, 3, 13), struck=True),)},
        {"started_at": datetime(2026, 1, 1, tzinfo=UTC)},
    ],
)
def test_the_same_id_with_other_content_is_refused(store: Flask, change: dict[str, object]) -> None:
    book = make_book("Book")
    filed = replace(EMPTY, id=str(uuid4()))
    start_series(filed, None, book.id)
    with pytest.raises(Reused) as reused:
        start_series(replace(filed, **change), None, book.id)
    assert (reused.value.code, reused.value.field) == ("series_id_reused", "id")


def test_an_id_that_another_book_has_shows_nothing(store: Flask) -> None:
    filed = replace(EMPTY, id=str(uuid4()))
    start_series(filed, make_device("phone", "Ann's phone").bearer, book_name="Hers")
    cy = make_device("phone", "Cy's phone").bearer
    theirs = make_book("Theirs", cy.id)
    for book_id in (theirs.id, None):
        with pytest.raises(Taken) as taken:
            start_series(filed, cy, book_id, "New")
        assert taken.value.facts == {}
    assert len(books_of(cy.id)) == 1, "nor is an empty book left behind"


def test_people_are_found_by_any_spelling(store: Flask) -> None:
    book = make_book("Book")
    start_series(replace(EMPTY, players=("Jürgen", "Straße")), None, book.id)
    table = start_series(replace(EMPTY, players=("STRASSE", " ju\u0308rgen ")), None, book.id).table
    assert table.players == ("Straße", "Jürgen")
    assert table.told == ("STRASSE", " ju\u0308rgen ")
    assert [person.name for person in people_of(book.id)] == ["Jürgen", "Straße"]
    other = make_book("Other")
    start_series(replace(EMPTY, players=("Jürgen", "Ann")), None, other.id)
    named = select(func.count()).select_from(Person).where(Person.folded == "jürgen")
    assert db.session.scalar(named.where(Person.book_id.in_((book.id, other.id)))) == 2


@pytest.mark.parametrize(
    "names", [("李", "עִבְרִית"), ("O'Neil", '<b>"x"</b>'), ("=1+1", "😀" * 40), ("{{7*7}}", "\u202eAnn")]
)
def test_any_name_survives(store: Flask, names: tuple[str, str]) -> None:
    table = start_series(replace(EMPTY, players=names), None, make_book("Book").id).table
    assert load_series(table.id).players == names


def test_an_unknown_book_is_missing(store: Flask) -> None:
    with pytest.raises(Missing) as missing:
        start_series(EMPTY, None, 10**6)
    assert missing.value.code == "book_unknown"


def test_a_long_series_is_started_at_once(store: Flask) -> None:
    hands = tuple(FiledHand(Hand("points", winner=number % 2, points=0)) for number in range(3_000))
    table = start_series(replace(EMPTY, hands=hands), None, make_book("Book").id).table
    assert (table.version, len(table.hands)) == (3_000, 3_000)
    assert_summed_up(table.id)


def test_the_summary_tells_who_won_what(store: Flask) -> None:
    rules = PRESETS["modern"]
    hands = (
        knock(ANN, 3, 13),
        knock(BOB, 8, 3),
        Hand("gin", BOB, (31, 0)),
        Hand("big_gin", ANN, (0, 9)),
        VOID,
        paper(BOB, 12),
    )
    filed = SeriesFile(("Ann", "Bob"), rules, tuple(FiledHand(hand) for hand in hands))
    table = start_series(filed, None, make_book("Book").id).table
    row = db.session.get(Series, table.id)
    assert row is not None
    assert (row.knocks0, row.undercuts0, row.gins1, row.big_gins0, row.papers1, row.voids) == (
        1,
        1,
        1,
        1,
        1,
        1,
    )
    assert (row.knocks1, row.undercuts1, row.gins0, row.big_gins1, row.papers0) == (0, 0, 0, 0, 0)
    assert row.hand_count == 6
    db.session.rollback()
