"""One hand's worth: every deadwood against every knock, and what can't have happened."""

from typing import Any

import pytest

from scorekeeper.engine.errors import Malformed, NotAllowed, Refused
from scorekeeper.engine.hand import Hand, check_hand, same_content, score_hand
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.seriesfile import read_hand

NAMES = ("Ann", "Bob")
PLAYED = Rules(big_gin_bonus=31, oklahoma=True, spade_doubles=True)


def knock(laid_down: int, held: int, **more: Any) -> Hand:
    return Hand("knock", 0, (laid_down, held), **more)


@pytest.mark.parametrize("laid_down", range(1, 11))
def test_a_knock_wins_the_difference_or_is_undercut(laid_down: int) -> None:
    for held in range(99):
        score = score_hand(DEFAULTS, check_hand(DEFAULTS, knock(laid_down, held)))
        if held > laid_down:
            assert (score.result, score.winner, score.points) == ("knock", 0, held - laid_down)
        else:
            assert (score.result, score.winner, score.points) == ("undercut", 1, laid_down - held + 10)


@pytest.mark.parametrize("held", range(99))
def test_gin_is_never_undercut(held: int) -> None:
    score = score_hand(DEFAULTS, Hand("gin", 1, (held, 0)))
    assert (score.result, score.winner, score.points) == ("gin", 1, held + 25)


def test_counts_3_and_8_depend_on_who_knocked() -> None:
    assert score_hand(DEFAULTS, Hand("knock", 0, (3, 8))).points == 5
    assert score_hand(DEFAULTS, Hand("knock", 1, (3, 8))).points == 15


def test_a_knock_with_nothing_left_is_gin() -> None:
    assert check_hand(DEFAULTS, knock(0, 20)) == Hand("gin", 0, (0, 20))


def test_a_level_knock_is_an_undercut_or_void_as_the_rules_have_it() -> None:
    assert score_hand(DEFAULTS, knock(7, 7)).points == 10
    level = score_hand(Rules(tie="void"), knock(7, 7))
    assert (level.result, level.winner, level.points) == ("void", None, 0)


def test_big_gin_has_a_bonus_of_its_own() -> None:
    score = score_hand(Rules(big_gin_bonus=31, gin_boxes=2), Hand("big_gin", 0, (0, 12)))
    assert (score.result, score.points, score.boxes) == ("big_gin", 43, 3)


def test_a_spade_doubles_points_and_where_played_the_boxes() -> None:
    spades = Rules(spade_doubles=True, undercut_boxes=1)
    assert score_hand(spades, knock(4, 26, spade=True)).points == 44
    assert score_hand(spades, knock(8, 3, spade=True)).points == 30
    assert score_hand(spades, knock(8, 3, spade=True)).boxes == 2
    assert (
        score_hand(
            Rules(spade_doubles=True, undercut_boxes=1, double_boxes=True), knock(8, 3, spade=True)
        ).boxes
        == 4
    )


@pytest.mark.parametrize(
    ("rules", "hand", "kind", "code", "field"),
    [
        (DEFAULTS, knock(11, 30), NotAllowed, "above_limit", "deadwood"),
        (DEFAULTS, knock(25, 5), NotAllowed, "swapped", "deadwood"),
        (DEFAULTS, knock(25, 10), NotAllowed, "swapped", "deadwood"),
        (DEFAULTS, knock(5, 99), NotAllowed, "deadwood_range", "deadwood"),
        (DEFAULTS, knock(-1, 9), NotAllowed, "deadwood_range", "deadwood"),
        (DEFAULTS, Hand("gin", 0, (3, 20)), NotAllowed, "gin_with_deadwood", "deadwood"),
        (DEFAULTS, Hand("big_gin", 0, (0, 20)), NotAllowed, "big_gin_not_played", "how"),
        (DEFAULTS, knock(4, 26, spade=True), NotAllowed, "spade_not_played", "spade"),
        (DEFAULTS, knock(4, 26, knock_limit=5), NotAllowed, "knock_limit_not_played", "knock_limit"),
        (PLAYED, knock(7, 26, knock_limit=5), NotAllowed, "above_limit", "deadwood"),
        (PLAYED, knock(1, 0, knock_limit=0), NotAllowed, "swapped", "deadwood"),
        (PLAYED, knock(1, 26, knock_limit=11), NotAllowed, "knock_limit_range", "knock_limit"),
        (PLAYED, Hand("void", spade=True), Malformed, "not_used", "spade"),
        (PLAYED, Hand("void", deadwood=(1, 2)), Malformed, "not_used", "deadwood"),
        (PLAYED, Hand("points", winner=0, points=5, knocker=1), Malformed, "not_used", "knocker"),
        (DEFAULTS, Hand("points", points=5), Malformed, "winner_missing", "winner"),
        (DEFAULTS, Hand("points", winner=0), Malformed, "points_missing", "points"),
        (DEFAULTS, Hand("points", winner=0, points=401), NotAllowed, "points_range", "points"),
        (DEFAULTS, Hand("knock", deadwood=(4, 26)), Malformed, "knocker_missing", "knocker"),
        (DEFAULTS, Hand("knock", knocker=0), Malformed, "deadwood_missing", "deadwood"),
    ],
)
def test_what_cannot_have_happened_is_refused(
    rules: Rules, hand: Hand, kind: type[Refused], code: str, field: str
) -> None:
    with pytest.raises(kind) as caught:
        check_hand(rules, hand)
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize("value", [26, 26.0])
def test_a_whole_number_counts_as_whole(value: object) -> None:
    given = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 4, "Bob": value}}
    assert read_hand(given, NAMES, DEFAULTS).deadwood == (4, 26)


@pytest.mark.parametrize(
    "value", [True, "26", None, 2.5, [26], {}, float("nan"), float("inf"), 1e300, 10**400]
)
def test_anything_else_is_no_deadwood(value: object) -> None:
    with pytest.raises(Refused) as caught:
        read_hand({"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 4, "Bob": value}}, NAMES, DEFAULTS)
    assert caught.value.field == "deadwood"


def test_a_claimed_winner_is_checked_and_not_kept() -> None:
    given = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 8, "Bob": 3}, "winner": "Bob"}
    assert read_hand(given, NAMES, DEFAULTS).winner is None
    with pytest.raises(NotAllowed) as caught:
        read_hand({**given, "winner": "Ann"}, NAMES, DEFAULTS)
    assert caught.value.code == "claim_differs"
    with pytest.raises(NotAllowed) as caught:
        read_hand({**given, "deadwood": {"Ann": 8, "Bob": 8}, "winner": "Ann"}, NAMES, Rules(tie="void"))
    assert caught.value.code == "claim_level"


def test_the_dealer_is_no_part_of_a_hands_content() -> None:
    assert same_content(knock(4, 26, dealer=1), knock(4, 26))
    assert not same_content(knock(4, 26), knock(4, 27))
