"""A random walk over all verbs against a model without entries, which keeps whole sheets to go back to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.engine.sheet import replay
from scorekeeper.store.disputes import Claim, decide_dispute
from scorekeeper.store.errors import NothingLeft
from scorekeeper.store.stale import Stale
from tests.store.evening import ANN, BOB, VOID, Evening, assert_summed_up, gin, knock, paper, start_evening

SHORT, LONG = (12, 40), (60, 150)
"""How many walks, and the steps of each: what `make test` has the patience for, and `make soak`."""

seats = st.sampled_from((ANN, BOB))
played_hands = st.one_of(
    st.builds(knock, seats, st.integers(1, 10), st.integers(0, 98)),
    st.builds(gin, seats, st.integers(0, 98)),
    st.builds(paper, seats, st.integers(0, 120)),
    st.just(VOID),
)
hands = st.builds(lambda hand, dealer: replace(hand, dealer=dealer), played_hands, st.none() | seats)
which = st.integers(0, 10**6)


@dataclass(frozen=True)
class Kept:
    """A hand of the model."""

    id: UUID
    hand: Hand
    struck: bool = False


@dataclass(frozen=True)
class State:
    """All that lies on the model's table."""

    hands: tuple[Kept, ...] = ()
    dealer: Seat | None = None

    def standing(self) -> list[Hand]:
        return [kept.hand for kept in self.hands if not kept.struck]

    def standing_ids(self) -> list[UUID]:
        return [kept.id for kept in self.hands if not kept.struck]

    def appended(self, hand_id: UUID, hand: Hand) -> State:
        if hand.dealer is None:
            hand = replace(hand, dealer=self.dealer)
        return State((*self.hands, Kept(hand_id, hand)))

    def inserted(self, hand_id: UUID, hand: Hand, position: int) -> State:
        standing = [index for index, kept in enumerate(self.hands) if not kept.struck]
        place = standing[position - 1]
        return replace(self, hands=(*self.hands[:place], Kept(hand_id, hand), *self.hands[place:]))

    def moved(self, index: int, position: int) -> State:
        """The hand put directly before the one of that number, or behind all of them."""
        standing = [at for at, kept in enumerate(self.hands) if not kept.struck]
        place = standing[position - 1] if position <= len(standing) else len(self.hands)
        others = [kept for at, kept in enumerate(self.hands) if at != index]
        others.insert(place - (index < place), self.hands[index])
        return replace(self, hands=tuple(others))

    def changed(self, index: int, **fields: Any) -> State:
        hands = list(self.hands)
        hands[index] = replace(hands[index], **fields)
        return replace(self, hands=tuple(hands))


class Walk(RuleBasedStateMachine):
    """Two phones at one series. `back` and `forth` are the sheets that undo and redo go to."""

    evening: Evening
    rules: Rules

    def __init__(self) -> None:
        super().__init__()
        self.now = State()
        self.back: list[State] = []
        self.forth: list[State] = []
        self.version = 0
        self.sent: list[tuple[UUID, Hand]] = []

    @initialize(
        rules=st.sampled_from((DEFAULTS, PRESETS["rummytalk"], Rules(target=50, late_start="strict"))),
        first_dealer=st.none() | seats,
    )
    def start(self, rules: Rules, first_dealer: Seat | None) -> None:
        self.rules = rules
        self.first_dealer = first_dealer
        self.evening = start_evening(rules, first_dealer=first_dealer)

    def phone(self, number: int) -> dict[str, Any]:
        return {"by": self.evening.bob if number % 2 else self.evening.ann}

    def went(self, state: State) -> None:
        """A change was made."""
        self.back.append(self.now)
        self.forth.clear()
        self.now = state
        self.version += 1

    @rule(hand=hands, number=which)
    def record(self, hand: Hand, number: int) -> None:
        hand_id = uuid4()
        assert self.evening.record(hand, hand_id, **self.phone(number)).new
        self.sent.append((hand_id, hand))
        self.went(self.now.appended(hand_id, hand))

    @rule(hand=hands, number=which)
    def insert(self, hand: Hand, number: int) -> None:
        hand_id = uuid4()
        standing = len(self.now.standing())
        position = number % (standing + 1) + 1
        assert self.evening.record(hand, hand_id, position=position, **self.phone(number)).new
        self.sent.append((hand_id, hand))
        if position > standing:
            self.went(self.now.appended(hand_id, hand))
        else:
            self.went(self.now.inserted(hand_id, hand, position))

    @rule(number=which)
    def send_again(self, number: int) -> None:
        if self.sent:
            hand_id, hand = self.sent[number % len(self.sent)]
            assert not self.evening.record(hand, hand_id, base=0).new

    @rule(hand=hands, number=which)
    def amend(self, hand: Hand, number: int) -> None:
        if not self.now.hands:
            return
        index = number % len(self.now.hands)
        kept = self.now.hands[index]
        outcome = self.evening.amend(kept.id, as_json(hand), **self.phone(number))
        assert outcome.new == (hand != kept.hand)
        if outcome.new:
            self.went(self.now.changed(index, hand=hand))

    @rule(number=which, to=which)
    def move(self, number: int, to: int) -> None:
        if not self.now.hands:
            return
        index = number % len(self.now.hands)
        kept = self.now.hands[index]
        position = to % (len(self.now.standing()) + 1) + 1
        moved = self.now.moved(index, position)
        stays = moved == self.now if kept.struck else moved.standing_ids() == self.now.standing_ids()
        outcome = self.evening.amend(kept.id, {}, position=position, **self.phone(number))
        assert outcome.new == (not stays)
        if outcome.new:
            self.went(moved)

    @rule(hand=hands, number=which, kept=st.sampled_from((0, 1, None)))
    def settle_a_dispute(self, hand: Hand, number: int, kept: int | None) -> None:
        if not self.now.hands:
            return
        index = number % len(self.now.hands)
        stands = self.now.hands[index]
        claims = (Claim(ANN, stands.hand), Claim(BOB, hand))
        asked = self.evening.ask(**self.phone(number))
        assert decide_dispute(self.evening.id, stands.id, claims, kept, asked).new
        if kept == 1:
            self.went(self.now.changed(index, hand=replace(hand, dealer=stands.hand.dealer)))
        else:
            self.went(self.now)

    @rule(number=which, struck=st.booleans())
    def strike_or_restore(self, number: int, struck: bool) -> None:
        if not self.now.hands:
            return
        index = number % len(self.now.hands)
        kept = self.now.hands[index]
        ask = self.evening.strike if struck else self.evening.restore
        outcome = ask(kept.id, **self.phone(number))
        assert outcome.new == (kept.struck != struck)
        if outcome.new:
            self.went(self.now.changed(index, struck=struck))

    @rule(dealer=st.none() | seats, number=which)
    def deal(self, dealer: Seat | None, number: int) -> None:
        outcome = self.evening.deal(dealer, **self.phone(number))
        assert outcome.new == (dealer != self.now.dealer)
        if outcome.new:
            self.went(replace(self.now, dealer=dealer))

    @rule(number=which)
    def undo(self, number: int) -> None:
        self.step(self.evening.undo, self.back, self.forth, number)

    @rule(number=which)
    def redo(self, number: int) -> None:
        self.step(self.evening.redo, self.forth, self.back, number)

    def step(self, ask: Any, source: list[State], target: list[State], number: int) -> None:
        try:
            outcome = ask(**self.phone(number))
        except NothingLeft:
            assert not source
            return
        assert outcome.change
        target.append(self.now)
        self.now = source.pop()
        self.version += 1

    @rule(hand=hands)
    def enter_on_an_old_sheet(self, hand: Hand) -> None:
        lines = self.evening.table().lines
        if lines and lines[-1].device_id == self.evening.ann.id:
            try:
                self.evening.record(hand, by=self.evening.bob, base=len(lines) - 1)
            except Stale:
                return
            raise AssertionError("a stale hand was kept")

    @invariant()
    def the_table_is_the_models(self) -> None:
        if not hasattr(self, "evening"):
            return
        table = self.evening.table()
        assert table.version == self.version
        assert [Kept(kept.id, kept.hand, kept.struck) for kept in table.hands] == list(self.now.hands)
        assert table.next_dealer == self.now.dealer
        assert table.sheet == replay(self.rules, self.now.standing(), self.first_dealer, self.now.dealer)
        assert bool(table.undoable) == bool(self.back)
        assert bool(table.redoable) == bool(self.forth)
        assert_summed_up(self.evening.id)


def as_json(hand: Hand) -> dict[str, Any]:
    """A whole hand as the fields of a PATCH."""
    names = ("Ann", "Bob")
    told: dict[str, Any] = {"how": hand.how, "dealer": None if hand.dealer is None else names[hand.dealer]}
    if hand.knocker is not None and hand.deadwood is not None:
        told |= {"knocker": names[hand.knocker], "deadwood": dict(zip(names, hand.deadwood, strict=True))}
    if hand.winner is not None:
        told |= {"winner": names[hand.winner], "points": hand.points}
    return told


def walk(examples: int, steps: int) -> None:
    run_state_machine_as_test(Walk, settings=settings(max_examples=examples, stateful_step_count=steps))


def test_any_walk_over_the_verbs_is_what_whole_sheets_say(store: Flask) -> None:
    walk(*SHORT)


@pytest.mark.soak
def test_any_long_walk_over_the_verbs_is_what_whole_sheets_say(store: Flask) -> None:
    walk(*LONG)
