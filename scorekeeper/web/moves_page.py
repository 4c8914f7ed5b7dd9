"""What a change moves, as pages show it before it is kept: on the page that amends a hand, and beside each
claim of a dispute.

`consequences_of` makes the values, `templates/macros/moves.html` prints them: `moves` as a table of before
and after, and each kind of cell (`hand_side`, `game_side`, `series_side`, ...) by itself for other tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.column import Column
from scorekeeper.engine.moves import ColumnMove, HandMove, Moves
from scorekeeper.engine.sheet import Played
from scorekeeper.store.series import Table
from scorekeeper.store.whatif import Foresight
from scorekeeper.web.pages import How, Player
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.names import names_within
from scorekeeper.words.reasons import tell_columns, tell_why
from scorekeeper.words.rows import tell_money

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandSide:
    """A hand on one side of a change: how it ends, who scores what, and in which games.

    `player` is None where nobody scores. `why` is the arithmetic as a sentence, `where` the games and why.
    """

    number: int
    how: How
    player: Player | None
    points: int
    games: tuple[int, ...]
    after_end: bool
    why: str
    where: str


@dataclass(frozen=True, slots=True)
class GameSide:
    """A game before or after a change. `needs`: what each lacks; `totals` have the extras, None if open."""

    points: Pair
    needs: Pair
    winner: Player | None
    totals: Pair | None
    closed_by: int | None


@dataclass(frozen=True, slots=True)
class GameMove:
    """One of the three games before and after; `moves` tells whether anything about it differs.

    `points_move` and `totals_move` say it by seat. `closes_elsewhere`: another hand closes it than before.
    """

    game: int
    before: GameSide
    after: GameSide
    turning: Literal["closes", "reopens", "stays"]
    winner_changes: bool
    closes_elsewhere: bool
    moves: bool
    points_move: tuple[bool, bool]
    totals_move: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class LaterMove:
    """Another hand that goes into other games than before; its number is the one after the change."""

    number: int
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeriesSide:
    """The series on one side of a change. `leader` has two games or, once over, has won it; None: a draw."""

    is_over: bool
    leader: Player | None
    games_won: Pair


@dataclass(frozen=True, slots=True)
class SettlementSide:
    """What the closed games come to: `ahead` None is level; `money` "" where none is due."""

    ahead: Player | None
    net: str
    money: str


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that a change moves. Pairs are (before, after); a `hand` is None where it does not stand.

    `is_new` is False where the change changes nothing at all, so that keeping it adds no entry;
    `nothing_moves` where no total, game, winner or settlement differs. `later` are the other hands that
    change games, `fallen` the numbers of those that would stand after the end, `alive` of those that come to
    count again.
    """

    players: tuple[Player, Player]
    is_new: bool
    nothing_moves: bool
    hand: tuple[HandSide | None, HandSide | None]
    hand_moves: bool
    games: tuple[GameMove, GameMove, GameMove]
    later: tuple[LaterMove, ...]
    fallen: tuple[int, ...]
    alive: tuple[int, ...]
    series: tuple[SeriesSide, SeriesSide]
    settlement: tuple[SettlementSide, SettlementSide]
    dealer: tuple[Player | None, Player | None]

    @property
    def series_moves(self) -> bool:
        """Whether the series ends, goes on, or goes to somebody else."""
        before, after = self.series
        return (before.is_over, before.leader) != (after.is_over, after.leader)

    @property
    def settlement_moves(self) -> bool:
        """Whether the net or the money differs."""
        return self.settlement[0] != self.settlement[1]

    @property
    def dealer_moves(self) -> bool:
        """Whether somebody else deals the hand to come."""
        return self.dealer[0] != self.dealer[1]


def consequences_of(foresight: Foresight) -> Consequences:
    """What a foreseen change moves, for its page."""
    before, after, moves = foresight.before, foresight.after, foresight.moves
    one, two, three = (game_move(number, foresight) for number in (1, 2, 3))
    hand = hand_sides(moves.hand, before)
    return Consequences(
        players=players_of(before),
        is_new=foresight.step is not None,
        nothing_moves=not moves.sheet_moves,
        hand=hand,
        hand_moves=facts_of(hand[0]) != facts_of(hand[1]),
        games=(one, two, three),
        later=tuple(later_move(move) for move in moves.others if move.columns_change),
        fallen=tuple(played.number for played in moves.fallen_after_end),
        alive=tuple(played.number for played in moves.come_alive),
        series=(series_side(before), series_side(after)),
        settlement=(settlement_side(before), settlement_side(after)),
        dealer=dealers(moves, before),
    )


def hand_sides(move: HandMove | None, table: Table) -> tuple[HandSide | None, HandSide | None]:
    """The changed hand before and after."""
    if move is None:
        return None, None
    return hand_side(move.before, table), hand_side(move.after, table)


def hand_side(played: Played | None, table: Table) -> HandSide | None:
    """A hand as it stands on the sheet; None where it does not."""
    if played is None:
        return None
    names = names_within(table.players)
    return HandSide(
        number=played.number,
        how=played.result,
        player=None if played.winner is None else players_of(table)[played.winner],
        points=played.points,
        games=played.columns,
        after_end=played.after_end,
        why=tell_why(played, names),
        where=tell_columns(played),
    )


def facts_of(side: HandSide | None) -> object:
    """What counts as a difference of a hand: anything but its number."""
    return (
        None if side is None else (side.how, side.player, side.points, side.games, side.after_end, side.why)
    )


def game_move(number: int, foresight: Foresight) -> GameMove:
    """One game before and after."""
    before = foresight.before.sheet.columns[number - 1]
    after = foresight.after.sheet.columns[number - 1]
    found = next((move for move in foresight.moves.columns if move.number == number), None)
    move = found or ColumnMove(before, after)
    sides = game_side(before, foresight.before), game_side(after, foresight.after)
    return GameMove(
        game=number,
        before=sides[0],
        after=sides[1],
        turning=move.turning,
        winner_changes=move.winner_changes,
        closes_elsewhere=move.closes_elsewhere,
        moves=found is not None,
        points_move=differ(before.points, after.points),
        totals_move=differ(before.total, after.total) if sides[1].totals else (False, False),
    )


def differ(before: Pair, after: Pair) -> tuple[bool, bool]:
    """Whose figures differ, by seat."""
    return before[0] != after[0], before[1] != after[1]


def game_side(column: Column, table: Table) -> GameSide:
    """A game as it stands."""
    target = table.rules.target
    return GameSide(
        points=column.points,
        needs=(max(target - column.points[0], 0), max(target - column.points[1], 0)),
        winner=None if column.winner is None else players_of(table)[column.winner],
        totals=None if column.winner is None or not table.rules.extras else column.total,
        closed_by=column.closed_by,
    )


def later_move(move: HandMove) -> LaterMove:
    """Another hand that changes games."""
    assert move.after is not None
    return LaterMove(
        number=move.after.number,
        before=() if move.before is None else move.before.columns,
        after=move.after.columns,
    )


def series_side(table: Table) -> SeriesSide:
    """The series as it stands."""
    sheet = table.sheet
    leader = sheet.winner if sheet.over else sheet.decided
    return SeriesSide(
        is_over=sheet.over,
        leader=None if leader is None else players_of(table)[leader],
        games_won=sheet.games_won,
    )


def settlement_side(table: Table) -> SettlementSide:
    """The settlement of the games that are closed."""
    net = table.sheet.net[0]
    return SettlementSide(
        ahead=None if net == 0 else players_of(table)[0 if net > 0 else 1],
        net=str(abs(net)),
        money=tell_money(table.sheet.money, names_within(table.players)),
    )


def dealers(moves: Moves, table: Table) -> tuple[Player | None, Player | None]:
    """Who deals the hand to come, before and after."""
    before, after = moves.next_dealer
    players = players_of(table)
    return None if before is None else players[before], None if after is None else players[after]
