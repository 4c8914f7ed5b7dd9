"""Likely slips: what they offer can have happened, and is something else."""

from hypothesis import given

from scorekeeper.engine.hand import Hand, check_hand, same_content
from scorekeeper.engine.rules import DEFAULTS, PRESETS, Rules
from scorekeeper.engine.slips import slips
from tests.engine.strategies import series


def offered(hand: Hand, rules: Rules = DEFAULTS) -> list[tuple[str, Hand]]:
    return [(slip.code, slip.hand) for slip in slips(rules, hand)]


def knock(knocker: int, laid_down: int, held: int) -> Hand:
    return Hand("knock", knocker, (laid_down, held) if knocker == 0 else (held, laid_down))


def gin(knocker: int, held: int) -> Hand:
    return Hand("gin", knocker, (0, held) if knocker == 0 else (held, 0))


def test_the_dispute_of_three_and_eight() -> None:
    assert offered(knock(0, 3, 8)) == [
        ("players", knock(1, 3, 8)),
        ("knocker", knock(1, 8, 3)),
        ("totals", knock(0, 8, 3)),
        ("gin", gin(0, 8)),
        ("difference", knock(0, 3, 11)),
        ("digits", knock(0, 3, 18)),
    ]


def test_five_not_fifteen() -> None:
    assert ("digits", knock(0, 3, 5)) in offered(knock(0, 3, 15))
    assert ("digits", knock(0, 3, 26)) in offered(knock(0, 3, 62))
    assert ("digits", knock(0, 1, 26)) in offered(knock(0, 10, 26))


def test_counts_that_no_knock_can_have_are_not_offered() -> None:
    assert [code for code, _hand in offered(knock(0, 3, 26))] == [
        "players",
        "gin",
        "difference",
        "digits",
        "digits",
        "digits",
    ]


def test_gin_that_was_typed_with_its_bonus() -> None:
    assert offered(gin(1, 39)) == [
        ("players", gin(0, 39)),
        ("bonus", gin(1, 14)),
        ("digits", gin(1, 9)),
        ("digits", gin(1, 93)),
        ("digits", gin(1, 3)),
    ]
    assert ("big_gin", Hand("big_gin", 1, (39, 0))) in offered(gin(1, 39), PRESETS["modern"])


def test_a_result_from_paper_was_the_other_player_s_or_misread() -> None:
    assert offered(Hand("points", winner=0, points=18)) == [
        ("players", Hand("points", winner=1, points=18)),
        ("digits", Hand("points", winner=0, points=8)),
        ("digits", Hand("points", winner=0, points=81)),
        ("digits", Hand("points", winner=0, points=1)),
    ]


def test_a_void_hand_has_no_likely_slip() -> None:
    assert offered(Hand("void")) == []


@given(series())
def test_slips_are_legal_and_different(given: tuple[Rules, list[Hand], int | None]) -> None:
    rules, entered, _first = given
    for hand in entered:
        seen = [hand]
        for slip in slips(rules, hand):
            assert check_hand(rules, slip.hand) == slip.hand
            assert not any(same_content(slip.hand, other) for other in seen)
            assert slip.hand.dealer == hand.dealer
            seen.append(slip.hand)
