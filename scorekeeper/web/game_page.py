"""How the numbers below the sheet come about: a game line by line, and the settlement."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.column import Column
from scorekeeper.engine.extras import Extras, extras_of
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.sheet import Played
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages import How, Link, Player, Settlement, Total
from scorekeeper.web.paragraphs import paragraph_url
from scorekeeper.web.reach_page import GameReach, reaches_of
from scorekeeper.web.series_page import series_menu, settlement_of
from scorekeeper.web.totals_table import players_of, total_of
from scorekeeper.words.rows import sum_of_game, sum_of_money, sum_of_shutout
from scorekeeper.words.terms import signed


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One line in a game: the hand that entered it, for whom, and what it came to."""

    number: int
    url: str
    player: Player
    how: How
    plus: int
    total: int
    closes: bool


@dataclass(frozen=True, slots=True)
class ExtrasShown:
    """A player's total in a closed game as a sum: points, and each extra that there is (0: none of it).

    `boxes_sum` and `shutout_sum` show how those come about ("4 × 20").
    """

    player: Player
    points: int
    game: int
    boxes: int
    boxes_sum: str
    shutout: int
    shutout_sum: str
    total: int


@dataclass(frozen=True, slots=True)
class GamePage:
    """One game: how it stands, every line in it, and what it came to once closed or what would close it.

    `value` is what it is worth to its winner, "" while it is open, `value_sum` how that comes about.
    `is_shutout`: the loser has no line in it.
    """

    game: int
    players: tuple[Player, Player]
    standing: tuple[tuple[Player, Total], tuple[Player, Total]]
    winner: Player | None
    closed_by: int | None
    entries: tuple[GameEntry, ...]
    extras: tuple[ExtrasShown, ...]
    is_shutout: bool
    value: str
    value_sum: str
    reaches: tuple[GameReach, ...]
    closing_url: str
    extras_url: str
    shutout_url: str
    settlement_rule_url: str
    settlement_url: str
    reach_url: str
    series_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """What the series comes to: each closed game with its sum, the net, and the money.

    `game_urls` lead to the three games' pages. `money_sum` shows the multiplication, "" where no money is
    due. `is_over`: no game that is still open can change it.
    """

    players: tuple[Player, Player]
    settlement: Settlement
    game_urls: tuple[str, str, str]
    money_sum: str
    is_over: bool
    rule_url: str
    series_url: str
    menu: tuple[Link, ...]


def game_page(table: Table, game: int, visitor: Visitor) -> GamePage:
    """The page of one of the three games."""
    column = table.sheet.columns[game - 1]
    one, two = players_of(table)
    winner = None if column.winner is None else players_of(table)[column.winner]
    return GamePage(
        game=game,
        players=(one, two),
        standing=((one, total_of(table, column, 0)), (two, total_of(table, column, 1))),
        winner=winner,
        closed_by=column.closed_by,
        entries=tuple(entries_in(table, game)),
        extras=extras_shown(table, column),
        is_shutout=column.shutout,
        value="" if column.value is None else signed(column.value),
        value_sum="" if winner is None else sum_of_game(table.rules, column),
        reaches=tuple(reach for reach in reaches_of(table) if reach.game == game),
        closing_url=paragraph_url(table.id, "closing"),
        extras_url=paragraph_url(table.id, "extras"),
        shutout_url=paragraph_url(table.id, "shutout"),
        settlement_rule_url=paragraph_url(table.id, "settlement"),
        settlement_url=url_for("why.show_settlement", series_id=table.id),
        reach_url=url_for("why.show_reach", series_id=table.id),
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def entries_in(table: Table, game: int) -> list[GameEntry]:
    """The lines of a game, in the order in which they were entered."""
    return [
        game_entry(table, kept, kept.played, game)
        for kept in table.hands
        if kept.played is not None and game in kept.played.columns
    ]


def game_entry(table: Table, kept: KeptHand, played: Played, game: int) -> GameEntry:
    """A hand's line in a game that it was entered in."""
    assert played.winner is not None
    return GameEntry(
        number=played.number,
        url=url_for("why.show_hand", series_id=table.id, hand_id=kept.id),
        player=players_of(table)[played.winner],
        how=played.result,
        plus=played.points,
        total=played.after[game - 1][played.winner],
        closes=game in played.closes,
    )


def extras_shown(table: Table, column: Column) -> tuple[ExtrasShown, ...]:
    """Both totals of a closed game as sums, by seat; nothing while it is open."""
    if column.winner is None:
        return ()
    both = extras_of(table.rules, column.points, column.boxes, column.winner, column.shutout)
    return tuple(
        player_extras(player, extras, column, table.rules)
        for player, extras in zip(players_of(table), both, strict=True)
    )


def player_extras(player: Player, extras: Extras, column: Column, rules: Rules) -> ExtrasShown:
    """One player's total as a sum."""
    return ExtrasShown(
        player=player,
        points=extras.points,
        game=extras.game,
        boxes=extras.boxes,
        boxes_sum=f"{column.boxes[player.seat]} × {rules.box_bonus}",
        shutout=extras.shutout,
        shutout_sum=sum_of_shutout(rules, extras),
        total=extras.total,
    )


def settlement_page(table: Table, visitor: Visitor) -> SettlementPage:
    """The page of the settlement, as far as the games are closed."""
    one, two, three = (url_for("why.show_game", series_id=table.id, game=game) for game in (1, 2, 3))
    return SettlementPage(
        players=players_of(table),
        settlement=settlement_of(table),
        game_urls=(one, two, three),
        money_sum=sum_of_money(table.rules.stake, table.sheet.money, table.sheet.net[0]),
        is_over=table.sheet.over,
        rule_url=paragraph_url(table.id, "settlement"),
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )
