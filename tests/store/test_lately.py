"""A table that was laid for one reader serves the next, as long as it still says what the database says."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from uuid import uuid4

import pytest

from scorekeeper.store import entries, series
from scorekeeper.store.devices import rename_device
from scorekeeper.store.endings import abandon_series
from scorekeeper.store.lately import Lately
from scorekeeper.store.notes import change_note
from scorekeeper.store.pad import Pad
from scorekeeper.store.people import correct_player, find_person, rename_person
from scorekeeper.store.series import LATELY, PADS, Table
from scorekeeper.store.summaries import summarise
from tests.store.evening import ANN, BOB, VOID, Evening, gin, knock, paper, stored_summary


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
    few: Lately[Table] = Lately(2, lambda table: len(table.lines))
    for module in (series, entries):
        monkeypatch.setattr(module, "LATELY", few)
    for _ in range(3):
        evening.keep(knock(BOB, 3, 8))
    assert evening.table() == evening.table()
    assert evening.table() is not evening.table()


def test_a_table_that_was_written_is_the_one_that_is_read(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def expect_read() -> None:
        """No other table than what the database has, to the row and each line."""
        kept = evening.table()
        with monkeypatch.context() as nothing_kept:
            nothing_kept.setattr(series, "LATELY", Lately(1, lambda _table: 1))
            read = evening.table()
        assert read is not kept
        assert read == kept
        # Moments are equal in whatever zone they are told.
        assert repr(read.lines) == repr(kept.lines)

    first = evening.keep(gin(ANN, 20))
    expect_read()
    sent_at = datetime(2026, 11, 30, 21, 5, tzinfo=timezone(timedelta(hours=2)))
    evening.keep(knock(BOB, 3, 8), by=evening.bob, key=uuid4(), sent_at=sent_at, reason="told twice")
    expect_read()
    evening.keep(paper(ANN, 90), position=1)
    expect_read()
    evening.amend(first, {"dealer": "Bob"}, position=2)
    expect_read()
    evening.strike(first)
    expect_read()
    evening.undo(by=evening.bob)
    expect_read()
    evening.redo()
    expect_read()
    evening.deal("Ann")
    expect_read()
    change_note(evening.id, "a long night", evening.ask())
    expect_read()
    abandon_series(evening.id, evening.ask())
    expect_read()
    correct_player(evening.id, BOB, "Robert", evening.ask())
    expect_read()


def test_what_is_kept_is_read_on_from_where_it_ends(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.keep(gin(ANN, 20))
    with monkeypatch.context() as other_process:
        other_process.setattr(Lately, "keep", lambda *_told: None)
        evening.record(knock(BOB, 3, 8), base=1)
        evening.record(gin(BOB, 4), base=2)
    evening.record(VOID, base=3)
    assert [line.version for line in evening.table().lines] == [1, 2, 3, 4]
    assert stored_summary(evening.id) == summarise(evening.table())


def test_a_time_that_was_told_in_another_zone_meanwhile_is_as_it_was_told(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = evening.keep(gin(ANN, 20), at=datetime(2026, 11, 30, 20, tzinfo=timezone(timedelta(hours=2))))
    evening.table()
    with monkeypatch.context() as other_process:
        other_process.setattr(Lately, "keep", lambda *_told: None)
        for base, at in enumerate(("2026-11-30T19:00:00+00:00", "2026-11-30T18:00:00+00:00"), 1):
            evening.amend(hand, {"at": at}, base=base)
    assert str(evening.table().hands[0].at) == "2026-11-30 18:00:00+00:00"


@pytest.mark.parametrize("seen", [1, 2], ids=["before the last", "all of it"])
def test_entries_of_another_history_are_not_gone_by(evening: Evening, seen: int) -> None:
    """As where a backup was brought back under a process that goes on."""
    evening.keep(gin(ANN, 20))
    evening.keep(gin(BOB, 4))
    kept = evening.table()
    *lines, last = kept.lines[:seen]
    ghost = last._replace(at=last.at - timedelta(minutes=1), body={"hand": {"how": "void"}})
    row = kept.row._replace(version=seen, latest=ghost.at)
    LATELY.keep(evening.id, replace(kept, version=seen, lines=(*lines, ghost), row=row))
    PADS.keep(evening.id, Pad((*lines, ghost)))
    evening.record(VOID, base=2)
    assert [kept.hand.how for kept in evening.table().hands] == ["gin", "gin", "void"]
    assert stored_summary(evening.id) == summarise(evening.table())


def test_a_device_renamed_meanwhile_has_its_new_name_in_what_it_writes(evening: Evening) -> None:
    evening.keep(gin(ANN, 20), by=evening.bob)
    rename_device(evening.bob.id, "the kitchen's tablet")
    evening.keep(gin(ANN, 20), by=evening.bob)
    assert {line.device for line in evening.table().lines} == {"the kitchen's tablet"}


def test_a_hand_that_was_not_kept_is_not_kept_in_mind(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_told: object) -> None:
        raise RuntimeError("the disk is gone")

    evening.keep(gin(ANN, 20))
    with monkeypatch.context() as full:
        full.setattr(entries, "add_lines", fail)
        with pytest.raises(RuntimeError, match="disk"):
            evening.record(VOID)
    assert evening.table().version == 1
    evening.keep(gin(BOB, 4))
    assert [kept.hand.how for kept in evening.table().hands] == ["gin", "gin"]


def test_a_hand_is_the_same_as_long_as_nothing_about_it_changes(evening: Evening) -> None:
    first = evening.keep(gin(ANN, 20))
    evening.keep(knock(BOB, 3, 8))
    before = evening.table().hands
    evening.keep(gin(BOB, 4))
    assert all(one is other for one, other in zip(before, evening.table().hands, strict=False))
    evening.amend(first, {"deadwood": {"Ann": 0, "Bob": 21}})
    amended, after = evening.table().hands[:2]
    assert amended.hand.deadwood == (0, 21)
    assert after.played is not None
    assert after.played.before == ((46, 0), (0, 0), (0, 0))
