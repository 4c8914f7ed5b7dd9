"""What would do it: the smallest hand of each kind that closes a column, and what wins the series."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scorekeeper.engine.column import COLUMNS, columns_entered
from scorekeeper.engine.hand import KNOCK_LIMIT, MOST_DEADWOOD, Seat
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.sheet import Sheet

Kind: TypeAlias = Literal["knock", "undercut", "gin", "big_gin"]


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest hand of one kind that is enough.

    For a knock ``least`` is the points it must win (1 to 97), for an undercut by how much (0 to 10), for gin
    and big gin the deadwood (0 to 98) that the other must at least hold.
    """

    kind: Kind
    least: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What one player's next win does to one open column.

    ``needs`` is how many points he lacks there; ``is_entered`` whether his next win is entered in it at all
    (else it takes more than one hand); ``hands`` the kinds that close it at once, in the order knock,
    undercut, gin, big gin: none where no single hand is worth that much.
    """

    column: int
    seat: Seat
    needs: int
    is_entered: bool
    hands: tuple[Least, ...]


@dataclass(frozen=True, slots=True)
class WayToWin:
    """What one player still needs to win the series by columns: how many more of the open ones (0: he has won
    them).
    """

    seat: Seat
    columns_needed: int
    open_columns: tuple[int, ...]

    @property
    def is_possible(self) -> bool:
        """Whether enough columns are still open."""
        return self.columns_needed <= len(self.open_columns)


def reaches(rules: Rules, sheet: Sheet, *, spade: bool = False) -> tuple[Reach, ...]:
    """For each open column and player what would close it, column by column; nothing once the series is over.

    ``spade`` asks for a hand that counts double, where the rules have it.
    """
    if sheet.over:
        return ()
    return tuple(
        _reach(rules, sheet, column, seat, spade)
        for column in COLUMNS
        if sheet.columns[column - 1].winner is None
        for seat in (0, 1)
    )


@dataclass(frozen=True, slots=True)
class Decider:
    """The smallest hands with which one player wins two columns at once; none where a single hand can't."""

    seat: Seat
    hands: tuple[Least, ...]


def deciders(rules: Rules, sheet: Sheet) -> tuple[Decider, Decider]:
    """For each player, by seat, what hand would give him two columns; none where he has them, or the series
    is not won by columns.
    """
    return _decider(rules, sheet, 0), _decider(rules, sheet, 1)


def _decider(rules: Rules, sheet: Sheet, seat: Seat) -> Decider:
    missing = 2 - sheet.games_won[seat]
    needs = sorted(reach.needs for reach in reaches(rules, sheet) if reach.seat == seat and reach.is_entered)
    if rules.series_winner != "columns" or not 0 < missing <= len(needs):
        return Decider(seat, ())
    return Decider(seat, _least_hands(rules, needs[missing - 1]))


def ways_to_win(sheet: Sheet) -> tuple[WayToWin, WayToWin]:
    """What each player, by seat, still needs to win two columns of three."""
    still_open = tuple(column.number for column in sheet.columns if column.winner is None)
    first, second = (max(0, 2 - won) for won in sheet.games_won)
    return WayToWin(0, first, still_open), WayToWin(1, second, still_open)


def _reach(rules: Rules, sheet: Sheet, column: int, seat: Seat, spade: bool) -> Reach:
    needs = rules.target - sheet.columns[column - 1].points[seat]
    win = 1 + sum(played.winner == seat for played in sheet.hands)
    open_columns = [other.number for other in sheet.columns if other.winner is None]
    has_line = [other.lines[seat] > 0 for other in sheet.columns]
    is_entered = column in columns_entered(rules.late_start, win, open_columns, has_line)
    hands = _least_hands(rules, -(-needs // 2) if spade else needs) if is_entered else ()
    return Reach(column, seat, needs, is_entered, hands)


def _least_hands(rules: Rules, needs: int) -> tuple[Least, ...]:
    hands = [
        Least("knock", max(needs, 1)),
        Least("undercut", max(needs - rules.undercut_bonus, 0 if rules.tie == "undercut" else 1)),
        Least("gin", max(needs - rules.gin_bonus, 0)),
    ]
    if rules.big_gin_bonus is not None:
        hands.append(Least("big_gin", max(needs - rules.big_gin_bonus, 0)))
    most = {
        "knock": MOST_DEADWOOD - 1,
        "undercut": KNOCK_LIMIT,
        "gin": MOST_DEADWOOD,
        "big_gin": MOST_DEADWOOD,
    }
    return tuple(hand for hand in hands if hand.least <= most[hand.kind])
