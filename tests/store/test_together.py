"""Many at once: one hand sent by everybody is kept once, and nobody's hand is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any, TypeVar
from uuid import UUID, uuid4

from flask import Flask
from sqlalchemy import event

from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.seriesfile import FiledHand, SeriesFile
from scorekeeper.store.devices import make_device
from scorekeeper.store.entries import Outcome, Request, record_hand, undo
from scorekeeper.store.errors import NothingLeft
from scorekeeper.store.grants import books_of
from scorekeeper.store.models import db
from scorekeeper.store.people import correct_player
from scorekeeper.store.scorebooks import make_book, people_of
from scorekeeper.store.series import load_series
from scorekeeper.store.stale import Stale
from scorekeeper.store.start import start_series
from tests.store.evening import ANN, BOB, VOID, Evening, assert_summed_up, knock, start_evening

Answer = TypeVar("Answer")


def all_at_once(app: Flask, times: int, ask: Callable[[int], Answer], workers: int = 16) -> list[Answer]:
    """The answers to requests that come at the same time, each in a context of its own as a server has it."""

    def answer(number: int) -> Answer:
        with app.app_context():
            return ask(number)

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(answer, range(times)))


def test_one_hand_sent_eighty_times_is_kept_once(store: Flask, evening: Evening) -> None:
    hand_id = uuid4()
    phones = (evening.ann, evening.bob)

    def send(number: int) -> Outcome:
        return record_hand(evening.id, hand_id, knock(ANN, 3, 13), Request(phones[number % 2], 0))

    outcomes = all_at_once(store, 80, send, workers=80)
    assert sum(outcome.new for outcome in outcomes) == 1
    assert {outcome.table.version for outcome in outcomes} == {1}
    assert len(evening.table().hands) == 1
    assert_summed_up(evening.id)


def test_twenty_writers_on_four_series_lose_nothing(store: Flask) -> None:
    evenings = [start_evening() for _ in range(4)]

    def write(writer: int) -> list[UUID]:
        evening = evenings[writer % 4]
        phone = evening.ann if writer % 8 < 4 else evening.bob
        return [enter(evening, Request(phone, None), knock(writer % 2, 3, 13)) for _ in range(6)]

    kept = all_at_once(store, 20, write, workers=20)
    for number, evening in enumerate(evenings):
        sent = {hand_id for writer in range(20) if writer % 4 == number for hand_id in kept[writer]}
        table = load_series(evening.id)
        assert {hand.id for hand in table.hands} == sent
        assert len(table.hands) == table.version == 30
        assert [line.version for line in table.lines] == list(range(1, 31))
        assert_summed_up(evening.id)


def enter(evening: Evening, request: Request, hand: object) -> UUID:
    """Enter a hand as a phone does: look again whenever somebody else was faster."""
    hand_id = uuid4()
    base = 0
    while True:
        try:
            record_hand(evening.id, hand_id, hand, replace(request, base=base))  # type: ignore[arg-type]
        except Stale as stale:
            base = stale.table.version
        else:
            return hand_id


def test_one_undo_sent_by_many_takes_one_change_back(store: Flask, evening: Evening) -> None:
    evening.keep(VOID)
    evening.keep(VOID)
    key = uuid4()

    def send(_number: int) -> bool:
        return undo(evening.id, Request(evening.ann, 2, key=key)).new

    assert sum(all_at_once(store, 20, send)) == 1
    assert len(evening.table().hands) == 1


def test_different_undos_of_one_version_take_one_change_back(store: Flask, evening: Evening) -> None:
    evening.keep(VOID)
    evening.keep(VOID)

    def send(_number: int) -> bool:
        try:
            return undo(evening.id, Request(evening.ann, 2, key=uuid4())).new
        except (Stale, NothingLeft):
            return False

    assert sum(all_at_once(store, 20, send)) == 1
    assert len(evening.table().hands) == 1


def test_a_first_series_sent_by_a_double_tap_starts_once(store: Flask) -> None:
    ann = make_device("phone", "Ann's phone").bearer
    filed = SeriesFile(("Ann", "Bob"), DEFAULTS, (FiledHand(VOID),), id=str(uuid4()))
    outcomes = all_at_once(store, 12, lambda _number: start_series(filed, ann, book_name="Book"))
    assert sum(outcome.new for outcome in outcomes) == 1
    assert len({outcome.table.book_id for outcome in outcomes}) == 1
    assert len(books_of(ann.id)) == 1


def test_people_met_at_the_same_moment_are_one(store: Flask) -> None:
    book = make_book("Book")
    filed = SeriesFile(("Ann", "Bob"), DEFAULTS, ())
    outcomes = all_at_once(store, 12, lambda _number: start_series(filed, None, book.id))
    assert len({outcome.table.id for outcome in outcomes}) == 12
    assert [person.name for person in people_of(book.id)] == ["Ann", "Bob"]


def test_a_sheet_read_while_others_write_is_of_one_version(store: Flask, evening: Evening) -> None:
    def read_or_write(number: int) -> None:
        if number % 2:
            enter(evening, Request(evening.ann, None), knock(BOB, 3, 13))
        table = load_series(evening.id)
        assert table.version == len(table.lines) == len(table.hands)

    all_at_once(store, 60, read_or_write)
    assert evening.table().version == 30


def test_a_hand_entered_while_a_player_is_corrected_is_kept(store: Flask, evening: Evening) -> None:
    reached = Event()

    def linger(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("UPDATE series SET seat1_id"):
            reached.set()
            time.sleep(0.3)

    def correct() -> None:
        with store.app_context():
            correct_player(evening.id, BOB, "Robert", Request(evening.ann, 0))

    event.listen(db.engine, "after_cursor_execute", linger)
    try:
        with ThreadPoolExecutor(1) as other:
            corrected = other.submit(correct)
            assert reached.wait(10)
            evening.record(knock(ANN, 3, 13), base=0)
            corrected.result()
    finally:
        event.remove(db.engine, "after_cursor_execute", linger)
    table = evening.table()
    assert table.players == ("Ann", "Robert")
    assert len(table.hands) == 1
