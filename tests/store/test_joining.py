"""Codes, links to all books of one's own, counted guesses, and what goes along into the next series."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.seriesfile import SeriesFile
from scorekeeper.store import tries
from scorekeeper.store.codes import LENGTH, LETTERS, LIFE, read_code, spell_code
from scorekeeper.store.devices import Bearer, find_device, make_device, note_seen
from scorekeeper.store.errors import CodeRefused, LinkEnded, Missing, TooOften
from scorekeeper.store.grants import (
    books_of,
    books_to_go_on,
    devices_in,
    revoke,
    role_in_book,
    role_in_series,
    was_revoked_in_book,
)
from scorekeeper.store.links import (
    end_link,
    is_in_by,
    join,
    join_by_code,
    links_of,
    look_at_code,
    look_at_link,
    make_code,
    make_link,
)
from scorekeeper.store.models import Device, Link, Tries, db
from scorekeeper.store.removal import KEPT_FOR, delete_book, delete_series, sweep
from scorekeeper.store.scorebooks import make_book
from scorekeeper.store.start import start_series
from scorekeeper.store.tries import check_tries, count_try
from tests.store.evening import Evening, start_evening

addresses = (f"test {number}" for number in count())


def phone(name: str) -> Bearer:
    return make_device("phone", name).bearer


def start_next(
    evening: Evening, by: Bearer | None = None, players: tuple[str, str] = ("Ann", "Bob"), **more: Any
) -> UUID:
    """The next series in the same book."""
    filed = SeriesFile(players, DEFAULTS, (), **more)
    return start_series(filed, by or evening.ann, evening.table().book_id).table.id


# --- codes -----------------------------------------------------------------------------------------------


def test_codes_have_no_letters_that_look_alike(store: Flask) -> None:
    assert not set(LETTERS) & set("01OIL")
    codes = {spell_code("a secret", attempt) for attempt in range(1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {LENGTH}
    assert set("".join(codes)) == set(LETTERS)


@pytest.mark.parametrize("typed", ["K7M4XP", "k7m4xp", " k7M 4xP ", "K7M-4XP", "k 7 m\t4\u00a0x p"])
def test_a_code_is_typed_in_any_case_with_blanks_anywhere(typed: str) -> None:
    assert read_code(typed) == "K7M4XP"


def test_a_code_lets_one_phone_in_once(evening: Evening) -> None:
    cy, dee = phone("Cy's phone"), phone("Dee's phone")
    book_id = evening.table().book_id
    code = make_code(book_id, "scorer", evening.ann, evening.id)
    assert look_at_code(code).players == ("Ann", "Bob")
    assert role_in_series(cy.id, evening.id) is None, "looking joins nobody"
    join_by_code(f" {code[:3].lower()} {code[3:]} ", cy.id)
    assert role_in_series(cy.id, evening.id) == "scorer"
    assert role_in_book(cy.id, book_id) is None
    with pytest.raises(CodeRefused):
        join_by_code(code, dee.id)
    with pytest.raises(CodeRefused):
        look_at_code(code)
    assert join_by_code(code, cy.id).series_id == evening.id, "the same form sent twice"
    row = db.session.scalars(select(Link).where(Link.kind == "code", Link.book_id == book_id)).one()
    assert code not in (row.token_hash, row.role)


def test_wrong_used_and_late_codes_are_refused_alike(evening: Evening) -> None:
    cy, book_id = phone("Cy's phone"), evening.table().book_id
    used, late = (make_code(book_id, "viewer", evening.ann) for _ in range(2))
    join_by_code(used, phone("Dee's phone").id)
    before = datetime.now(UTC) - timedelta(seconds=1)
    late_one = links_of(book_id)[0].link_id
    db.session.execute(update(Link).where(Link.id == late_one).values(expires_at=before))
    db.session.commit()
    refusals = set()
    for code in ("AAAAAA", used, late, "", "ß" * 40, "\ud800"):
        with pytest.raises(CodeRefused) as refused:
            join_by_code(code, cy.id)
        refusals.add(str(refused.value))
    assert len(refusals) == 1
    assert role_in_book(cy.id, book_id) is None


def test_a_code_is_good_for_ten_minutes(evening: Evening) -> None:
    make_code(evening.table().book_id, "viewer", evening.ann)
    made = links_of(evening.table().book_id)[0]
    assert made.expires_at is not None
    assert timedelta(minutes=9, seconds=59) < made.expires_at - made.made_at <= LIFE
    assert timedelta(minutes=10) == LIFE


def test_a_code_is_not_spent_on_who_is_in_already(evening: Evening) -> None:
    code = make_code(evening.table().book_id, "viewer", evening.ann)
    join_by_code(code, evening.bob.id)
    assert look_at_code(code).is_open
    assert is_in_by(look_at_code(code), evening.bob.id)


def test_no_code_is_a_link_and_no_link_a_code(evening: Evening) -> None:
    book_id = evening.table().book_id
    with pytest.raises(Missing):
        look_at_link(make_code(book_id, "viewer", evening.ann))
    with pytest.raises(CodeRefused):
        look_at_code(make_link(book_id, "viewer", evening.ann))


def test_a_form_sent_twice_makes_one_link_and_one_code(evening: Evening) -> None:
    book_id = evening.table().book_id
    before = len(links_of(book_id))
    assert make_link(book_id, "viewer", evening.ann, token="one secret") == "one secret"
    make_link(book_id, "viewer", evening.ann, token="one secret")
    codes = {make_code(book_id, "viewer", evening.ann, seed="another secret") for _ in range(3)}
    assert len(codes) == 1
    assert len(links_of(book_id)) == before + 2
    somebody = make_code(book_id, "viewer", evening.bob, seed="another secret")
    assert somebody not in codes, "what somebody else's code is called already is called otherwise"


def test_two_phones_that_type_one_code_at_once_are_let_in_once(evening: Evening, store: Flask) -> None:
    code = make_code(evening.table().book_id, "scorer", evening.ann)
    phones = [phone(f"phone {number}") for number in range(6)]
    db.session.rollback()

    def enter(bearer: Bearer) -> bool:
        with store.app_context():
            try:
                join_by_code(code, bearer.id)
            except CodeRefused:
                return False
            return True

    with ThreadPoolExecutor(len(phones)) as pool:
        assert sum(pool.map(enter, phones)) == 1


# --- another phone of one's own --------------------------------------------------------------------------


def test_a_link_for_ones_own_other_phone_brings_all_books(evening: Evening) -> None:
    book_id = evening.table().book_id
    other_book = make_book("Club", evening.ann.id).id
    foreign = start_evening()
    join(make_link(foreign.table().book_id, "scorer", foreign.ann), evening.ann.id)
    tablet = phone("Ann's tablet")
    token = make_link(book_id, "owner", evening.ann, all_books=True)
    assert look_at_link(token).all_books
    join(token, tablet.id)
    assert {book.id: book.role for book in books_of(tablet.id)} == {book_id: "owner", other_book: "owner"}
    assert role_in_book(tablet.id, foreign.table().book_id) is None, "only owners let others in"
    later = make_book("Later", evening.ann.id).id
    join(token, tablet.id)
    assert role_in_book(tablet.id, later) == "owner", "followed again it brings what came since"


def test_a_code_brings_all_books_too(evening: Evening) -> None:
    other_book = make_book("Club", evening.ann.id).id
    tablet = phone("Ann's tablet")
    join_by_code(make_code(evening.table().book_id, "owner", evening.ann, all_books=True), tablet.id)
    assert role_in_book(tablet.id, other_book) == "owner"


def test_a_link_to_all_books_is_listed_and_ended_by_the_owners_of_each(evening: Evening) -> None:
    book_id = evening.table().book_id
    other_book = make_book("Club", evening.ann.id).id
    token = make_link(book_id, "owner", evening.ann, all_books=True)
    listed = links_of(other_book)
    assert [link.all_books for link in listed] == [True]
    assert all(not link.all_books for link in links_of(start_evening().table().book_id))
    end_link(other_book, listed[0].link_id)
    with pytest.raises(LinkEnded):
        look_at_link(token)


def test_a_link_to_all_books_opens_what_its_maker_still_owns(evening: Evening) -> None:
    book_id = evening.table().book_id
    cy, tablet = phone("Cy's phone"), phone("Cy's tablet")
    join(make_link(book_id, "owner", evening.ann), cy.id)
    own = make_book("Cy's", cy.id).id
    token = make_link(own, "owner", cy, all_books=True)
    revoke(book_id, cy.id)
    with pytest.raises(LinkEnded):
        join(token, tablet.id)
    join(make_link(own, "owner", cy, all_books=True), tablet.id)
    assert [book.id for book in books_of(tablet.id)] == [own]


def test_whoever_is_shut_out_comes_back_by_no_link_of_his_own(evening: Evening) -> None:
    book_id = evening.table().book_id
    cy = phone("Cy's phone")
    join(make_link(book_id, "owner", evening.ann), cy.id)
    token, code = make_link(book_id, "viewer", cy), make_code(book_id, "viewer", cy)
    revoke(book_id, cy.id)
    with pytest.raises(LinkEnded):
        join(token, cy.id)
    with pytest.raises(CodeRefused):
        join_by_code(code, cy.id)
    assert was_revoked_in_book(cy.id, book_id)
    assert not was_revoked_in_book(evening.bob.id, book_id)


# --- lists -----------------------------------------------------------------------------------------------


def test_a_device_is_listed_once_with_the_most_it_may_do(evening: Evening) -> None:
    book_id = evening.table().book_id
    cy = phone("Cy's phone")
    join(make_link(book_id, "viewer", evening.ann, evening.id), cy.id)
    second = start_next(evening)
    listed = {seen.bearer.name: seen for seen in devices_in(book_id)}
    assert list(listed) == ["Ann's phone", "Bob's phone", "Cy's phone"]
    assert (listed["Cy's phone"].role, listed["Cy's phone"].has_book, listed["Cy's phone"].series) == (
        "viewer",
        False,
        2,
    )
    join(make_link(book_id, "scorer", evening.ann, second), cy.id)
    assert devices_in(book_id)[2].role == "scorer"
    join(make_link(book_id, "viewer", evening.ann), cy.id)
    assert (devices_in(book_id)[2].role, devices_in(book_id)[2].has_book) == ("viewer", True)


def test_a_link_tells_how_many_came_by_it(evening: Evening) -> None:
    book_id = evening.table().book_id
    token = make_link(book_id, "viewer", evening.ann)
    assert links_of(book_id)[0].joined == 0
    for number in range(3):
        join(token, phone(f"phone {number}").id)
    assert links_of(book_id)[0].joined == 3
    start_next(evening)
    assert links_of(book_id)[0].joined == 3


def test_when_a_device_was_last_seen_is_kept_now_and_then(store: Flask) -> None:
    made = make_device("phone", "Ann's phone")

    def seen_at() -> datetime:
        found = find_device(made.token)
        assert found is not None and found.seen_at is not None
        return found.seen_at

    first = seen_at()
    note_seen(made.bearer)
    assert seen_at() == first, "a moment ago is exact enough"
    old = first - timedelta(minutes=11)
    db.session.execute(update(Device).where(Device.id == made.bearer.id).values(seen_at=old))
    db.session.commit()
    found = find_device(made.token)
    assert found is not None
    note_seen(found)
    assert seen_at() > first


# --- guesses ---------------------------------------------------------------------------------------------


def test_the_thirty_first_try_in_a_minute_is_one_too_many(store: Flask) -> None:
    address = next(addresses)
    for _ in range(30):
        check_tries(address)
        count_try(address)
    for _ in range(3):
        with pytest.raises(TooOften):
            check_tries(address)
        with pytest.raises(TooOften):
            count_try(address)
    count_try(next(addresses))


def test_tries_are_forgotten_after_a_minute(store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    address = next(addresses)
    monkeypatch.setattr(tries, "LONGEST", timedelta(0))
    for _ in range(40):
        count_try(address, replace(tries.GUESSES, span=timedelta(0)))
    count_try(next(addresses))
    assert db.session.scalar(select(Tries.address).where(Tries.address == address)) is None


def test_each_thing_has_an_allowance_of_its_own(store: Flask) -> None:
    address = next(addresses)
    for _ in range(60):
        count_try(address, tries.new_books(60))
    with pytest.raises(TooOften) as refused:
        count_try(address, tries.new_books(60))
    assert refused.value.code == "too_many_books"
    assert 3500 < refused.value.facts["wait"] <= 3601
    count_try(address)


def test_a_clock_that_is_put_back_shuts_nobody_out(store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    address = next(addresses)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with monkeypatch.context() as patched:
        patched.setattr(tries, "datetime", Mock(wraps=datetime, now=Mock(return_value=tomorrow)))
        for _ in range(30):
            count_try(address)
        with pytest.raises(TooOften):
            count_try(address)
    check_tries(address)
    count_try(address)


def test_tries_at_the_same_moment_are_all_counted(store: Flask) -> None:
    address = next(addresses)
    db.session.rollback()

    def guess(_number: int) -> bool:
        with store.app_context():
            try:
                count_try(address)
            except TooOften:
                return False
            return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(guess, range(48))) == 30


# --- the next series -------------------------------------------------------------------------------------


def test_whoever_could_see_or_score_the_last_series_can_the_next(evening: Evening) -> None:
    book_id = evening.table().book_id
    scorer, viewer, gone = phone("Cy's phone"), phone("Dee's phone"), phone("Eve's phone")
    for bearer, role in ((scorer, "scorer"), (viewer, "viewer"), (gone, "viewer")):
        join(make_link(book_id, role, evening.ann, evening.id), bearer.id)  # type: ignore[arg-type]
    revoke(book_id, gone.id)
    swapped = start_next(evening, players=("bob ", "ANN"))
    assert role_in_series(scorer.id, swapped) == "scorer"
    assert role_in_series(viewer.id, swapped) == "viewer"
    assert role_in_series(gone.id, swapped) is None
    third = start_next(evening)
    assert role_in_series(viewer.id, third) == "viewer"
    others = start_next(evening, players=("Ann", "Cy"))
    assert role_in_series(scorer.id, others) is None
    assert role_in_series(viewer.id, others) is None
    revoke(book_id, viewer.id)
    assert {role_in_series(viewer.id, series) for series in (evening.id, swapped, third)} == {None}


def test_a_scorer_of_one_series_may_start_the_next_of_the_same_people(evening: Evening) -> None:
    book_id = evening.table().book_id
    scorer, viewer = phone("Cy's phone"), phone("Dee's phone")
    second = start_next(evening)
    join(make_link(book_id, "scorer", evening.ann, evening.id), scorer.id)
    join(make_link(book_id, "viewer", evening.ann, evening.id), viewer.id)
    assert role_in_series(scorer.id, second) is None
    assert [book.id for book in books_to_go_on(scorer.id, ("BOB", " ann"))] == [book_id]
    assert books_to_go_on(scorer.id, ("Ann", "Cy")) == ()
    assert books_to_go_on(viewer.id, ("Ann", "Bob")) == ()
    assert books_to_go_on(evening.ann.id, ("Ann", "Bob")) == (), "who has the whole book needs no such way"
    third = start_next(evening, by=scorer)
    assert role_in_series(scorer.id, third) == "scorer"
    revoke(book_id, scorer.id)
    assert books_to_go_on(scorer.id, ("Ann", "Bob")) == ()


def test_a_swept_series_or_book_takes_its_links_along_but_nothing_elsewhere(evening: Evening) -> None:
    cy, tablet = phone("Cy's phone"), phone("Ann's tablet")
    book_id = evening.table().book_id
    join(make_link(book_id, "scorer", evening.ann, evening.id), cy.id)
    following = start_next(evening)
    delete_series(evening.id, evening.ann)
    later = datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1)
    sweep(later)
    assert role_in_series(cy.id, following) == "scorer"
    club = make_book("Club", evening.ann.id).id
    join(make_link(book_id, "owner", evening.ann, all_books=True), tablet.id)
    delete_book(book_id)
    sweep(later)
    assert role_in_book(tablet.id, club) == "owner"


def test_a_repeat_of_a_start_carries_nothing_twice(evening: Evening) -> None:
    book_id = evening.table().book_id
    viewer = phone("Dee's phone")
    join(make_link(book_id, "viewer", evening.ann, evening.id), viewer.id)
    series_id = str(uuid4())
    for _ in range(2):
        start_next(evening, id=series_id)
    assert devices_in(book_id)[2].series == 2
