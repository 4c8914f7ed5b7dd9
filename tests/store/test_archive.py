"""What goes out comes in again as it was; what was tampered with does not."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import OPTIONS, PRESETS, Rules, read_rules
from scorekeeper.engine.seriesfile import read_series
from scorekeeper.store.archive import OneBook, export_one, import_series
from scorekeeper.store.copies import copy_series
from scorekeeper.store.devices import Bearer
from scorekeeper.store.disputes import Claim, decide_dispute
from scorekeeper.store.endings import abandon_series
from scorekeeper.store.entries import change_rules
from scorekeeper.store.errors import Taken
from scorekeeper.store.logfile import PLANS
from scorekeeper.store.notes import change_note
from scorekeeper.store.pad import CHANGES, NO_CHANGES
from scorekeeper.store.payments import note_payment, payments_between, take_back_payment
from scorekeeper.store.people import correct_player, find_person
from scorekeeper.store.records import head_to_head
from scorekeeper.store.removal import delete_series
from scorekeeper.store.scorebooks import make_book, people_of
from scorekeeper.store.series import load_series
from tests.engine.deal import deal_value
from tests.store.evening import ANN, BOB, Evening, assert_summed_up, gin, knock, paper
from tests.store.shelf import (
    FIRST_EVENING,
    a_book,
    bring_in,
    change_at_random,
    deal_book,
    evening_in,
    only_book,
    request,
    values,
    wipe,
    write_out,
)

NAMES = (
    ("Jürgen", "Łukasz"),
    ("李", "עִבְרִית"),
    ("O'Neil", "<b>"),
    ("=1+1", "@home"),
    ("😀🃏", "abcdefghijklmnopqrstuvwx"),
    ("آ ب", "İstanbul"),
)


def same_again(book: str) -> list[str]:
    """The export of a book, which is the same once it was wiped and read in again."""
    before = write_out(book)
    wipe(book)
    assert write_out(book) == []
    arrivals = bring_in(values(before))
    assert [arrival.refused for arrival in arrivals] == [None] * len(before)
    assert all(arrival.new for arrival in arrivals)
    assert write_out(book) == before
    for arrival in arrivals:
        assert arrival.series_id is not None
        assert_summed_up(arrival.series_id)
    return before


def some_rules() -> list[Rules]:
    """The presets, and rules in which every option has another value than by default."""
    chance = Random(7)
    changed = [read_rules({key: deal_value(chance, key) for key in OPTIONS}) for _ in range(4)]
    return [*PRESETS.values(), *changed]


def test_whatever_happened_comes_in_again_byte_by_byte(store: Flask) -> None:
    chance = Random(4)
    book = a_book()
    for number, rules in enumerate(some_rules()):
        evening = evening_in(
            book,
            rules,
            NAMES[number % len(NAMES)],
            note='=cmd() \u2028 "quoted"',
            first_dealer=chance.choice((None, ANN, BOB)),
            started_at=FIRST_EVENING.astimezone(),
        )
        table = change_at_random(chance, evening, 40)
        correct_player(evening.id, BOB, "Somebody else", request(table, by=evening.bob))
    lines = same_again(book)
    assert len(lines) == len(some_rules())
    kinds = {entry["kind"] for line in values(lines) for entry in line["log"]}
    assert kinds == {
        *("record", "amend", "strike", "restore", "dealer", "undo", "redo"),
        *("dispute", "abandon", "resume", "players"),
    }


def test_a_log_is_read_for_every_kind_of_entry_there_is() -> None:
    assert set(PLANS) == {*CHANGES, *NO_CHANGES, "undo", "redo"}


def test_a_second_series_and_a_changed_note_come_in_again(store: Flask) -> None:
    book = a_book()
    evening = evening_in(book, PRESETS["modern"])
    for hand in (knock(ANN, 4, 26), Hand("big_gin", BOB, (20, 0)), gin(BOB, 31), paper(ANN, 18)):
        evening.record(hand)
    copy_id = uuid4()
    copy_series(evening.table(), PRESETS["house"], evening.ann, copy_id, "under House rules")
    second = Evening(copy_id, evening.ann, evening.bob)
    change_note(copy_id, "=1+1", second.ask())
    second.undo()
    kinds = [[entry["kind"] for entry in line["log"]] for line in values(same_again(book))]
    assert sorted(kinds, key=len)[1] == ["copy", "record", "record", "record", "note", "undo"]


def test_what_was_paid_comes_in_again_once_and_counts(store: Flask) -> None:
    book = a_book()
    for names in (("Ann", "Bob"), ("Ann", "Cilla"), ("Bob", "Ann")):
        evening_in(book, names=names)
    ann, bob, cilla = (find_person(only_book(book).id, name).id for name in ("Ann", "Bob", "Cilla"))
    for payer, payee, amount in ((ann, bob, "12.40"), (bob, ann, "3"), (cilla, bob, "0.0025")):
        pay(book, payer, payee, amount)
    take_back_payment(only_book(book).id, pay(book, ann, bob, "100"), None)
    before = same_again(book)
    paid = [payment for line in values(before) for payment in line.get("payments", ())]
    assert sorted(payment["amount"] for payment in paid) == ["0.0025", "100", "12.40", "3"]
    assert not any(arrival.new for arrival in bring_in(values(before)))
    assert write_out(book) == before
    book_id = only_book(book).id
    (account,) = head_to_head(book_id, *(find_person(book_id, name).id for name in ("Ann", "Bob"))).money
    assert account.received == Decimal("-9.40")


def test_who_noted_a_payment_and_who_took_it_back_comes_in_again(store: Flask) -> None:
    book = a_book()
    evening = evening_in(book)
    book_id = only_book(book).id
    ann, bob = (find_person(book_id, name).id for name in ("Ann", "Bob"))
    take_back_payment(book_id, pay(book, ann, bob, "3", evening.ann), evening.bob)
    pay(book, ann, bob, "4", evening.bob)
    pay(book, ann, bob, "5")
    (line,) = values(same_again(book))
    assert [(paid["made_by"], paid["taken_back_by"]) for paid in line["payments"]] == [
        ("Ann's phone", "Bob's phone"),
        ("Bob's phone", None),
        (None, None),
    ]
    book_id = only_book(book).id
    ann, bob = (find_person(book_id, name).id for name in ("Ann", "Bob"))
    seen = payments_between(ann, bob)
    assert [payment.made_by for payment in seen] == [None, "Bob's phone", "Ann's phone"]


def test_payments_of_a_file_that_names_no_device_come_in(store: Flask) -> None:
    book = a_book()
    evening = evening_in(book)
    ann, bob = (find_person(only_book(book).id, name).id for name in ("Ann", "Bob"))
    pay(book, ann, bob, "3", evening.ann)
    (line,) = values(write_out(book))
    for field in ("made_by", "taken_back_by"):
        del line["payments"][0][field]
    wipe(book)
    assert [arrival.new for arrival in bring_in([line])] == [True]
    (again,) = values(write_out(book))
    (paid,) = again["payments"]
    assert paid["made_by"] is None
    assert paid["amount"] == "3"


def test_a_payment_that_can_not_be_is_refused_with_its_series(evening: Evening) -> None:
    pay_each_other = {"payer": "Ann", "payee": "Bob", "currency": "EUR", "paid_on": "2026-11-30"}
    told = {**pay_each_other, "key": str(uuid4()), "made_at": "2026-11-30T20:00:00+00:00", "amount": "-1"}
    filed = {**values(export_one(evening.id))[0], "id": str(uuid4())}
    (arrival,) = bring_in([{**filed, "payments": [told]}], a_book())
    assert isinstance(arrival.refused, Refused)
    assert (arrival.refused.code, arrival.refused.field) == ("payment_amount", "payments.1.amount")
    (arrival,) = bring_in([{**filed, "payments": "somebody else's key"}], a_book())
    assert arrival.new


def pay(book: str, payer: int, payee: int, amount: str, by: Bearer | None = None) -> int:
    """Note a payment; its id."""
    today = datetime.now(UTC).date()
    return note_payment(only_book(book).id, uuid4(), payer, payee, amount, "EUR", today, by, "cash").id


def test_random_series_come_in_again(store: Flask) -> None:
    book = a_book()
    dealt = list(deal_book(Random(11), ("Ann", "Bob", "Cy", "Dee"), 40))
    assert all(arrival.refused is None for arrival in bring_in(dealt, book))
    same_again(book)


def test_an_import_repeats_as_often_as_one_likes(store: Flask) -> None:
    book = a_book()
    dealt = list(deal_book(Random(3), ("Ann", "Bob"), 7))
    assert [arrival.new for arrival in bring_in(dealt, book)] == [True] * 7
    lines = write_out(book)
    again = [arrival.new for arrival in (*bring_in(dealt, book), *bring_in(values(lines)))]
    assert again == [False] * 14
    assert [arrival.new for arrival in bring_in(values(lines), a_book())] == [False] * 7, "wherever it is"
    assert write_out(book) == lines


def test_without_an_id_the_content_tells(store: Flask) -> None:
    book = a_book()
    hands = [{"how": "gin", "knocker": "Ann", "deadwood": {"Bob": 12}}, {"how": "void"}]
    filed = {"players": ["Ann", "Bob"], "hands": hands}
    spelt = {
        "players": ["ANN", "Bob "],
        "hands": [{**hands[0], "knocker": "ANN", "deadwood": {"Bob ": 12}}, hands[1]],
    }
    other = {**filed, "hands": hands[:1]}
    assert [arrival.new for arrival in bring_in([filed, filed, other, spelt], book)] == [
        True,
        False,
        True,
        False,
    ]
    assert [arrival.new for arrival in bring_in([filed, other], book)] == [False, False]


def test_what_was_played_here_is_known_without_its_id(evening: Evening) -> None:
    for hand in (knock(ANN, 4, 26), gin(BOB, 31), paper(ANN, 18)):
        evening.record(hand)
    (line,) = export_one(evening.id)
    filed = json.loads(line)
    del filed["id"], filed["log"]
    for hand in filed["hands"]:
        del hand["id"]
    book_id = load_series(evening.id).book_id
    assert [a.series_id for a in import_series([(1, filed)], OneBook(book_id))] == [evening.id]


def test_a_refused_series_is_refused_alone(store: Flask) -> None:
    book = a_book()
    good = {"players": ["Ann", "Bob"], "hands": [{"how": "void"}]}
    bad = {
        "players": ["Ann", "Bob"],
        "hands": [{"how": "void"}, {"how": "gin", "knocker": "Ann", "deadwood": {"Bob": 99}}],
    }
    arrivals = bring_in([{**good, "note": "1"}, bad, {**good, "note": "2"}, 7], book)
    assert [arrival.new for arrival in arrivals] == [True, False, True, False]
    refused = arrivals[1].refused
    assert isinstance(refused, Refused)
    assert (arrivals[1].line, refused.hand, refused.field) == (2, 2, "deadwood")
    assert len(write_out(book)) == 2


def test_books_are_made_once_with_their_tokens(store: Flask) -> None:
    one, two = a_book(), a_book()
    hand = {"players": ["Ann", "Bob"], "hands": [{"how": "void"}]}
    filed = [{**hand, "book": one}, {**hand, "book": two}, {**hand, "book": one, "note": "again"}]
    arrivals = bring_in(filed, chunk=2)
    made = [arrival.made for arrival in arrivals]
    assert [tokens and tokens.book.name for tokens in made] == [one, two, None]
    assert made[0] is not None
    assert list(made[0].tokens) == ["owner", "scorer", "viewer"]
    assert [person.name for person in people_of(only_book(one).id)] == ["Ann", "Bob"]


def test_an_id_of_another_book_is_nobody_elses_business(evening: Evening) -> None:
    filed = values(export_one(evening.id))[0]
    (arrival,) = import_series([(1, filed)], OneBook(make_book(a_book()).id))
    assert isinstance(arrival.refused, Taken)
    assert arrival.series_id is None


def test_a_deleted_series_is_brought_back(evening: Evening) -> None:
    evening.record(knock(ANN, 4, 26))
    filed = values(export_one(evening.id))
    delete_series(evening.id, evening.ann)
    assert list(export_one(evening.id)) == []
    assert [arrival.new for arrival in bring_in(filed)] == [True]
    assert values(export_one(evening.id)) == filed


def test_an_imported_log_is_marked_and_goes_on(evening: Evening) -> None:
    evening.record(knock(ANN, 4, 26), by=evening.bob, reason="late")
    filed = {**values(export_one(evening.id))[0], "id": str(uuid4())}
    (arrival,) = bring_in([filed], book=a_book())
    assert arrival.series_id is not None
    again = Evening(arrival.series_id, evening.ann, evening.bob)
    again.record(gin(BOB, 3))
    first, second = load_series(arrival.series_id).lines
    assert (first.imported, first.device, first.reason) == (True, "Bob's phone", "late")
    assert (second.imported, second.device) == (False, "Ann's phone")


def spoilt(log: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Logs that somebody tampered with, each in one place."""

    def changed(number: int, **fields: Any) -> list[dict[str, Any]]:
        copy = deepcopy(log)
        copy[number - 1].update(fields)
        return copy

    hand = {"how": "gin", "knocker": "Ann", "deadwood": {"Ann": 0, "Bob": 40}, "at": None}
    return [
        log[:-1],
        log[1:],
        [*log, log[-1]],
        changed(1, seq=2),
        changed(1, seq=True),
        changed(1, kind="settle"),
        changed(1, kind=None),
        changed(1, at="yesterday"),
        changed(1, at=None),
        changed(1, hand="42"),
        changed(1, hand=str(uuid4())),
        changed(1, new=hand),
        changed(1, new={**hand, "deadwood": {"Bob": 99}}),
        changed(1, position=5),
        changed(1, device=7),
        changed(1, reason="x" * 501),
        changed(2, hand=log[0]["hand"]),
        changed(3, hand=str(uuid4())),
        changed(3, kind="restore"),
        changed(4, of=1),
        changed(4, of=None),
        changed(4, kind="redo"),
        changed(5, new="Cy"),
        changed(5, key=log[0]["key"]),
        changed(6, kept=2),
        changed(6, claims=[]),
        changed(7, new=None),
    ]


def test_a_log_that_does_not_hold_is_refused(evening: Evening) -> None:
    first = uuid4()
    evening.record(knock(ANN, 4, 26), first, key=uuid4())
    evening.record(gin(BOB, 3))
    evening.strike(first)
    evening.undo()
    evening.deal(BOB, key=uuid4())
    claims = (Claim(ANN, knock(ANN, 4, 26)), Claim(BOB, knock(ANN, 4, 2)))
    decide_dispute(evening.id, first, claims, 1, evening.ask())
    abandon_series(evening.id, evening.ask())
    filed = {**values(export_one(evening.id))[0], "id": str(uuid4())}
    book = a_book()
    logs = spoilt(filed["log"])
    for log in (*logs, "log", {}, [1]):
        (arrival,) = bring_in([{**filed, "log": log}], book)
        assert isinstance(arrival.refused, Refused), log
        assert (arrival.refused.field or "").startswith("log")
    for field in ({"hands": filed["hands"][:1]}, {"next_dealer": None}):
        (arrival,) = bring_in([{**filed, **field}], book)
        assert arrival.refused is not None
        assert arrival.refused.code == "log_differs"
    (arrival,) = bring_in([filed], book)
    assert arrival.new


def test_rules_that_were_changed_stand_in_the_log(evening: Evening) -> None:
    evening.record(gin(ANN, 3))
    evening.undo()
    change_rules(evening.id, PRESETS["classic"], evening.ask())
    evening.record(gin(ANN, 3))
    filed = {**values(export_one(evening.id))[0], "id": str(uuid4())}
    assert [entry["kind"] for entry in filed["log"]] == ["record", "undo", "rules", "record"]
    (arrival,) = bring_in([{**filed, "rules": {}}], a_book())
    assert arrival.refused is not None
    (arrival,) = bring_in([filed], a_book())
    assert arrival.series_id is not None
    assert values(export_one(arrival.series_id))[0]["log"] == filed["log"]


@pytest.mark.parametrize("struck", [True, False])
def test_a_file_without_a_log_may_have_struck_hands(store: Flask, struck: bool) -> None:
    hand = {"how": "points", "winner": "Ann", "points": 100}
    filed = read_series({"players": ["Ann", "Bob"], "hands": [{**hand, "struck": struck}, {"how": "void"}]})
    assert [hand.struck for hand in filed.hands] == [struck, False]
    (arrival,) = bring_in([{"players": ["Ann", "Bob"], "hands": [{**hand, "struck": struck}]}], a_book())
    assert arrival.series_id is not None
    table = load_series(arrival.series_id)
    assert table.sheet.games_won == ((0, 0) if struck else (1, 0))
