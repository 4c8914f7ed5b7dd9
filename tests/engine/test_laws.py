"""What rules.md says is always true, tried on whatever series Hypothesis can think of."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import Rules, read_rules, write_rules
from scorekeeper.engine.seriesfile import read_hand, write_hand
from scorekeeper.engine.sheet import Sheet, replay
from tests.engine.strategies import hands, rules, series

NAMES = ("Ann", "Bob")
Series = tuple[Rules, list[Hand], int | None]


def played(given: Series) -> Sheet:
    return replay(*given)


@given(series())
def test_replay_is_deterministic(given: Series) -> None:
    assert played(given) == played(given)


@given(series())
def test_earlier_columns_lead_while_open_and_close_first(given: Series) -> None:
    for hand in played(given).hands:
        for earlier, later in ((1, 2), (2, 3)):
            if {earlier, later} <= set(hand.was_open) - set(hand.closes):
                for seat in (0, 1):
                    assert hand.after[earlier - 1][seat] >= hand.after[later - 1][seat]
    closed_by = [column.closed_by for column in played(given).columns]
    for earlier, later in pairwise(closed_by):
        assert later is None or (earlier is not None and earlier <= later)


@given(series())
def test_net_sums_to_zero_and_the_money_follows_it(given: Series) -> None:
    ruled, sheet = given[0], played(given)
    assert sum(sheet.net) == 0
    assert sheet.net[0] % (ruled.round_to or 1) == 0
    assert abs(sheet.net[0] - sheet.net_exact) * 2 <= ruled.round_to
    if sheet.money is None:
        assert ruled.stake is None or sheet.net[0] == 0
    else:
        assert ruled.stake is not None
        assert sheet.money.amount == sheet.net[sheet.money.payee] * ruled.stake.amount > 0


@given(series(), st.data())
def test_taking_the_last_hand_back_restores_the_sheet(given: Series, data: st.DataObject) -> None:
    ruled, entered, first = given
    more = [*entered, data.draw(hands(ruled))]
    assert replay(ruled, more[:-1], first) == played(given)
    assert replay(ruled, more, first).hands[:-1] == played(given).hands


@given(series(most=60), st.data())
def test_going_on_from_a_sheet_comes_to_the_same(given: Series, data: st.DataObject) -> None:
    ruled, entered, first = given
    known = replay(ruled, entered[: data.draw(st.integers(0, len(entered)))], first)
    gone_on = replay(ruled, entered, first, known=known)
    assert gone_on == played(given)
    assert all(one is other for one, other in zip(known.hands, gone_on.hands, strict=False))


@given(series(), st.data())
def test_a_sheet_of_other_hands_is_not_gone_on_from(given: Series, data: st.DataObject) -> None:
    ruled, entered, first = given
    others = data.draw(st.lists(hands(ruled), max_size=30))
    assert replay(ruled, entered, first, known=replay(ruled, others, first)) == played(given)


@given(series(), st.data())
def test_a_void_hand_changes_no_total(given: Series, data: st.DataObject) -> None:
    ruled, entered, first = given
    place = data.draw(st.integers(0, len(entered)))
    without, with_void = (
        played(given),
        replay(ruled, [*entered[:place], Hand("void"), *entered[place:]], first),
    )
    assert [column.total for column in with_void.columns] == [column.total for column in without.columns]
    assert (with_void.net, with_void.winner, with_void.next_dealer) == (
        without.net,
        without.winner,
        without.next_dealer,
    )


@given(series(most=60))
def test_a_series_that_is_over_has_winners_of_columns(given: Series) -> None:
    ruled, sheet = given[0], played(given)
    closed = [column for column in sheet.columns if column.winner is not None]
    assert sheet.games_won == (sum(c.winner == 0 for c in closed), sum(c.winner == 1 for c in closed))
    if sheet.over:
        assert len(closed) == 3 or (ruled.stop_when_decided and sheet.decided is not None)
        assert sheet.decided is not None
    else:
        assert sheet.winner is None
        assert len(closed) < 3


@given(series(most=60))
def test_nothing_is_entered_after_the_end_or_in_a_closed_column(given: Series) -> None:
    sheet = played(given)
    for hand in sheet.hands:
        assert set(hand.columns) <= set(hand.was_open)
        if hand.after_end:
            assert (hand.columns, hand.points, hand.dealer) == ((), 0, None)
            assert hand.before == hand.after
    ended = [hand.number for hand in sheet.hands if hand.after_end]
    assert ended == list(range(len(sheet.hands) - len(ended) + 1, len(sheet.hands) + 1))


@given(series())
def test_every_total_is_the_sum_of_its_lines(given: Series) -> None:
    sheet = played(given)
    for column in sheet.columns:
        for seat in (0, 1):
            lines = [h for h in sheet.hands if h.winner == seat and column.number in h.columns]
            assert column.points[seat] == sum(h.points for h in lines)
            assert column.boxes[seat] == sum(h.score.boxes for h in lines)
            assert column.lines[seat] == len(lines)


@given(rules())
def test_rules_come_back_from_their_file(ruled: Rules) -> None:
    assert read_rules(write_rules(ruled)) == ruled


@given(rules().flatmap(lambda ruled: st.tuples(st.just(ruled), hands(ruled))))
def test_hands_come_back_from_their_file(given: tuple[Rules, Hand]) -> None:
    ruled, hand = given
    assert read_hand(write_hand(hand, NAMES), NAMES, ruled) == hand
