"""The same hands under other rules: what they come to, and the second series that is made of them."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, check_hand
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.engine.seriesfile import read_series
from scorekeeper.store.archive import file_of
from scorekeeper.store.copies import copy_series, refit, without_idle_marks
from scorekeeper.store.entries import undo
from scorekeeper.store.errors import Reused
from scorekeeper.store.series import load_series
from scorekeeper.store.start import start_series
from tests.store.evening import ANN, BOB, VOID, Evening, assert_summed_up, gin, knock, start_evening

NOTE = "the same hands under other rules"


def test_the_hands_are_scored_by_the_other_rules(evening: Evening) -> None:
    for hand in (knock(ANN, 3, 13), gin(BOB, 30), knock(BOB, 8, 3)):
        evening.keep(hand)
    refitted = refit(evening.table(), PRESETS["modern"])
    assert [played.points for played in refitted.sheet.hands] == [10, 55, 30]
    assert [column.points for column in refitted.sheet.columns] == [(40, 55), (30, 0), (0, 0)]
    assert (refitted.unmarked, refitted.refused) == (0, ())
    assert evening.points()[0] == (25, 55), "the first series stays as it is"


def test_marks_without_a_use_are_gone_and_hands_that_are_refused_are_named(store: Flask) -> None:
    evening = start_evening(Rules(oklahoma=True, spade_doubles=True, big_gin_bonus=31))
    evening.keep(replace(knock(ANN, 3, 13), spade=True, knock_limit=5))
    evening.keep(Hand("big_gin", BOB, (20, 0), knock_limit=10))
    struck = evening.keep(Hand("big_gin", BOB, (20, 0), knock_limit=10))
    evening.strike(struck)
    evening.keep(VOID)
    refitted = refit(evening.table(), DEFAULTS)
    assert [hand for _kept, hand in refitted.hands] == [knock(ANN, 3, 13), VOID]
    assert refitted.unmarked == 1
    assert [(kept.number, reason.code) for kept, reason in refitted.refused] == [(2, "big_gin_not_played")]


def test_a_second_series_is_made_and_its_log_says_of_what(evening: Evening) -> None:
    evening.deal(BOB)
    first = evening.keep(knock(ANN, 3, 13))
    evening.keep(gin(BOB, 30))
    evening.strike(first)
    evening.keep(knock(BOB, 8, 3))
    evening.deal(ANN)
    table = evening.table()
    outcome = copy_series(table, PRESETS["modern"], evening.ann, uuid4(), NOTE)
    copied = load_series(outcome.table.id)
    assert outcome.new
    assert copied.id != table.id
    assert (copied.book_id, copied.players, copied.note) == (table.book_id, table.players, NOTE)
    assert (copied.rules, copied.started_at) == (PRESETS["modern"], table.started_at)
    assert [kept.hand for kept in copied.hands] == [kept.hand for kept in table.hands if not kept.struck]
    assert [kept.at for kept in copied.hands] == [kept.at for kept in table.hands if not kept.struck]
    assert not {kept.id for kept in copied.hands} & {kept.id for kept in table.hands}
    assert copied.sheet == refit(table, PRESETS["modern"]).sheet
    assert [line.kind for line in copied.lines] == ["copy", "record", "record", "dealer"]
    assert copied.version == 4
    told = copied.lines[0]
    assert told.device == "Ann's phone"
    assert told.body == {
        "from": str(table.id),
        "entries": table.version,
        "started_at": table.started_at.isoformat(),
        "left_out": [],
    }
    assert_summed_up(copied.id)


def test_hands_that_the_rules_refuse_are_left_out_and_named_in_the_log(store: Flask) -> None:
    evening = start_evening(Rules(big_gin_bonus=31))
    evening.keep(knock(ANN, 3, 13))
    evening.keep(Hand("big_gin", BOB, (20, 0)))
    copied = copy_series(evening.table(), DEFAULTS, evening.ann, uuid4(), NOTE).table
    assert [kept.hand for kept in copied.hands] == [knock(ANN, 3, 13)]
    assert copied.lines[0].body["left_out"] == [2]


def test_a_repeat_makes_nothing(evening: Evening) -> None:
    evening.keep(knock(ANN, 3, 13))
    copy_id = uuid4()
    first = copy_series(evening.table(), PRESETS["modern"], evening.ann, copy_id, NOTE)
    again = copy_series(evening.table(), PRESETS["modern"], evening.ann, copy_id, NOTE)
    assert (first.new, again.new) == (True, False)
    assert again.table.lines == first.table.lines
    evening.keep(VOID)
    with pytest.raises(Reused):
        copy_series(evening.table(), PRESETS["modern"], evening.ann, copy_id, NOTE)


def test_where_the_hands_come_from_goes_out_and_in_with_the_log(evening: Evening) -> None:
    evening.keep(knock(ANN, 3, 13))
    copied = copy_series(evening.table(), PRESETS["modern"], evening.ann, uuid4(), NOTE).table
    file = read_series(json.loads(json.dumps(file_of(copied))))
    again = start_series(replace(file, id=str(uuid4())), evening.bob, book_name="Elsewhere").table
    assert [(line.kind, line.body) for line in again.lines] == [
        (line.kind, line.body) for line in copied.lines
    ]
    log = file_of(copied)["log"]
    for misprint in (
        {"left_out": ["x"]},
        {"entries": None},
        {"from": "x"},
        {"started_at": "x"},
        {"left_out": 1},
    ):
        spoilt = [{**log[0], "new": {**log[0]["new"], **misprint}}, *log[1:]]
        with pytest.raises(Refused):
            start_series(replace(file, id=None, log=spoilt), evening.bob, book_name="Elsewhere")
    with pytest.raises(Refused):
        start_series(
            replace(file, id=None, log=[*log, {**log[0], "seq": 3}]), evening.bob, book_name="Elsewhere"
        )


def test_a_copy_goes_on_by_itself(evening: Evening) -> None:
    evening.keep(knock(ANN, 3, 13))
    copied = copy_series(evening.table(), PRESETS["modern"], evening.ann, uuid4(), NOTE).table
    other = Evening(copied.id, evening.ann, evening.bob)
    other.keep(gin(ANN, 20))
    for _ in range(2):
        undo(copied.id, other.ask())
    assert load_series(copied.id).undoable is None, "where the hands come from can't be undone"
    assert evening.points()[0] == (10, 0)


rules = st.builds(
    Rules,
    target=st.sampled_from((50, 100, 250)),
    big_gin_bonus=st.sampled_from((None, 31)),
    oklahoma=st.booleans(),
    spade_doubles=st.booleans(),
    tie=st.sampled_from(("undercut", "void")),
)
stories = st.builds(
    lambda knocker, how, laid, held, spade, limit: Hand(
        how, knocker, (laid, held) if knocker == 0 else (held, laid), spade=spade, knock_limit=limit
    ),
    st.sampled_from((0, 1)),
    st.sampled_from(("knock", "gin", "big_gin")),
    st.integers(0, 10),
    st.integers(0, 98),
    st.booleans(),
    st.none() | st.integers(0, 10),
)


@given(rules, rules, st.lists(stories, min_size=10))
def test_only_big_gin_can_be_refused_of_hands_that_were_taken_before(
    first: Rules, second: Rules, told: list[Hand]
) -> None:
    refused = {code_of(second, without_idle_marks(hand, second)) for hand in told if not code_of(first, hand)}
    assert refused <= {"", "big_gin_not_played"}


def code_of(rules: Rules, hand: Hand) -> str:
    """Why these rules refuse a hand; empty for one that they take."""
    try:
        check_hand(rules, hand)
    except Refused as refused:
        return refused.code
    return ""
