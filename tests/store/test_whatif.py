"""What a page announces is what then happens: the same step, foreseen and taken."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from scorekeeper.engine.errors import NotAllowed
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.engine.seriesfile import write_hand
from scorekeeper.store.entries import Outcome, amend_hand, record_hand, restore_hand, strike_hand
from scorekeeper.store.errors import Missing
from scorekeeper.store.series import Table
from scorekeeper.store.steps import Plan, plan_amend, plan_record, plan_struck
from scorekeeper.store.whatif import foresee, moves_between
from tests.store.evening import ANN, BOB, VOID, Evening, gin, knock, paper, start_evening

CHANGES = 200
RULES = (DEFAULTS, PRESETS["rummytalk"], Rules(target=50, late_start="strict", stop_when_decided=True))


def deal(chance: Random) -> Hand:
    """A hand as one might be played or taken over from paper."""
    seat = chance.choice((ANN, BOB))
    kind = chance.random()
    if kind < 0.55:
        return knock(seat, chance.randint(1, 10), chance.randint(0, 98))
    if kind < 0.8:
        return gin(seat, chance.randint(0, 98))
    return paper(seat, chance.randint(0, 150)) if kind < 0.9 else VOID


def play_to_the_end(chance: Random, rules: Rules) -> Evening:
    """A finished series, some of its hands after the end."""
    evening = start_evening(rules, first_dealer=chance.choice((None, ANN, BOB)))
    while not evening.table().sheet.over:
        evening.keep(deal(chance))
    for _number in range(chance.randint(0, 2)):
        evening.keep(deal(chance))
    return evening


def choose(chance: Random, evening: Evening, table: Table) -> tuple[Plan, Any]:
    """A change to any hand: how it is foreseen, and the verb that makes it."""
    hand_id = chance.choice(table.hands).id
    last = len(table.sheet.hands) + 1
    match chance.choice(("amend", "amend", "strike", "restore", "insert", "move")):
        case "amend":
            changes = write_hand(deal(chance), table.players)
            return partial(plan_amend, hand_id=hand_id, changes=changes), partial(
                amend_hand, evening.id, hand_id, changes
            )
        case "move":
            position = chance.randint(1, last)
            return partial(plan_amend, hand_id=hand_id, changes={}, position=position), partial(
                amend_hand, evening.id, hand_id, {}, position=position
            )
        case "insert":
            new_id, hand, position = uuid4(), deal(chance), chance.randint(1, last)
            return partial(plan_record, hand_id=new_id, hand=hand, position=position), partial(
                record_hand, evening.id, new_id, hand, position=position
            )
        case "strike":
            return partial(plan_struck, hand_id=hand_id, struck=True), partial(
                strike_hand, evening.id, hand_id
            )
    return partial(plan_struck, hand_id=hand_id, struck=False), partial(restore_hand, evening.id, hand_id)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_announced_is_what_happens(store: Flask, seed: int) -> None:
    chance = Random(seed)
    happened = 0
    while happened < CHANGES // 2:
        evening = play_to_the_end(chance, chance.choice(RULES))
        for _number in range(10):
            before = evening.table()
            plan, make = choose(chance, evening, before)
            foresight = foresee(before, plan)
            outcome: Outcome = make(evening.ask())
            after = evening.table()
            assert outcome.new == (foresight.step is not None)
            assert foresight.after.sheet == outcome.table.sheet == after.sheet
            assert foresight.after.state == after.state
            assert [kept.id for kept in foresight.after.hands] == evening.ids()
            assert foresight.moves == moves_between(before, after, foresight.step)
            happened += outcome.new


def test_looking_ahead_stores_nothing(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    table = evening.table()
    foresight = foresee(table, partial(plan_struck, hand_id=hand_id, struck=True))
    assert foresight.after.sheet.columns[0].points == (0, 0)
    assert (table.sheet.columns[0].points, evening.points()[0]) == ((5, 0), (5, 0))
    assert evening.table().version == 1


def test_a_change_of_nothing_is_foreseen_as_none(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    table = evening.table()
    foresight = foresee(table, partial(plan_amend, hand_id=hand_id, changes={"knocker": "Ann"}))
    assert foresight.step is None
    assert foresight.after is table


def test_an_unknown_hand_is_missing_and_a_place_has_its_range(evening: Evening) -> None:
    hand_id = evening.keep(VOID)
    with pytest.raises(Missing):
        foresee(evening.table(), partial(plan_struck, hand_id=uuid4(), struck=True))
    with pytest.raises(NotAllowed, match="position_range"):
        foresee(evening.table(), partial(plan_amend, hand_id=hand_id, changes={}, position=3))


# --- moving ----------------------------------------------------------------------------------------------


def line_up(evening: Evening, count: int) -> list[UUID]:
    return [evening.keep(paper(ANN, number)) for number in range(1, count + 1)]


def move(evening: Evening, hand_id: UUID, position: object, **more: Any) -> Outcome:
    return amend_hand(evening.id, hand_id, {}, evening.ask(**more), position=position)


def test_a_hand_is_moved_directly_before_the_one_of_that_number(evening: Evening) -> None:
    one, two, three, four = line_up(evening, 4)
    assert move(evening, four, 2).new
    assert evening.ids() == [one, four, two, three]
    assert move(evening, one, 4).new
    assert evening.ids() == [four, two, one, three]
    assert move(evening, four, 5).new
    assert evening.ids() == [two, one, three, four]


def test_a_hand_that_stays_where_it_is_adds_no_entry(evening: Evening) -> None:
    _one, two, _three = line_up(evening, 3)
    for position in (2, 3, None):
        assert not move(evening, two, position).new
    assert evening.table().version == 3


def test_a_move_is_undone_in_one_step_and_made_again(evening: Evening) -> None:
    one, two, three = line_up(evening, 3)
    amend_hand(evening.id, three, {"points": 30}, evening.ask(), position=1)
    assert evening.ids() == [three, one, two]
    assert evening.points() == [(33, 0), (3, 0), (2, 0)]
    outcome = evening.undo()
    assert outcome.change is not None and outcome.change.moved
    assert evening.ids() == [one, two, three]
    assert evening.points() == [(6, 0), (5, 0), (3, 0)]
    evening.redo()
    assert evening.ids() == [three, one, two]
    assert evening.points() == [(33, 0), (3, 0), (2, 0)]


def test_struck_hands_keep_their_places_while_others_move(evening: Evening) -> None:
    one, two, three = line_up(evening, 3)
    evening.strike(two)
    assert not move(evening, one, 2).new
    assert move(evening, three, 1).new
    assert evening.ids() == [three, one, two]
    assert move(evening, two, 1).new
    assert evening.ids() == [two, three, one]
    assert not move(evening, two, 1).new
    evening.restore(two)
    assert evening.numbers() == [1, 2, 3]


def test_the_key_of_a_move_is_known_again(evening: Evening) -> None:
    _one, _two, three = line_up(evening, 3)
    key = uuid4()
    assert move(evening, three, 1, key=key).new
    assert not move(evening, three, 1, key=key).new
    assert evening.table().version == 4


def test_a_dealer_set_by_hand_moves_with_its_hand(evening: Evening) -> None:
    evening.keep(VOID)
    evening.deal(BOB)
    second = evening.keep(VOID)
    assert move(evening, second, 1).new
    assert [played.dealer for played in evening.table().sheet.hands] == [BOB, BOB]
