"""Settling a dispute: what is kept, what stays in the log, and undo over it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import Rules
from scorekeeper.store.disputes import Claim, decide_dispute, read_claims
from scorekeeper.store.entries import Outcome
from scorekeeper.store.errors import BadBase, Missing, Reused
from scorekeeper.store.pad import Line
from scorekeeper.store.stale import Stale
from tests.store.evening import ANN, BOB, VOID, Evening, assert_summed_up, gin, knock, paper, start_evening

CLAIMS = (Claim(ANN, knock(ANN, 3, 8)), Claim(BOB, knock(BOB, 8, 3)))
"""Counts 3 and 8: 5 points where the 3 knocked, 15 where the 8 did."""


def settle(
    evening: Evening, hand_id: UUID, kept: int | None, claims: tuple[Claim, ...] = CLAIMS, **more: Any
) -> Outcome:
    return decide_dispute(evening.id, hand_id, claims, kept, evening.ask(**more))


def last_line(evening: Evening) -> Line:
    return evening.table().lines[-1]


def test_the_kept_claim_is_the_hand_from_then_on(evening: Evening) -> None:
    before, hand_id = evening.keep(paper(ANN, 20)), evening.keep(knock(ANN, 3, 8))
    outcome = settle(evening, hand_id, 1, reason="counted again", by=evening.bob)
    assert outcome.new
    assert outcome.table.version == 3, "deciding is one entry, the correction in it"
    assert evening.ids() == [before, hand_id]
    assert evening.table().hands[1].hand == knock(BOB, 8, 3)
    assert evening.points() == [(35, 0), (15, 0), (0, 0)]
    line = last_line(evening)
    assert (line.kind, line.hand_id, line.reason, line.device) == (
        "dispute",
        hand_id,
        "counted again",
        "Bob's phone",
    )
    assert line.body["kept"] == 1
    assert [(claim.says, claim.hand) for claim in read_claims(line.body)] == [
        (ANN, knock(ANN, 3, 8)),
        (BOB, knock(BOB, 8, 3)),
    ]
    assert_summed_up(evening.id)


@pytest.mark.parametrize("kept", [0, None])
def test_a_hand_left_as_it_is_still_has_its_dispute_in_the_log(evening: Evening, kept: int | None) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    assert settle(evening, hand_id, kept).new
    assert evening.points()[0] == (5, 0)
    assert last_line(evening).body["kept"] == kept


def test_undo_and_redo_go_over_a_decision_in_one_step(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    settle(evening, hand_id, 1)
    undone = evening.undo().change
    assert undone is not None
    assert (undone.kind, undone.number, undone.hand) == ("dispute", 1, knock(BOB, 8, 3))
    assert evening.points()[0] == (5, 0)
    redone = evening.redo().change
    assert redone is not None
    assert (redone.kind, redone.hand) == ("dispute", knock(BOB, 8, 3))
    assert evening.points()[0] == (15, 0)
    evening.undo()
    evening.undo()
    assert evening.ids() == []


def test_a_dispute_can_be_reopened(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    settle(evening, hand_id, 1)
    settle(evening, hand_id, 0)
    assert evening.points()[0] == (5, 0)
    evening.undo()
    assert evening.points()[0] == (15, 0)


def test_dealer_and_time_stay(evening: Evening) -> None:
    evening.deal(BOB)
    hand_id = evening.keep(knock(ANN, 3, 8))
    before = evening.table().hands[0]
    settle(evening, hand_id, 1)
    after = evening.table().hands[0]
    assert (after.hand.dealer, after.at) == (BOB, before.at)


def test_a_claim_that_the_rules_refuse_is_kept_in_the_log_alone(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    claims = (CLAIMS[0], Claim(BOB, knock(BOB, 12, 30)), Claim(None, Hand("big_gin", ANN, (0, 8))))
    for refused in (1, 2):
        with pytest.raises(NotAllowed):
            settle(evening, hand_id, refused, claims)
    assert evening.table().version == 1
    settle(evening, hand_id, 0, claims)
    told = read_claims(last_line(evening).body)
    assert [claim.refused and claim.refused.code for claim in told] == [
        None,
        "above_limit",
        "big_gin_not_played",
    ]
    above = told[1].refused
    assert above is not None
    assert (above.field, above.facts["value"], above.facts["limit"]) == ("deadwood", 12, 10)


def test_a_claimed_knock_with_nothing_is_gin(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    settle(evening, hand_id, 1, (CLAIMS[0], Claim(BOB, knock(BOB, 0, 3))))
    assert evening.table().hands[0].hand == gin(BOB, 3)


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ((), "claims_count"),
        (CLAIMS[:1], "claims_count"),
        ((*CLAIMS, Claim(None, VOID), Claim(None, VOID)), "claims_count"),
        ((CLAIMS[0], Claim(ANN, VOID)), "claims_by_one"),
        ((CLAIMS[0], Claim(BOB, Hand("knock"))), "knocker_missing"),
    ],
)
def test_what_is_no_dispute(evening: Evening, claims: tuple[Claim, ...], code: str) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    with pytest.raises(Malformed) as refused:
        settle(evening, hand_id, None, claims)
    assert refused.value.code == code
    assert evening.table().version == 1


def test_a_repeat_of_its_key_decides_once(evening: Evening) -> None:
    hand_id, other = evening.keep(knock(ANN, 3, 8)), evening.keep(VOID)
    key = uuid4()
    assert settle(evening, hand_id, 1, key=key).new
    again = settle(evening, hand_id, 1, key=key, base=0, by=evening.bob)
    assert not again.new
    assert again.table.version == 3
    for differently in (
        lambda: settle(evening, hand_id, 0, key=key),
        lambda: settle(evening, hand_id, 1, (CLAIMS[0], Claim(BOB, gin(BOB, 3))), key=key),
        lambda: settle(evening, hand_id, 1, (*CLAIMS, Claim(None, VOID)), key=key),
        lambda: settle(evening, other, 1, key=key),
    ):
        with pytest.raises(Reused):
            differently()


def test_it_rests_on_what_was_seen(evening: Evening) -> None:
    hand_id = evening.keep(knock(ANN, 3, 8))
    evening.keep(VOID, by=evening.bob)
    with pytest.raises(Stale):
        settle(evening, hand_id, 1, base=1)
    with pytest.raises(BadBase):
        settle(evening, hand_id, 1, base=None)
    with pytest.raises(Missing):
        settle(evening, uuid4(), 1)
    with pytest.raises(Missing):
        decide_dispute(uuid4(), hand_id, CLAIMS, 1, evening.ask())


def test_a_decision_may_reopen_a_series(store: object) -> None:
    evening = start_evening(Rules(target=50))
    hand_id = evening.keep(knock(ANN, 10, 58))
    for _ in range(2):
        evening.keep(gin(ANN, 25))
    evening.keep(gin(BOB, 20))
    assert evening.table().state == "over"
    settle(evening, hand_id, 1, (Claim(ANN, knock(ANN, 10, 58)), Claim(BOB, VOID)))
    table = evening.table()
    assert table.state == "running"
    assert table.hands[3].played
    assert table.hands[3].played.columns == (3,), "the hand after the end came alive"
    assert_summed_up(evening.id)
