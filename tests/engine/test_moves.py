"""What a change moves."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.moves import what_moves
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.sheet import replay
from tests.engine.strategies import hands, series


def paper(seat: int, points: int) -> Hand:
    return Hand("points", winner=seat, points=points)


def test_nothing_moves_where_nothing_changes() -> None:
    sheet = replay(DEFAULTS, [paper(0, 20)])
    moves = what_moves(sheet, sheet, "a", "a", "a")
    assert not moves.sheet_moves
    assert (moves.columns, moves.others) == ((), ())


def test_a_column_that_closes_earlier_sends_later_hands_elsewhere() -> None:
    before = replay(DEFAULTS, [paper(0, 96), paper(1, 5), paper(0, 5)])
    after = replay(DEFAULTS, [paper(0, 106), paper(1, 5), paper(0, 5)])
    moves = what_moves(before, after, "abc", "abc", "a")
    assert [(move.before.columns, move.after.columns) for move in moves.others] == [
        ((1,), (2,)),
        ((1, 2), (2,)),
    ]
    assert moves.hand is not None
    assert (moves.hand.before.points, moves.hand.after.points) == (96, 106)


def test_a_column_opens_again() -> None:
    before, after = replay(DEFAULTS, [paper(0, 106)]), replay(DEFAULTS, [paper(0, 96)])
    moves = what_moves(before, after, "a", "a", "a")
    assert [(move.number, move.turning, move.winner_changes) for move in moves.columns] == [
        (1, "reopens", True)
    ]
    assert moves.net == (before.net[0], 0)


def test_hands_fall_behind_the_end_and_come_alive_again() -> None:
    long = [paper(0, 50), paper(0, 50), paper(0, 40), paper(0, 10), paper(1, 3)]
    short = [paper(0, 50), paper(0, 50), paper(0, 100), paper(0, 10), paper(1, 3)]
    moves = what_moves(replay(DEFAULTS, long), replay(DEFAULTS, short), "abcde", "abcde", "c")
    assert [played.number for played in moves.fallen_after_end] == [4, 5]
    moves = what_moves(replay(DEFAULTS, short), replay(DEFAULTS, long), "abcde", "abcde", "c")
    assert [played.number for played in moves.come_alive] == [4, 5]


@given(series(most=40), st.data())
def test_moves_tell_exactly_what_differs(
    given: tuple[Rules, list[Hand], int | None], data: st.DataObject
) -> None:
    ruled, entered, first = given
    if not entered:
        return
    place = data.draw(st.integers(0, len(entered) - 1))
    changed = [*entered[:place], data.draw(hands(ruled)), *entered[place + 1 :]]
    before, after = replay(ruled, entered, first), replay(ruled, changed, first)
    ids = list(range(len(entered)))
    moves = what_moves(before, after, ids, ids, place)
    assert {move.number for move in moves.columns} == {
        one.number for one, two in zip(before.columns, after.columns, strict=True) if one != two
    }
    assert moves.sheet_moves or before.columns == after.columns
    told = {move.after.number for move in moves.others if move.after}
    for one, two in zip(before.hands, after.hands, strict=True):
        if one.number != place + 1:
            assert (two.number in told) == ((one.columns, one.after_end) != (two.columns, two.after_end))
    assert {played.number for played in moves.fallen_after_end} == {
        two.number
        for one, two in zip(before.hands, after.hands, strict=True)
        if two.after_end and not one.after_end and one.number != place + 1
    }


def test_a_closing_hand_that_only_gets_another_number_moves_nothing() -> None:
    before = replay(DEFAULTS, [paper(0, 50), paper(0, 60)])
    after = replay(DEFAULTS, [Hand("void"), paper(0, 50), paper(0, 60)])
    moves = what_moves(before, after, "ab", "vab", "v")
    assert not moves.sheet_moves


def test_another_hand_that_closes_a_column_is_told() -> None:
    sheet = replay(DEFAULTS, [paper(0, 60), paper(0, 60)])
    moves = what_moves(sheet, sheet, "ab", "ba", "a")
    assert [(move.number, move.closes_elsewhere) for move in moves.columns] == [(1, True)]
