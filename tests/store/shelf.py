"""Books full of series for the store's tests: dealt at random, changed at will, written out and read in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from scorekeeper.engine.rules import DEFAULTS, Rules, write_rules
from scorekeeper.engine.seriesfile import Names, SeriesFile
from scorekeeper.store.archive import Arrival, NamedBooks, export_series, import_series
from scorekeeper.store.devices import make_device
from scorekeeper.store.disputes import Claim, decide_dispute
from scorekeeper.store.endings import abandon_series, resume_series
from scorekeeper.store.entries import Request, amend_hand
from scorekeeper.store.errors import NothingLeft
from scorekeeper.store.removal import KEPT_FOR, delete_book, sweep
from scorekeeper.store.scorebooks import Book, books_named, make_book
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.start import start_series
from tests.engine.deal import deal_hand, deal_rules
from tests.store.evening import ANN, BOB, VOID, Evening, gin, knock

Json = dict[str, Any]

FIRST_EVENING = datetime(2024, 2, 29, 19, 0, tzinfo=UTC)
DEVICES = {"owner": "Owner", "scorer": "Scorer", "viewer": "Viewer"}


def a_book() -> str:
    """A book's name that no other test has."""
    return f"Book {uuid4()}"


def only_book(name: str) -> Book:
    """The one book of this name."""
    (book,) = books_named(name)
    return book


def evening_in(book: str, rules: Rules = DEFAULTS, names: Names = ("Ann", "Bob"), **file: Any) -> Evening:
    """A series on two phones in the book of this name, which is made with the first one."""
    ann = make_device("phone", "Ann's phone").bearer
    bob = make_device("phone", "Bob's phone").bearer
    book_id = next((known.id for known in books_named(book)), None) or make_book(book).id
    return Evening(start_series(SeriesFile(names, rules, (), **file), ann, book_id).table.id, ann, bob)


def bring_in(lines: Iterable[Any], book: str | None = None, chunk: int = 50) -> list[Arrival]:
    """Import these values, as the command does."""
    shelf = NamedBooks(book, "Nobody's book", DEVICES)
    return list(import_series(enumerate(lines, 1), shelf, chunk=chunk))


def write_out(book: str) -> list[str]:
    """The lines of an export."""
    return list(export_series(books_named(book)))


def wipe(book: str) -> None:
    """Remove a book with all that is in it, for good."""
    delete_book(only_book(book).id)
    sweep(datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1))


def values(lines: Iterable[str]) -> list[Json]:
    """The JSON values of an export."""
    return [json.loads(line) for line in lines]


def deal_book(chance: Random, people: tuple[str, ...], count: int) -> Iterator[Json]:
    """Series at random between these people, some of them unfinished, some left so for good."""
    for number in range(count):
        players = chance.sample(people, 2)
        rules = {**deal_rules(chance), "target": chance.choice((50, 60, 100))}
        if chance.random() < 0.7:
            rules["stake"] = {"amount": chance.choice(("0.05", "0.0025", "1")), "currency": "EUR"}
        started_at = FIRST_EVENING + timedelta(hours=chance.randint(0, 5 * count))
        hands = [deal_hand(chance, players, rules) for _ in range(chance.choice((0, 4, 30, 40, 60)))]
        series: Json = {
            "id": str(UUID(int=chance.getrandbits(128), version=4)),
            "players": players,
            "started_at": started_at.isoformat(),
            "first_dealer": chance.choice((*players, None)),
            "rules": rules,
            "hands": [hand for hand in hands if "winner" not in hand or hand["how"] == "points"],
            "note": f"number {number}",
        }
        if chance.random() < 0.1:
            series["abandoned_at"] = started_at.isoformat()
        yield series


def change_at_random(chance: Random, evening: Evening, steps: int) -> Table:
    """Take so many steps, any of which may come to nothing."""
    for _ in range(steps):
        take_step(chance, evening)
    return load_series(evening.id)


KINDS = ("record",) * 4 + ("undo",) * 2 + ("insert", "amend", "strike", "restore", "dealer", "redo")
KINDS += ("dispute", "abandon", "resume", "move")


def take_step(chance: Random, evening: Evening) -> None:
    """One change of any kind, by either phone, told with all that a request may tell."""
    table = evening.table()
    by = chance.choice((evening.ann, evening.bob))
    told = {
        "by": by,
        "key": uuid4() if chance.random() < 0.5 else None,
        "sent_at": FIRST_EVENING if chance.random() < 0.3 else None,
        "reason": chance.choice((None, "miscounted", "=1+1")),
    }
    kind = chance.choice(KINDS)
    if kind in {"record", "insert"}:
        record_hand(
            chance, evening, table, {"position": a_place(chance, table)} if kind == "insert" else {}, told
        )
    elif kind in {"undo", "redo"}:
        try:
            getattr(evening, kind)(**told)
        except NothingLeft:
            return
    elif kind == "dealer":
        evening.deal(chance.choice((None, ANN, BOB)), **told)
    elif kind in {"abandon", "resume"}:
        if table.state != "over":
            leave = abandon_series if kind == "abandon" else resume_series
            leave(evening.id, request(table, **told))
    elif table.hands:
        change_hand(chance, evening, chance.choice(table.hands).id, kind, table, told)


def record_hand(
    chance: Random, evening: Evening, table: Table, place: dict[str, int], told: dict[str, Any]
) -> None:
    """A new hand."""
    hand = deal_hand(chance, list(table.players), write_rules(table.rules))
    if hand["how"] != "points":
        hand.pop("winner", None)
    at = {} if chance.random() < 0.5 else {"at": FIRST_EVENING.astimezone()}
    evening.record(hand, uuid4(), **place, **at, **told)


def a_place(chance: Random, table: Table) -> int:
    """A number that a hand may be put before."""
    return 1 + chance.randint(0, sum(not hand.struck for hand in table.hands))


def change_hand(
    chance: Random, evening: Evening, hand_id: UUID, kind: str, table: Table, told: dict[str, Any]
) -> None:
    """A change of a hand that is there."""
    if kind == "strike":
        evening.strike(hand_id, **told)
    elif kind == "restore":
        evening.restore(hand_id, **told)
    elif kind == "amend":
        players = table.players
        changes: Json = chance.choice(
            (
                {"how": "knock", "knocker": players[0], "deadwood": {players[0]: 4, players[1]: 30}},
                {"how": "gin", "knocker": players[1], "deadwood": {players[0]: 12}},
                {"how": "void"},
                {"dealer": players[0]},
                {"at": "2024-03-01T00:30:00-05:30"},
            )
        )
        evening.amend(hand_id, changes, **told)
    elif kind == "move":
        amend_hand(evening.id, hand_id, {}, request(table, **told), position=a_place(chance, table))
    else:
        claims = (Claim(ANN, knock(ANN, 3, 8)), Claim(BOB, knock(BOB, 8, 3)), Claim(None, gin(BOB, 98)))
        kept = chance.choice((None, 0, 1))
        decide_dispute(evening.id, hand_id, claims[: chance.choice((2, 3))], kept, request(table, **told))


def request(table: Table, **told: Any) -> Request:
    """A request that has seen this table."""
    return Request(told.pop("by", None), table.version, **told)


def hand_over(evening: Evening) -> None:
    """Play a series to its end."""
    while evening.table().state == "running":
        evening.record(gin(ANN, 60))
    evening.record(VOID)
