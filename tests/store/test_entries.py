"""Each verb that changes a series: what it keeps, what a repeat comes to, and what it refuses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import func, select

from scorekeeper.engine.errors import Malformed, NotAllowed, Refused
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.store.entries import Request, change_rules, record_hand
from scorekeeper.store.errors import BadBase, Frozen, Missing, NothingLeft, Reused
from scorekeeper.store.models import Entry, Person, db
from scorekeeper.store.stale import Stale
from tests.store.evening import ANN, BOB, VOID, Evening, assert_summed_up, gin, knock, paper, start_evening


def count_entries(evening: Evening) -> int:
    return db.session.scalar(select(func.count()).where(Entry.series_id == evening.id)) or 0


# Recording


def test_the_worked_example_of_the_rules(evening: Evening) -> None:
    for hand in (knock(BOB, 3, 13), gin(ANN, 0), knock(BOB, 1, 31), knock(BOB, 5, 9)):
        evening.record(hand)
    assert evening.points() == [(25, 44), (0, 34), (0, 4)]
    table = evening.table()
    assert table.version == 4
    assert [hand.number for hand in table.hands] == [1, 2, 3, 4]
    assert table.sheet.next_dealer == BOB
    assert_summed_up(evening.id)


def test_a_hand_by_names_as_the_api_has_it(evening: Evening) -> None:
    evening.record({"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Ann": 13}, "winner": "Bob"})
    assert evening.points()[0] == (0, 10)


def test_a_knock_with_nothing_is_gin(evening: Evening) -> None:
    evening.record(knock(ANN, 0, 8))
    assert evening.table().hands[0].hand.how == "gin"
    assert evening.points()[0] == (33, 0)


def test_the_same_hand_twice_is_kept_once(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    again = evening.record(knock(ANN, 3, 13), hand_id)
    assert not again.new
    assert again.table.version == 1


def test_a_repeat_needs_no_base_and_no_claim_and_no_place(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    told = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 3, "Bob": 13}, "winner": "Bob"}
    assert not evening.record(told, hand_id, base=None, position=99, by=evening.bob).new


@pytest.mark.parametrize("became", ["amended", "struck", "undone"])
def test_a_repeat_is_known_whatever_became_of_the_hand(evening: Evening, became: str) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    if became == "amended":
        evening.amend(hand_id, {"deadwood": {"Ann": 4, "Bob": 13}})
    elif became == "struck":
        evening.strike(hand_id)
    else:
        evening.undo()
    before = evening.table()
    again = evening.record(knock(ANN, 3, 13), hand_id)
    assert not again.new
    assert again.table.version == before.version
    assert [hand.hand for hand in again.table.hands] == [hand.hand for hand in before.hands]
    with pytest.raises(Reused) as reused:
        evening.record(knock(ANN, 4, 13), hand_id)
    assert reused.value.field == "id"


def test_the_dealer_is_no_part_of_a_hands_content(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    assert not evening.record(Hand("knock", ANN, (3, 13), dealer=BOB), hand_id).new


def test_an_illegal_hand_is_refused_and_nothing_stored(evening: Evening) -> None:
    with pytest.raises(NotAllowed) as refused:
        evening.record(knock(ANN, 11, 40))
    assert (refused.value.code, refused.value.field) == ("above_limit", "deadwood")
    with pytest.raises(NotAllowed):
        evening.record({"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 3, "Bob": 13}, "winner": "Bob"})
    assert count_entries(evening) == 0
    assert evening.table().version == 0


def test_an_unknown_series_is_missing(evening: Evening) -> None:
    with pytest.raises(Missing) as missing:
        record_hand(uuid4(), uuid4(), VOID, Request(evening.ann, 0))
    assert missing.value.code == "series_unknown"


def test_a_hand_after_the_end_is_kept_and_scores_nothing(evening: Evening) -> None:
    for _ in range(3):
        evening.record(paper(ANN, 100))
    assert evening.table().state == "over"
    outcome = evening.record(paper(BOB, 100))
    assert outcome.new
    assert outcome.table.hands[3].played is not None
    assert outcome.table.hands[3].played.after_end
    assert_summed_up(evening.id)


def test_when_a_hand_was_played(evening: Evening) -> None:
    told = datetime.fromisoformat("2026-11-30T19:05:12+01:00")
    evening.record(VOID, at=told)
    evening.record(VOID)
    first, second = evening.table().hands
    assert first.at == told
    assert first.at is not None
    assert first.at.utcoffset() == timedelta(hours=1)
    assert second.at is not None
    assert abs(second.at - second.recorded.at) < timedelta(seconds=5)


def test_a_clock_in_the_future_does_not_put_a_series_on_top(evening: Evening) -> None:
    table = evening.record(VOID, at=datetime.now(UTC) + timedelta(days=400)).table
    assert table.last_played_at <= datetime.now(UTC)


def test_a_clock_in_the_past_does_not_sink_a_series(evening: Evening) -> None:
    table = evening.record(VOID, at=datetime(2001, 1, 1, tzinfo=UTC)).table
    assert table.last_played_at == table.started_at


# Base


@pytest.mark.parametrize(
    ("base", "code"),
    [
        (None, "base_missing"),
        ("1", "base_not_whole"),
        (True, "base_not_whole"),
        (0.5, "base_not_whole"),
        (-1, "base_negative"),
        (2, "base_ahead"),
        (10**30, "base_ahead"),
    ],
)
def test_a_base_that_can_be_none(evening: Evening, base: object, code: str) -> None:
    hand_id = evening.keep(VOID)
    for ask in (
        lambda: evening.record(VOID, base=base),
        lambda: evening.amend(hand_id, {"dealer": "Ann"}, base=base),
        lambda: evening.strike(hand_id, base=base),
        lambda: evening.restore(hand_id, base=base),
        lambda: evening.deal(ANN, base=base),
        lambda: evening.undo(base=base),
        lambda: evening.redo(base=base),
    ):
        with pytest.raises(BadBase) as refused:
            ask()
        assert (refused.value.code, refused.value.field) == (code, "base")
    assert count_entries(evening) == 1


def test_a_whole_base_in_any_writing(evening: Evening) -> None:
    evening.keep(VOID)
    assert evening.record(VOID, base=1.0).new


def test_ones_own_changes_make_no_base_stale(evening: Evening) -> None:
    evening.record(VOID, base=0)
    evening.record(VOID, base=0)
    assert evening.table().version == 2


def test_somebody_elses_change_makes_the_base_stale(evening: Evening) -> None:
    theirs = evening.keep(knock(BOB, 3, 13), by=evening.bob)
    for ask in (
        lambda: evening.record(knock(BOB, 3, 13), base=0),
        lambda: evening.amend(theirs, {"dealer": "Ann"}, base=0),
        lambda: evening.strike(theirs, base=0),
        lambda: evening.restore(theirs, base=0),
        lambda: evening.deal(ANN, base=0),
        lambda: evening.undo(base=0),
        lambda: evening.redo(base=0),
    ):
        with pytest.raises(Stale) as stale:
            ask()
        assert stale.value.table.version == 1
        assert [hand.id for hand in stale.value.table.hands] == [theirs]
    assert count_entries(evening) == 1


def test_the_hand_alike_that_was_entered_meanwhile(evening: Evening) -> None:
    mine = evening.keep(VOID)
    theirs = evening.keep(knock(BOB, 3, 13), by=evening.bob)
    with pytest.raises(Stale) as stale:
        evening.record(knock(BOB, 3, 13), base=1)
    assert stale.value.same_as == theirs
    with pytest.raises(Stale) as stale:
        evening.record(knock(BOB, 3, 14), base=1)
    assert stale.value.same_as is None
    with pytest.raises(Stale) as stale:
        evening.record(VOID, base=0)
    assert stale.value.same_as is None, f"one's own hand {mine} is not somebody else's"


def test_undo_needs_the_present_version_even_of_ones_own(evening: Evening) -> None:
    evening.keep(VOID)
    evening.keep(VOID)
    with pytest.raises(Stale):
        evening.undo(base=1)
    evening.undo(base=2)
    with pytest.raises(Stale):
        evening.redo(base=2)


# Position


def test_a_forgotten_hand_goes_between_two_others(evening: Evening) -> None:
    first, third = evening.keep(paper(ANN, 10)), evening.keep(paper(ANN, 30))
    second = evening.keep(paper(ANN, 20), position=2)
    assert evening.ids() == [first, second, third]
    assert evening.points() == [(60, 0), (50, 0), (30, 0)]
    last = evening.keep(VOID, position=4)
    assert evening.ids() == [first, second, third, last]


def test_positions_count_the_hands_that_stand(evening: Evening) -> None:
    one, two, three = (evening.keep(paper(ANN, points)) for points in (1, 2, 3))
    evening.strike(one)
    before_two = evening.keep(VOID, position=1)
    assert evening.ids() == [one, before_two, two, three]
    evening.strike(three)
    assert evening.numbers() == [None, 1, 2, None]
    at_the_end = evening.keep(VOID, position=3)
    assert evening.ids() == [one, before_two, two, three, at_the_end]


@pytest.mark.parametrize(
    ("position", "code"),
    [(0, "position_range"), (3, "position_range"), ("1", "position_not_whole"), (True, "position_not_whole")],
)
def test_a_position_out_of_range(evening: Evening, position: object, code: str) -> None:
    evening.keep(VOID)
    with pytest.raises(Refused) as refused:
        evening.record(VOID, position=position)
    assert (refused.value.code, refused.value.field) == (code, "position")
    assert count_entries(evening) == 1


# Amending


def test_a_hand_is_amended_in_its_place(evening: Evening) -> None:
    one, two = evening.keep(knock(ANN, 3, 13)), evening.keep(knock(BOB, 3, 13))
    outcome = evening.amend(one, {"deadwood": {"Ann": 3, "Bob": 23}})
    assert outcome.new
    assert evening.ids() == [one, two]
    assert evening.points()[0] == (20, 10)
    assert_summed_up(evening.id)


def test_a_change_of_nothing_adds_no_entry(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13), at=datetime(2026, 11, 30, 19, tzinfo=UTC))
    for changes in (
        {},
        {"how": "knock"},
        {"deadwood": {"Ann": 3, "Bob": 13.0}},
        {"winner": "Ann"},
        {"at": "2026-11-30T20:00:00+01:00"},
        {"spade": False, "knock_limit": None, "dealer": None},
        {"nonsense": 1},
    ):
        outcome = evening.amend(hand_id, changes)
        assert not outcome.new
        assert outcome.table.version == 1


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"how": "void"}, VOID),
        ({"how": "gin"}, gin(ANN, 13)),
        ({"how": "gin", "knocker": "Bob"}, gin(BOB, 3)),
        ({"how": "points", "winner": "Bob", "points": 18}, paper(BOB, 18)),
        ({"knocker": "Bob", "deadwood": {"Ann": 13, "Bob": 3}}, knock(BOB, 3, 13)),
        ({"deadwood": {"Ann": 0, "Bob": 13}}, gin(ANN, 13)),
        ({"dealer": "Bob"}, Hand("knock", ANN, (3, 13), dealer=BOB)),
    ],
)
def test_what_the_new_end_has_no_use_for_is_dropped(
    evening: Evening, changes: dict[str, object], kept: Hand
) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    assert evening.amend(hand_id, changes).table.hands[0].hand == kept


def test_from_paper_to_a_knock_the_winner_is_no_claim(evening: Evening) -> None:
    hand_id = evening.keep(paper(BOB, 18))
    changes = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 3, "Bob": 13}}
    assert evening.amend(hand_id, changes).table.hands[0].hand == knock(ANN, 3, 13)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"how": "void", "deadwood": {"Ann": 3, "Bob": 13}}, "not_used", "deadwood"),
        ({"how": "nonsense"}, "how_unknown", "how"),
        ({"how": []}, "how_unknown", "how"),
        ({"knocker": "Cy"}, "player_unknown", "knocker"),
        ({"deadwood": {"Ann": 3}}, "deadwood_missing", "deadwood"),
        ({"deadwood": None}, "deadwood_missing", "deadwood"),
        ({"deadwood": {"Ann": 12, "Bob": 13}}, "above_limit", "deadwood"),
        ({"winner": "Bob"}, "claim_differs", "winner"),
        ({"spade": True}, "spade_not_played", "spade"),
        ({"at": "yesterday"}, "time_malformed", "at"),
        ({"how": "points"}, "winner_missing", "winner"),
    ],
)
def test_an_amendment_is_checked_as_an_entry_is(
    evening: Evening, changes: dict[str, object], code: str, field: str
) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    with pytest.raises(Refused) as refused:
        evening.amend(hand_id, changes)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert count_entries(evening) == 1


def test_no_such_hand(evening: Evening) -> None:
    hand_id = evening.keep(VOID)
    evening.undo()
    for unknown in (hand_id, uuid4()):
        for ask in (evening.strike, evening.restore, lambda hand: evening.amend(hand, {"how": "void"})):
            with pytest.raises(Missing) as missing:
                ask(unknown)
            assert missing.value.code == "hand_unknown"


# Striking and restoring


def test_a_struck_hand_keeps_its_place_and_scores_nothing(evening: Evening) -> None:
    one, two, three = (evening.keep(paper(ANN, points)) for points in (10, 20, 30))
    evening.strike(two)
    assert evening.ids() == [one, two, three]
    assert evening.numbers() == [1, None, 2]
    assert evening.points() == [(40, 0), (30, 0), (0, 0)]
    assert not evening.strike(two).new
    assert evening.restore(two).new
    assert evening.points() == [(60, 0), (50, 0), (30, 0)]
    assert not evening.restore(two).new
    assert count_entries(evening) == 5
    assert_summed_up(evening.id)


def test_a_struck_hand_may_be_amended(evening: Evening) -> None:
    hand_id = evening.keep(paper(ANN, 10))
    evening.strike(hand_id)
    table = evening.amend(hand_id, {"points": 11}).table
    assert table.hands[0].struck
    assert evening.restore(hand_id).table.sheet.columns[0].points == (11, 0)


# The dealer


def test_a_dealer_set_by_hand_belongs_to_the_next_hand_at_the_end(evening: Evening) -> None:
    evening.keep(paper(ANN, 10))
    assert evening.deal("Bob").table.sheet.next_dealer == BOB
    evening.keep(VOID, position=1)
    assert evening.table().next_dealer == BOB
    evening.keep(VOID)
    table = evening.table()
    assert table.next_dealer is None
    assert table.hands[2].hand.dealer == BOB
    evening.undo()
    assert evening.table().next_dealer == BOB
    evening.redo()
    assert evening.table().hands[2].hand.dealer == BOB
    assert_summed_up(evening.id)


def test_a_hand_that_names_its_dealer_keeps_him(evening: Evening) -> None:
    evening.deal(BOB)
    evening.record({"how": "void", "dealer": "Ann"})
    table = evening.table()
    assert table.hands[0].hand.dealer == ANN
    assert table.next_dealer is None


def test_setting_the_dealer_again_adds_nothing_and_none_leaves_it_to_the_rule(evening: Evening) -> None:
    evening.keep(paper(ANN, 10))
    assert evening.deal(BOB).new
    assert not evening.deal(BOB).new
    table = evening.deal(None).table
    assert table.sheet.next_dealer == ANN
    assert table.version == 3
    with pytest.raises(Malformed) as refused:
        evening.deal("Cy")
    assert refused.value.field == "dealer"


# Undo and redo


def test_undo_goes_back_change_by_change_whoever_made_it(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    evening.amend(hand_id, {"deadwood": {"Ann": 3, "Bob": 23}}, by=evening.bob)
    evening.strike(hand_id)
    evening.deal(BOB, by=evening.bob)
    undone = [evening.undo() for _ in range(4)]
    assert [outcome.change.kind for outcome in undone if outcome.change] == [
        "dealer",
        "strike",
        "amend",
        "record",
    ]
    assert evening.ids() == []
    with pytest.raises(NothingLeft) as nothing:
        evening.undo()
    assert nothing.value.code == "nothing_to_undo"
    redone = [evening.redo() for _ in range(4)]
    assert [outcome.change.kind for outcome in redone if outcome.change] == [
        "record",
        "amend",
        "strike",
        "dealer",
    ]
    table = evening.table()
    assert table.hands[0].struck
    assert table.hands[0].hand.deadwood == (3, 23)
    assert table.next_dealer == BOB
    with pytest.raises(NothingLeft):
        evening.redo()
    assert table.version == 12
    assert_summed_up(evening.id)


def test_what_undo_took_back_is_told(evening: Evening) -> None:
    evening.keep(VOID)
    hand_id = evening.keep(knock(ANN, 3, 13), by=evening.bob)
    offered = evening.table().undoable
    change = evening.undo().change
    assert change is not None
    assert change == offered
    assert (change.kind, change.hand_id, change.number) == ("record", hand_id, 2)
    assert change.device == "Bob's phone"
    assert change.played is not None
    assert (change.played.points, change.played.columns) == (10, (1,))
    offered = evening.table().redoable
    assert offered is not None
    assert (offered.kind, offered.number, offered.hand) == ("record", 2, knock(ANN, 3, 13))
    again = evening.redo().change
    assert again == change


def test_a_new_change_empties_redo(evening: Evening) -> None:
    evening.keep(VOID)
    evening.undo()
    evening.keep(VOID)
    with pytest.raises(NothingLeft) as nothing:
        evening.redo()
    assert nothing.value.code == "nothing_to_redo"


def test_undo_across_the_end_of_a_series(evening: Evening) -> None:
    for _ in range(3):
        evening.keep(paper(ANN, 100))
    over = evening.table()
    assert (over.state, over.sheet.winner) == ("over", ANN)
    for _ in range(3):
        evening.undo()
    assert evening.table().state == "running"
    for _ in range(3):
        evening.redo()
    assert evening.table().sheet == over.sheet


# Keys


def test_a_key_makes_any_write_count_once(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    evening.keep(VOID)
    for ask in (
        lambda key: evening.amend(hand_id, {"deadwood": {"Ann": 3, "Bob": 14}}, key=key),
        lambda key: evening.strike(hand_id, key=key),
        lambda key: evening.restore(hand_id, key=key),
        lambda key: evening.deal("Bob", key=key),
        lambda key: evening.undo(key=key),
        lambda key: evening.redo(key=key),
    ):
        key = uuid4()
        first = ask(key)
        again = ask(key)
        assert first.new
        assert not again.new
        assert again.table.version == first.table.version
        assert again.change == first.change


def test_a_repeated_undo_means_what_it_meant(evening: Evening) -> None:
    evening.keep(VOID)
    evening.keep(knock(ANN, 3, 13))
    key = uuid4()
    first = evening.undo(key=key)
    evening.keep(paper(BOB, 10))
    again = evening.undo(key=key, base=None)
    assert not again.new
    assert again.change == first.change
    assert len(again.table.hands) == 2


def test_a_key_that_was_taken_for_something_else(evening: Evening) -> None:
    key = uuid4()
    hand_id = evening.keep(knock(ANN, 3, 13), key=key)
    for ask in (
        lambda: evening.record(knock(ANN, 3, 13), key=key),
        lambda: evening.amend(hand_id, {"how": "void"}, key=key),
        lambda: evening.strike(hand_id, key=key),
        lambda: evening.deal(BOB, key=key),
        lambda: evening.undo(key=key),
    ):
        with pytest.raises(Reused) as reused:
            ask()
        assert reused.value.field == "key"
    amending = uuid4()
    evening.amend(hand_id, {"deadwood": {"Ann": 3, "Bob": 14}}, key=amending)
    with pytest.raises(Reused):
        evening.amend(hand_id, {"deadwood": {"Ann": 3, "Bob": 15}}, key=amending)
    dealing = uuid4()
    evening.deal(ANN, key=dealing)
    with pytest.raises(Reused):
        evening.deal(BOB, key=dealing)


def test_the_repeat_of_a_change_of_nothing_still_changes_nothing(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 13))
    key = uuid4()
    as_it_is = {"deadwood": {"Ann": 3, "Bob": 13}}
    assert not evening.amend(hand_id, as_it_is, key=key).new
    evening.amend(hand_id, {"deadwood": {"Ann": 3, "Bob": 23}})
    assert not evening.amend(hand_id, as_it_is, key=key).new
    assert evening.points()[0] == (20, 0)
    with pytest.raises(Reused):
        evening.strike(hand_id, key=key)


# Rules


def test_rules_may_change_until_the_first_hand(evening: Evening) -> None:
    plain = PRESETS["plain"]
    outcome = change_rules(evening.id, plain, evening.ask())
    assert outcome.new
    assert outcome.table.rules == plain
    assert evening.table().rules == plain
    assert not change_rules(evening.id, plain, evening.ask()).new
    hand_id = evening.keep(VOID)
    for ask in (lambda: None, lambda: evening.strike(hand_id)):
        ask()
        with pytest.raises(Frozen):
            change_rules(evening.id, DEFAULTS, evening.ask())


def test_undo_goes_over_hands_and_not_over_rules(evening: Evening) -> None:
    change_rules(evening.id, PRESETS["modern"], evening.ask())
    with pytest.raises(NothingLeft):
        evening.undo()
    evening.keep(VOID)
    evening.undo()
    change_rules(evening.id, DEFAULTS, evening.ask())
    with pytest.raises(NothingLeft):
        evening.redo()


# Names


def test_a_hand_may_use_a_name_that_the_player_had(evening: Evening) -> None:
    book_id = evening.table().book_id
    bob = db.session.scalars(select(Person).where(Person.name == "Bob", Person.book_id == book_id)).one()
    bob.name, bob.folded = "Robert", "robert"
    db.session.commit()
    hand_id = evening.keep({"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Ann": 13}})
    evening.amend(hand_id, {"deadwood": {"Robert": 3, "Ann": 14}})
    evening.amend(hand_id, {"deadwood": {"Bob": 3, "Ann": 15}})
    evening.deal("Bob")
    table = evening.table()
    assert table.players == ("Ann", "Robert")
    assert table.hands[0].hand == knock(BOB, 3, 15)
    assert table.next_dealer == BOB


def test_every_rule_and_field_survives_the_database(store: object) -> None:
    rules = Rules(oklahoma=True, spade_doubles=True, big_gin_bonus=31)
    evening = start_evening(rules)
    hands = [
        Hand("knock", ANN, (3, 13), spade=True, knock_limit=4, dealer=BOB),
        Hand("big_gin", BOB, (40, 0), spade=True),
        Hand("points", winner=ANN, points=0, dealer=ANN),
        Hand("void", dealer=ANN),
    ]
    for hand in hands:
        evening.keep(hand)
    table = evening.table()
    assert table.rules == rules
    assert [kept.hand for kept in table.hands] == hands
    changed = evening.amend(table.hands[0].id, {"knock_limit": None, "dealer": None}).table.hands[0].hand
    assert changed == Hand("knock", ANN, (3, 13), spade=True)
