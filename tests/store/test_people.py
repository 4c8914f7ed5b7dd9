"""Renaming, merging, correcting; payments between people."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.engine.errors import Malformed, NotAllowed, Refused
from scorekeeper.engine.rules import Rules, Stake
from scorekeeper.store.check import check_all
from scorekeeper.store.errors import Missing, Reused
from scorekeeper.store.models import db
from scorekeeper.store.payments import note_payment, payments_between, take_back_payment
from scorekeeper.store.people import correct_player, find_person, merge_people, rename_person
from scorekeeper.store.records import head_to_head
from scorekeeper.store.removal import delete_series
from scorekeeper.store.scorebooks import people_of
from scorekeeper.store.series import load_series
from scorekeeper.store.stale import Stale
from tests.store.evening import ANN, BOB, VOID, Evening, paper, start_evening
from tests.store.shelf import a_book, evening_in, only_book

TODAY = date(2026, 11, 30)


def book_of(evening: Evening) -> int:
    return load_series(evening.id).book_id


def names_in(book_id: int) -> list[str]:
    return [person.name for person in people_of(book_id)]


def test_a_new_name_stands_in_old_series_too(evening: Evening) -> None:
    book_id = book_of(evening)
    assert rename_person(book_id, find_person(book_id, "ann").id, " Anna  Maria ").name == "Anna Maria"
    assert load_series(evening.id).players == ("Anna Maria", "Bob")
    evening.record({"how": "gin", "knocker": "Ann", "deadwood": {"Bob": 3}})
    assert evening.table().version == 1, "a hand may still use the name of the beginning"


def test_a_name_may_change_its_spelling_but_not_be_anothers(evening: Evening) -> None:
    book_id = book_of(evening)
    ann = find_person(book_id, "Ann")
    assert rename_person(book_id, ann.id, "ANN").name == "ANN"
    with pytest.raises(NotAllowed) as refused:
        rename_person(book_id, ann.id, "bob")
    assert (refused.value.code, refused.value.facts["name"]) == ("name_taken", "Bob")
    for wrong in ("", "x" * 41, "a\nb"):
        with pytest.raises(Malformed):
            rename_person(book_id, ann.id, wrong)
    with pytest.raises(Missing):
        rename_person(book_id + 1, ann.id, "Cy")


def test_people_who_met_are_two(evening: Evening) -> None:
    book_id = book_of(evening)
    ann, bob = people_of(book_id)
    delete_series(evening.id, None)
    with pytest.raises(NotAllowed) as refused:
        merge_people(book_id, ann.id, bob.id)
    assert refused.value.code == "people_met"
    with pytest.raises(NotAllowed) as refused:
        merge_people(book_id, ann.id, ann.id)
    assert refused.value.code == "people_same"


def test_merging_moves_series_records_and_payments(store: Flask) -> None:
    book = a_book()
    rules = Rules(stake=Stake(Decimal("0.01"), "EUR"), extras=False)
    for names in (("Ann", "Bob"), ("Bobby", "Ann"), ("Ann", "Bobby")):
        evening = evening_in(book, rules, names)
        for _ in range(3):
            evening.record(paper(ANN, 100))
    book_id = only_book(book).id
    ann, bob, bobby = people_of(book_id)
    note_payment(book_id, uuid4(), bobby.id, ann.id, "1", "EUR", TODAY, None)
    assert merge_people(book_id, bob.id, bobby.id).name == "Bob"
    assert names_in(book_id) == ["Ann", "Bob"]
    told = head_to_head(book_id, ann.id, bob.id)
    assert (told.sides[0].won, told.sides[0].lost, told.sides[0].longest_run) == (2, 1, 1)
    assert [(account.won, account.received) for account in told.money] == [(Decimal(3), Decimal(1))]
    assert payments_between(ann.id, bob.id)[0].payer_id == bob.id
    db.session.rollback()
    assert list(check_all()) == []


def test_somebody_else_had_played(evening: Evening) -> None:
    book_id = book_of(evening)
    for _ in range(3):
        evening.record(paper(ANN, 100))
    key = uuid4()
    outcome = correct_player(evening.id, BOB, "Cy", evening.ask(key=key, reason="It was Cy"))
    assert outcome.new
    assert outcome.table.players == load_series(evening.id).players == ("Ann", "Cy")
    line = outcome.table.lines[-1]
    assert (line.kind, line.body, line.reason) == (
        "players",
        {"seat": 1, "old": "Bob", "new": "Cy"},
        "It was Cy",
    )
    assert names_in(book_id) == ["Ann", "Cy"], "nothing else is known of Bob"
    ann, cy = people_of(book_id)
    assert head_to_head(book_id, ann.id, cy.id).sides[0].won == 1
    assert not correct_player(evening.id, BOB, "Cy", evening.ask(key=key)).new
    assert not correct_player(evening.id, BOB, "CY", evening.ask()).new
    with pytest.raises(Reused):
        correct_player(evening.id, BOB, "Dee", evening.ask(key=key))
    with pytest.raises(Malformed) as refused:
        correct_player(evening.id, BOB, "ann", evening.ask())
    assert refused.value.code == "players_alike"
    with pytest.raises(Stale):
        correct_player(evening.id, BOB, "Dee", evening.ask(by=evening.bob, base=0))
    evening.undo()
    assert evening.table().state == "running", "undo goes over the hand, not over who played"
    assert evening.table().players == ("Ann", "Cy")
    evening.record(VOID)
    db.session.rollback()
    assert list(check_all()) == []


def test_somebody_with_other_series_stays_in_the_book(store: Flask) -> None:
    book = a_book()
    evening_in(book)
    evening = evening_in(book)
    correct_player(evening.id, BOB, "Cy", evening.ask())
    assert names_in(only_book(book).id) == ["Ann", "Bob", "Cy"]


def test_a_payment_is_noted_once_and_taken_back(evening: Evening) -> None:
    book_id = book_of(evening)
    ann, bob = people_of(book_id)
    key = uuid4()

    def note(amount: str = "12.40", currency: str = "eur") -> object:
        return note_payment(book_id, key, bob.id, ann.id, amount, currency, TODAY, evening.ann, "cash")

    payment = note()
    assert note() == payment
    with pytest.raises(Reused):
        note("12.50")
    (kept,) = payments_between(ann.id, bob.id)
    assert kept == payment
    assert (kept.amount, kept.currency, kept.paid_on, kept.made_by) == (
        Decimal("12.40"),
        "EUR",
        TODAY,
        "Ann's phone",
    )
    (account,) = head_to_head(book_id, ann.id, bob.id).money
    assert account.owed == Decimal("-12.40")
    (account,) = head_to_head(book_id, bob.id, ann.id).money
    assert account.owed == Decimal("12.40")
    for _ in range(2):
        assert take_back_payment(book_id, kept.id, evening.ann).taken_back_at is not None
    assert head_to_head(book_id, ann.id, bob.id).money == ()
    assert payments_between(bob.id, ann.id)[0].taken_back_at is not None
    with pytest.raises(Missing):
        take_back_payment(book_id + 1, kept.id, evening.ann)
    db.session.rollback()
    assert list(check_all()) == []


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"amount": "0"}, "payment_amount"),
        ({"amount": "-3"}, "payment_amount"),
        ({"amount": "1.23456"}, "payment_amount"),
        ({"currency": "€"}, "payment_currency"),
        ({"paid_on": datetime.now(UTC).date() + timedelta(days=3)}, "payment_date"),
        ({"payer": "Ann"}, "people_same"),
    ],
)
def test_what_is_no_payment(evening: Evening, told: dict[str, object], code: str) -> None:
    book_id = book_of(evening)
    payer = find_person(book_id, str(told.get("payer", "Bob")))
    asked = {"amount": "1", "currency": "EUR", "paid_on": TODAY, **told}
    asked.pop("payer", None)
    with pytest.raises(Refused) as refused:
        note_payment(book_id, uuid4(), payer.id, find_person(book_id, "Ann").id, by=None, **asked)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_a_payment_by_a_stranger(evening: Evening) -> None:
    other = find_person(book_of(start_evening()), "Ann")
    book_id = book_of(evening)
    with pytest.raises(Missing):
        note_payment(book_id, uuid4(), other.id, find_person(book_id, "Bob").id, "1", "EUR", TODAY, None)
