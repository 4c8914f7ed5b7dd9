"""What would do it: each smallest hand closes its column, and one less does not."""

from hypothesis import given

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.reach import Least, deciders, reaches, ways_to_win
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.sheet import replay
from tests.engine.strategies import series


def smallest(hand: Least, seat: int) -> tuple[Hand, Hand | None]:
    """The hand that is just enough, and the one that just is not (None where there is nothing smaller)."""

    def laid_down(how: str, knocker: int, laid: int, held: int) -> Hand:
        return Hand(how, knocker, (laid, held) if knocker == 0 else (held, laid))

    if hand.kind == "knock":
        less = laid_down("knock", seat, 1, hand.least) if hand.least > 1 else None
        return laid_down("knock", seat, 1, 1 + hand.least), less
    if hand.kind == "undercut":
        other, knock = 1 - seat, max(hand.least, 1)
        less = laid_down("knock", other, knock, knock - hand.least + 1) if hand.least > 0 else None
        return laid_down("knock", other, knock, knock - hand.least), less
    less = laid_down(hand.kind, seat, 0, hand.least - 1) if hand.least > 0 else None
    return laid_down(hand.kind, seat, 0, hand.least), less


@given(series())
def test_the_smallest_hand_closes_the_column_and_one_less_does_not(
    given: tuple[Rules, list[Hand], int | None],
) -> None:
    ruled, entered, first = given
    for reach in reaches(ruled, replay(ruled, entered, first)):
        for hand in reach.hands:
            enough, less = smallest(hand, reach.seat)
            assert replay(ruled, [*entered, enough], first).columns[reach.column - 1].winner == reach.seat
            if less is not None:
                assert replay(ruled, [*entered, less], first).columns[reach.column - 1].winner is None


def test_gin_against_nine_or_more() -> None:
    sheet = replay(DEFAULTS, [Hand("points", winner=0, points=66)])
    first = reaches(DEFAULTS, sheet)[0]
    assert (first.column, first.seat, first.needs, first.is_entered) == (1, 0, 34, True)
    assert first.hands == (Least("knock", 34), Least("gin", 9))


def test_a_column_that_the_next_win_does_not_reach() -> None:
    third = [reach for reach in reaches(DEFAULTS, replay(DEFAULTS, [])) if reach.column == 3]
    assert all(not reach.is_entered and not reach.hands for reach in third)


def test_what_each_needs_to_win_the_series() -> None:
    sheet = replay(DEFAULTS, [Hand("points", winner=0, points=points) for points in (50, 100)])
    ann, bob = ways_to_win(sheet)
    assert (ann.columns_needed, bob.columns_needed, bob.open_columns) == (0, 2, (3,))
    assert not bob.is_possible


def test_what_one_hand_would_win_the_series() -> None:
    entered = [Hand("points", winner=0, points=points) for points in (50, 30, 30)]
    ann, bob = deciders(DEFAULTS, replay(DEFAULTS, entered))
    assert ann.hands == (Least("knock", 40), Least("gin", 15))
    assert bob.hands == ()


@given(series())
def test_the_smallest_hand_wins_the_series_and_one_less_does_not(
    given: tuple[Rules, list[Hand], int | None],
) -> None:
    ruled, entered, first = given
    for decider in deciders(ruled, replay(ruled, entered, first)):
        for hand in decider.hands:
            enough, less = smallest(hand, decider.seat)
            assert replay(ruled, [*entered, enough], first).decided == decider.seat
            if less is not None:
                assert replay(ruled, [*entered, less], first).decided != decider.seat
