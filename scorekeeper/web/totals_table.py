"""The six totals: what everybody looks at first."""

from __future__ import annotations

from typing import Literal

from flask import url_for

from scorekeeper.engine.column import Column
from scorekeeper.store.series import Table
from scorekeeper.web.pages import Game, Player, Total, Totals, TotalsRow, two_players


def players_of(table: Table) -> tuple[Player, Player]:
    """The two people with their seats."""
    return two_players(table.players)


def totals_of(table: Table) -> Totals:
    """The table above everything."""
    sheet = table.sheet
    one, two, three = (Game(column.number, column.winner is not None) for column in sheet.columns)
    first, second = (totals_row(table, player) for player in players_of(table))
    dealer = None if sheet.over or sheet.next_dealer is None else players_of(table)[sheet.next_dealer]
    return Totals(games=(one, two, three), rows=(first, second), dealer=dealer)


def totals_row(table: Table, player: Player) -> TotalsRow:
    """One player's three totals."""
    return TotalsRow(
        player=player,
        totals=three_totals(table, player.seat),
        has_decided=table.sheet.decided == player.seat and not table.sheet.over,
    )


def three_totals(table: Table, seat: int) -> tuple[Total, Total, Total]:
    """The points of the player at a seat, game by game."""
    one, two, three = (total_of(table, column, seat) for column in table.sheet.columns)
    return one, two, three


def total_of(table: Table, column: Column, seat: int) -> Total:
    """One player's points in one game."""
    target = table.rules.target
    points = column.points[seat]
    state: Literal["needs", "won", "lost"] = "needs"
    if column.winner is not None:
        state = "won" if column.winner == seat else "lost"
    leads = column.winner is None and points > column.points[1 - seat]
    return Total(
        game=column.number,
        points=points,
        state=state,
        needs=max(target - points, 0),
        leads=leads,
        url=url_for("why.show_game", series_id=table.id, game=column.number),
    )
