"""A table that was laid for one reader serves the next, as long as it still says what the database says."""

from __future__ import annotations

import pytest
from cachetools import LRUCache

from scorekeeper.store import series
from scorekeeper.store.devices import rename_device
from scorekeeper.store.people import find_person, rename_person
from tests.store.evening import ANN, BOB, Evening, gin, knock


def test_the_next_reader_gets_the_table_that_was_laid(evening: Evening) -> None:
    evening.keep(gin(ANN, 20))
    assert evening.table() is evening.table()


def test_a_hand_more_is_there_at_once(evening: Evening) -> None:
    evening.table()
    evening.keep(gin(ANN, 20))
    assert [kept.number for kept in evening.table().hands] == [1]
    evening.keep(knock(BOB, 3, 8))
    evening.undo()
    assert evening.points()[0] == (45, 0)


def test_a_device_has_its_new_name(evening: Evening) -> None:
    evening.keep(gin(ANN, 20), by=evening.bob)
    assert evening.table().lines[0].device == evening.bob.name
    rename_device(evening.bob.id, "the kitchen's tablet")
    assert evening.table().lines[0].device == "the kitchen's tablet"


def test_a_person_has_the_new_name(evening: Evening) -> None:
    book_id = evening.table().book_id
    rename_person(book_id, find_person(book_id, "Bob").id, "Robert")
    assert evening.table().players == ("Ann", "Robert")


def test_a_series_longer_than_all_that_is_kept_is_laid_each_time(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(series, "LATELY", LRUCache(2, getsizeof=lambda table: len(table.lines) + 1))
    for _ in range(3):
        evening.keep(knock(BOB, 3, 8))
    assert evening.table() == evening.table()
    assert evening.table() is not evening.table()
