"""Series as lines of a list: who won, the six totals, when and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import url_for

from scorekeeper.store.lists import ListedSeries
from scorekeeper.web.days import Day, day_of
from scorekeeper.web.pages import Player, Total
from scorekeeper.words.lists import tell_listed
from scorekeeper.words.names import names_within

Totals3 = tuple[Total, Total, Total]


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A series in a list: over (`winner` None is a draw), left unfinished, or running.

    `told` is its length and net in words ("13 hands · Ann +412"), `note` what somebody wrote about it.
    """

    url: str
    state: Literal["running", "over", "abandoned"]
    players: tuple[Player, Player]
    winner: Player | None
    totals: tuple[Totals3, Totals3]
    day: Day
    told: str
    note: str


def listed_line(series: ListedSeries) -> ListedLine:
    """A series as a line; an evening that went on past midnight is told by the day it began."""
    players = players_in(series)
    return ListedLine(
        url=url_for("series.show", series_id=series.id),
        state=series.state,
        players=players,
        winner=None if series.winner is None or series.state != "over" else players[series.winner],
        totals=(listed_totals(series, 0), listed_totals(series, 1)),
        day=day_of(series.started_at),
        told=tell_listed(series.state, series.hand_count, series.net, names_within(series.players)),
        note=series.note,
    )


def players_in(series: ListedSeries) -> tuple[Player, Player]:
    """The two people with their seats."""
    return Player(0, series.players[0]), Player(1, series.players[1])


def listed_totals(series: ListedSeries, seat: int) -> Totals3:
    """The points of the player at a seat, game by game."""
    one, two, three = (listed_total(series, game, seat) for game in (1, 2, 3))
    return one, two, three


def listed_total(series: ListedSeries, game: int, seat: int) -> Total:
    """One player's points in one game; it is closed once somebody has reached the target there."""
    points, theirs = series.points[game - 1][seat], series.points[game - 1][1 - seat]
    state: Literal["needs", "won", "lost"] = "needs"
    if points >= series.target:
        state = "won"
    elif theirs >= series.target:
        state = "lost"
    needs = max(series.target - points, 0)
    return Total(game, points, state, needs, leads=state == "needs" and points > theirs)
