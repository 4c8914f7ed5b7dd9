"""Whole series: the cascade, closing, extras, the end, the settlement and who deals, on small readable
sheets.
"""

from decimal import Decimal

import pytest

from scorekeeper.engine.explain import why_columns, why_points
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules, Stake, preset_of
from scorekeeper.engine.settlement import Money, rounded
from scorekeeper.engine.sheet import Sheet, replay

ANN, BOB = 0, 1


def wins(*entered: tuple[int, int], rules: Rules = DEFAULTS, first_dealer: int | None = None) -> Sheet:
    """A series of hands that are only (winner, points), as from paper."""
    return replay(
        rules, [Hand("points", winner=seat, points=points) for seat, points in entered], first_dealer
    )


def totals(sheet: Sheet) -> list[tuple[int, int]]:
    return [column.points for column in sheet.columns]


def test_worked_example_of_the_rules() -> None:
    assert totals(wins((BOB, 10), (ANN, 18), (BOB, 30), (BOB, 4))) == [(18, 44), (0, 34), (0, 4)]


def test_a_total_beyond_the_target_stays_and_nothing_follows() -> None:
    sheet = wins((ANN, 60), (ANN, 45), (ANN, 10))
    assert [column.points[ANN] for column in sheet.columns] == [105, 55, 10]
    assert (sheet.columns[0].winner, sheet.columns[0].closed_by) == (ANN, 2)


def test_one_hand_may_close_three_columns() -> None:
    sheet = wins((ANN, 1), (ANN, 1), (ANN, 100))
    assert sheet.hands[2].closes == (1, 2, 3)
    assert (sheet.over, sheet.winner, sheet.games_won) == (True, ANN, (3, 0))


def test_a_late_starter_slides_to_the_next_open_column() -> None:
    sheet = wins((ANN, 100), (BOB, 5), (BOB, 6), (BOB, 7))
    assert [hand.columns for hand in sheet.hands] == [(1,), (2,), (2, 3), (2, 3)]
    assert why_columns(sheet.hands[1]).code == "late_start"


def test_a_strict_late_starter_waits() -> None:
    sheet = wins((ANN, 100), (BOB, 5), (BOB, 6), (BOB, 7), rules=Rules(late_start="strict"))
    assert [hand.columns for hand in sheet.hands] == [(1,), (), (2,), (2, 3)]
    assert why_columns(sheet.hands[1]).code == "nowhere"
    assert why_columns(sheet.hands[2]).code == "nth_win_closed"


def test_a_line_of_nothing_spoils_a_shutout() -> None:
    assert wins((ANN, 100)).columns[0].shutout
    assert not wins((BOB, 0), (ANN, 100)).columns[0].shutout


@pytest.mark.parametrize(
    ("shutout", "total"), [("plus_100", 320), ("double_total", 440), ("double_points", 320), ("none", 220)]
)
def test_shutouts(shutout: str, total: int) -> None:
    column = wins((ANN, 100), rules=Rules(shutout=shutout)).columns[0]
    assert (column.total, column.value) == ((total, 0), total)


def test_boxes_may_leave_the_loser_with_the_larger_total() -> None:
    small_hands = [(BOB, 1)] * 20
    column = wins(*small_hands, (ANN, 100), rules=Rules(game_bonus=0)).columns[0]
    assert (column.winner, column.total, column.value) == (ANN, (120, 420), -300)


def test_winner_plus_difference_counts_the_points_twice_over_a_doubled_shutout() -> None:
    rummytalk = Rules(settlement="winner_plus_difference", shutout="double_total")
    assert wins((ANN, 100), rules=rummytalk).columns[0].value == 440 + 200
    assert wins((BOB, 0), (ANN, 100), rules=rummytalk).columns[0].value == 220 - 20 + 100


def test_the_third_column_may_count_twice() -> None:
    entered = ((ANN, 1), (ANN, 1), (ANN, 100))
    once, twice = (
        wins(*entered).columns[2].value,
        wins(*entered, rules=Rules(third_column_factor=2)).columns[2].value,
    )
    assert once is not None
    assert twice == 2 * once


def test_a_decided_series_goes_on_unless_the_rules_stop_it() -> None:
    entered = ((ANN, 50), (ANN, 100), (BOB, 3))
    on = wins(*entered)
    assert (on.decided, on.over, on.winner) == (ANN, False, None)
    stopped = wins(*entered, rules=Rules(stop_when_decided=True))
    assert (stopped.over, stopped.winner, stopped.hands[2].after_end) == (True, ANN, True)
    assert stopped.columns[2].value is None


def test_the_winner_by_points_may_have_lost_two_columns() -> None:
    by_points = Rules(series_winner="points", extras=False)
    sheet = wins((BOB, 99), (BOB, 0), (ANN, 1), (ANN, 400), (BOB, 1), (BOB, 99), rules=by_points)
    assert (sheet.over, sheet.games_won, sheet.winner) == (True, (2, 1), ANN)


@pytest.mark.parametrize(
    ("net", "round_to", "result"),
    [
        (249, 500, 0),
        (250, 500, 500),
        (-250, 500, -500),
        (-249, 500, 0),
        (149, 100, 100),
        (-150, 100, -200),
        (7, 0, 7),
    ],
)
def test_half_is_rounded_away_from_zero(net: int, round_to: int, result: int) -> None:
    assert rounded(net, round_to) == result


@pytest.mark.parametrize(
    ("amount", "points", "text"),
    [
        ("0.05", 412, "20.60"),
        ("0.0025", 3, "0.0075"),
        ("0.0025", 448, "1.12"),
        ("1", 588, "588.00"),
        ("10", 10, "100.00"),
    ],
)
def test_money_is_exact_with_at_least_two_places(amount: str, points: int, text: str) -> None:
    assert Money(ANN, BOB, points * Decimal(amount), "EUR").text == text


def test_one_pays_the_other() -> None:
    sheet = wins((ANN, 100), rules=Rules(stake=Stake(Decimal("0.05"), "EUR"), extras=False))
    assert sheet.money == Money(BOB, ANN, Decimal("5.00"), "EUR")
    assert wins((ANN, 99), rules=Rules(stake=Stake(Decimal("0.05"), "EUR"))).money is None


def dealers(*hands: Hand, rules: Rules = DEFAULTS, first: int | None = None) -> list[int | None]:
    sheet = replay(rules, hands, first)
    return [*(hand.dealer for hand in sheet.hands), sheet.next_dealer]


def test_the_winner_deals_and_after_a_void_hand_the_same_again() -> None:
    undercut, void = Hand("knock", ANN, (8, 3)), Hand("void")
    assert dealers(undercut, void, void, first=ANN) == [ANN, BOB, BOB, BOB]
    assert dealers(void, undercut) == [None, None, BOB]


def test_loser_and_alternate_deal_where_the_rules_say_so() -> None:
    gin = Hand("gin", ANN, (0, 8))
    assert dealers(gin, gin, rules=Rules(next_dealer="loser"), first=ANN) == [ANN, BOB, BOB]
    assert dealers(gin, gin, Hand("void"), rules=Rules(next_dealer="alternate"), first=ANN) == [
        ANN,
        BOB,
        ANN,
        ANN,
    ]
    assert dealers(gin, gin, rules=Rules(next_dealer="alternate")) == [None, None, None]


def test_a_dealer_set_by_hand_is_followed_from_there() -> None:
    gin, void = Hand("gin", ANN, (0, 8)), Hand("void", dealer=BOB)
    assert dealers(gin, void, Hand("void")) == [None, BOB, BOB, BOB]
    assert replay(DEFAULTS, [gin], next_dealer=BOB).next_dealer == BOB


def test_reasons_are_codes_with_numbers() -> None:
    sheet = replay(DEFAULTS, [Hand("knock", ANN, (8, 3))])
    reason = why_points(sheet.hands[0])
    assert reason.code == "undercut"
    assert {"laid_down": 8, "held": 3, "bonus": 10, "points": 15}.items() <= reason.facts.items()


def test_presets_are_known_by_their_rules_whatever_the_stake() -> None:
    for name, preset in PRESETS.items():
        assert preset_of(preset) == name
    assert preset_of(Rules(stake=Stake(Decimal("1"), "EUR"))) == "house"
    assert preset_of(Rules(target=150)) is None
