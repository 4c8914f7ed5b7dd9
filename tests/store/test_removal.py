"""Deleting: out of sight at once, brought back with one tap, gone for good after 30 days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.seriesfile import SeriesFile
from scorekeeper.store.check import check_all
from scorekeeper.store.entries import Request, record_hand
from scorekeeper.store.errors import LinkEnded, Missing
from scorekeeper.store.grants import books_of, role_in_book, role_in_series
from scorekeeper.store.links import look_at_link, make_link
from scorekeeper.store.lists import list_book, list_series
from scorekeeper.store.models import Entry, Person, Scorebook, Series, db
from scorekeeper.store.people import find_person
from scorekeeper.store.records import head_to_head
from scorekeeper.store.removal import KEPT_FOR, delete_book, delete_series, deleted_in, sweep, undelete_series
from scorekeeper.store.scorebooks import books_named, find_book, make_book
from scorekeeper.store.series import load_series
from scorekeeper.store.start import start_series
from tests.store.evening import VOID, Evening
from tests.store.shelf import hand_over


def count(
    model: type[Series] | type[Entry] | type[Person] | type[Scorebook], evening: Evening, book_id: int
) -> int:
    """How many rows of a book or its one series there are."""
    of = {
        Series: Series.id == evening.id,
        Entry: Entry.series_id == evening.id,
        Person: Person.book_id == book_id,
        Scorebook: Scorebook.id == book_id,
    }
    number = db.session.scalar(select(func.count()).select_from(model).where(of[model])) or 0
    db.session.rollback()
    return number


def test_a_deleted_series_is_seen_by_nobody_and_comes_back_whole(evening: Evening) -> None:
    hand_over(evening)
    before = load_series(evening.id)
    book_id = before.book_id
    ann, bob = find_person(book_id, "Ann").id, find_person(book_id, "Bob").id
    record = head_to_head(book_id, ann, bob)
    for _ in range(2):
        delete_series(evening.id, evening.ann)
    with pytest.raises(Missing):
        load_series(evening.id)
    with pytest.raises(Missing):
        record_hand(evening.id, uuid4(), VOID, Request(evening.ann, 0))
    assert role_in_series(evening.ann.id, evening.id) is None
    assert list_series(evening.ann.id).series == list_book(book_id).series == ()
    assert head_to_head(book_id, ann, bob).sides[0].series == 0
    (deleted,) = deleted_in(book_id)
    assert (deleted.id, deleted.players, deleted.deleted_by) == (evening.id, ("Ann", "Bob"), "Ann's phone")
    assert deleted.gone_at - deleted.deleted_at == KEPT_FOR
    with pytest.raises(Missing):
        undelete_series(book_id + 1, evening.id)
    for _ in range(2):
        undelete_series(book_id, evening.id)
    assert load_series(evening.id) == before
    assert head_to_head(book_id, ann, bob) == record
    assert deleted_in(book_id) == ()
    db.session.rollback()
    assert list(check_all()) == []


def test_a_sweep_takes_what_was_deleted_long_ago_with_its_log(evening: Evening) -> None:
    hand_over(evening)
    book_id = load_series(evening.id).book_id
    make_link(book_id, "viewer", evening.ann, evening.id)
    delete_series(evening.id, evening.ann)
    sweep()
    assert count(Series, evening, book_id) == 1
    with pytest.raises(IntegrityError):
        db.session.execute(delete(Entry).where(Entry.series_id == evening.id))
    db.session.rollback()
    assert sweep(datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1)).series >= 1
    assert [count(model, evening, book_id) for model in (Series, Entry, Person)] == [0, 0, 2]
    with pytest.raises(Missing):
        undelete_series(book_id, evening.id)


def test_a_deleted_book_is_shut_at_once_and_swept_with_all_that_is_in_it(evening: Evening) -> None:
    hand_over(evening)
    book = find_book(load_series(evening.id).book_id)
    link = make_link(book.id, "viewer", evening.ann)
    delete_book(book.id)
    assert books_of(evening.ann.id) == ()
    assert role_in_book(evening.ann.id, book.id) is None
    assert role_in_series(evening.bob.id, evening.id) is None
    assert book not in books_named(book.name)
    with pytest.raises((LinkEnded, Missing)):
        look_at_link(link)
    for verb in (find_book, delete_book):
        with pytest.raises(Missing):
            verb(book.id)
    with pytest.raises(Missing):
        start_series(SeriesFile(("Ann", "Bob"), DEFAULTS, ()), evening.ann, book.id)
    assert count(Series, evening, book.id) == 1
    assert sweep(datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1)).books >= 1
    assert [count(model, evening, book.id) for model in (Series, Entry, Person, Scorebook)] == [0] * 4


def test_deleting_what_is_not_there(store: Flask) -> None:
    with pytest.raises(Missing):
        delete_series(uuid4(), None)
    with pytest.raises(Missing):
        delete_book(make_book("Short-lived").id + 1000)
