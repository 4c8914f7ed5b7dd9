"""A hand before it is kept, for browsers without JavaScript: the result first."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.sheet import Played, replay
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages import How, Link, Player
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.names import names_within
from scorekeeper.words.reasons import tell_why


@dataclass(frozen=True, slots=True)
class Moved:
    """One total that a hand would change: before and after, and whether that closes the game."""

    player: Player
    game: int
    before: int
    after: int
    closes: bool


@dataclass(frozen=True, slots=True)
class HandCheckPage:
    """A hand before it is kept, for browsers without JavaScript: the result first, then "keep" or "change".

    `how` is the result ("undercut" too), `player` who scores (None: void), `why` the arithmetic as a
    sentence. `fields` are the form's own fields as sent; the page sends them again with `keep=1` or
    `change=1`.
    """

    number: int
    how: How
    player: Player | None
    points: int
    games: tuple[int, ...]
    why: str
    moves: tuple[Moved, ...]
    ends_series: bool
    action: str
    fields: tuple[tuple[str, str], ...]
    players: tuple[Player, Player]
    series_url: str
    menu: tuple[Link, ...]


def hand_check_page(
    table: Table, visitor: Visitor, hand: Hand, fields: tuple[tuple[str, str], ...]
) -> HandCheckPage:
    """What a checked hand would do at the end of this series."""
    standing = [kept.hand for kept in table.hands if not kept.struck]
    sheet = replay(table.rules, [*standing, hand], table.first_dealer)
    played = sheet.hands[-1]
    players = players_of(table)
    return HandCheckPage(
        number=played.number,
        how=played.result,
        player=None if played.winner is None else players[played.winner],
        points=played.points,
        games=played.columns,
        why=tell_why(played, names_within(table.players)),
        moves=moves_of(played, players),
        ends_series=sheet.over and not table.sheet.over,
        action=url_for("hands.create", series_id=table.id),
        fields=fields,
        players=players,
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def moves_of(played: Played, players: tuple[Player, Player]) -> tuple[Moved, ...]:
    """The totals that a hand changes."""
    seat = played.winner
    if seat is None:
        return ()
    return tuple(
        Moved(
            player=players[seat],
            game=number,
            before=played.before[number - 1][seat],
            after=played.after[number - 1][seat],
            closes=number in played.closes,
        )
        for number in played.columns
    )
