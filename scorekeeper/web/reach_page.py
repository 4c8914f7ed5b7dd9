"""What would do it: the hands that would close a game, and what each player needs to win the series."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.reach import Reach, deciders, reaches, ways_to_win
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.names import names_within
from scorekeeper.words.reach import (
    tell_closing,
    tell_out_of_reach,
    tell_way,
    tell_winning,
    tell_with_spade,
)


@dataclass(frozen=True, slots=True)
class GameReach:
    """What one player's next win would have to be to close an open game.

    `hands` are sentences, the smallest hand of each kind; `why_not` says why there are none; `with_spade`
    what is enough under a spade, "" where the rules have no spades.
    """

    game: int
    player: Player
    needs: int
    hands: tuple[str, ...]
    why_not: str
    with_spade: str


@dataclass(frozen=True, slots=True)
class SeriesWay:
    """What one player needs to win the series, and the hands that would do it at once."""

    player: Player
    way: str
    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReachPage:
    """What would do it, game by game for both players; once the series is over there is nothing to reach."""

    players: tuple[Player, Player]
    is_over: bool
    games: tuple[tuple[int, str, tuple[GameReach, ...]], ...]
    """Number, address and both players' reaches of each open game."""
    ways: tuple[SeriesWay, SeriesWay]
    series_url: str
    menu: tuple[Link, ...]


def reach_page(table: Table, visitor: Visitor) -> ReachPage:
    """The page of a series."""
    found = reaches_of(table)
    numbers = sorted({reach.game for reach in found})
    one, two = series_ways(table)
    return ReachPage(
        players=players_of(table),
        is_over=table.sheet.over,
        games=tuple(
            (
                game,
                url_for("why.show_game", series_id=table.id, game=game),
                tuple(reach for reach in found if reach.game == game),
            )
            for game in numbers
        ),
        ways=(one, two),
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def reaches_of(table: Table) -> list[GameReach]:
    """What would close each open game, for both players."""
    plain = reaches(table.rules, table.sheet)
    doubled = reaches(table.rules, table.sheet, spade=True) if table.rules.spade_doubles else plain
    return [game_reach(table, one, two) for one, two in zip(plain, doubled, strict=True)]


def game_reach(table: Table, plain: Reach, doubled: Reach) -> GameReach:
    """One player's reach in one game, without and with a spade."""
    return GameReach(
        game=plain.column,
        player=players_of(table)[plain.seat],
        needs=plain.needs,
        hands=tuple(tell_closing(hand, plain.column) for hand in plain.hands),
        why_not=tell_out_of_reach(plain),
        with_spade=tell_with_spade(doubled.hands) if doubled is not plain else "",
    )


def series_ways(table: Table) -> list[SeriesWay]:
    """What each player needs to win the series, by seat."""
    names = names_within(table.players)
    ways = zip(ways_to_win(table.sheet), deciders(table.rules, table.sheet), strict=True)
    return [
        SeriesWay(
            player=players_of(table)[way.seat],
            way=tell_way(way, table.rules, names),
            hands=tuple(tell_winning(hand) for hand in decider.hands),
        )
        for way, decider in ways
    ]
