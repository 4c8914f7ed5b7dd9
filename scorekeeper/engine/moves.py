"""What a change to a series moves: the sheet before it beside the sheet after it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scorekeeper.engine.column import Column
from scorekeeper.engine.hand import Pair, Seat
from scorekeeper.engine.settlement import Money
from scorekeeper.engine.sheet import Played, Sheet

Turning: TypeAlias = Literal["closes", "reopens", "stays"]


@dataclass(frozen=True, slots=True)
class HandMove:
    """One hand before and after; None where it did not stand on the sheet, or no longer does."""

    before: Played | None
    after: Played | None

    @property
    def columns_change(self) -> bool:
        """Whether it is entered in other columns than before."""
        return _columns(self.before) != _columns(self.after)


@dataclass(frozen=True, slots=True)
class ColumnMove:
    """One column before and after. ``winner_changes`` also where it closes or opens again;
    ``closes_elsewhere`` where it is another hand that closes it.
    """

    before: Column
    after: Column
    closes_elsewhere: bool = False

    @property
    def number(self) -> int:
        """Which column, 1 to 3."""
        return self.after.number

    @property
    def turning(self) -> Turning:
        """Whether the change closes the column or opens it again."""
        if (self.before.winner is None) == (self.after.winner is None):
            return "stays"
        return "reopens" if self.after.winner is None else "closes"

    @property
    def winner_changes(self) -> bool:
        """Whether another player has won it than before."""
        return self.before.winner != self.after.winner


@dataclass(frozen=True, slots=True)
class Moves:
    """Everything that a change moves, and nothing that it leaves alone.

    ``hand`` is the changed hand (None for a change of no hand, as who deals next); ``columns`` those whose
    points, boxes, winner, total or closing hand differ, that a hand only got another number being no
    difference; ``others`` the other hands that go into other columns, or that now stand after the end or no
    longer do. The pairs are (before, after): the series winner, whether it is over, what seat 0 is up, the
    money, who deals the hand to come.
    """

    hand: HandMove | None
    columns: tuple[ColumnMove, ...]
    others: tuple[HandMove, ...]
    winner: tuple[Seat | None, Seat | None]
    over: tuple[bool, bool]
    net: Pair
    money: tuple[Money | None, Money | None]
    next_dealer: tuple[Seat | None, Seat | None]

    @property
    def fallen_after_end(self) -> tuple[Played, ...]:
        """Hands that would now stand after the end and score nothing."""
        return tuple(
            move.after
            for move in self.others
            if move.after is not None and move.after.after_end and move.before and not move.before.after_end
        )

    @property
    def come_alive(self) -> tuple[Played, ...]:
        """Hands that stood after the end and count again."""
        return tuple(
            move.after
            for move in self.others
            if move.after is not None and not move.after.after_end and move.before and move.before.after_end
        )

    @property
    def sheet_moves(self) -> bool:
        """Whether any total, column, winner or settlement changes."""
        pairs: tuple[tuple[object, object], ...] = (self.winner, self.over, self.net, self.money)
        return bool(self.columns) or any(before != after for before, after in pairs)


def what_moves(
    before: Sheet,
    after: Sheet,
    ids_before: Sequence[Hashable],
    ids_after: Sequence[Hashable],
    changed: Hashable | None = None,
) -> Moves:
    """What differs between two sheets of one series; the ids name the hands of each in order, ``changed`` the
    hand that was changed, inserted, struck out or put back.
    """
    old = dict(zip(ids_before, before.hands, strict=True))
    new = dict(zip(ids_after, after.hands, strict=True))
    return Moves(
        hand=None if changed is None else HandMove(old.get(changed), new.get(changed)),
        columns=tuple(
            move
            for one, two in zip(before.columns, after.columns, strict=True)
            if (move := _column_move(one, two, ids_before, ids_after)) is not None
        ),
        others=tuple(
            HandMove(old.get(hand_id), played)
            for hand_id, played in new.items()
            if hand_id != changed and _goes_elsewhere(old.get(hand_id), played)
        ),
        winner=(before.winner, after.winner),
        over=(before.over, after.over),
        net=(before.net[0], after.net[0]),
        money=(before.money, after.money),
        next_dealer=(before.next_dealer, after.next_dealer),
    )


def _column_move(
    before: Column, after: Column, ids_before: Sequence[Hashable], ids_after: Sequence[Hashable]
) -> ColumnMove | None:
    closed_by = _closing_hand(before, ids_before), _closing_hand(after, ids_after)
    closes_elsewhere = None not in closed_by and closed_by[0] != closed_by[1]
    if not closes_elsewhere and before == replace(after, closed_by=before.closed_by):
        return None
    return ColumnMove(before, after, closes_elsewhere)


def _closing_hand(column: Column, ids: Sequence[Hashable]) -> Hashable | None:
    return None if column.closed_by is None else ids[column.closed_by - 1]


def _goes_elsewhere(before: Played | None, after: Played) -> bool:
    return before is None or (before.columns, before.after_end) != (after.columns, after.after_end)


def _columns(played: Played | None) -> tuple[int, ...]:
    return () if played is None else played.columns
