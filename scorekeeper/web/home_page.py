"""The front door: series that go on, the last ones that ended, and the way to the next."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from flask import url_for
from flask_babel import format_date

from scorekeeper.store.grants import BookSeen
from scorekeeper.store.lists import ListedSeries
from scorekeeper.web.pages import FinishedSeries, HomePage, Link, Pair, Player, RunningSeries, Total
from scorekeeper.words.links import code_label, keep_label, phone_label, rules_label
from scorekeeper.words.lists import tell_finished


def home_page(
    running: tuple[ListedSeries, ...],
    recent: tuple[ListedSeries, ...],
    books: tuple[BookSeen, ...],
    *,
    is_known: bool,
    may_go_on: bool,
) -> HomePage:
    """The page of a device with these series; a stranger's has none and is a first visit. `may_go_on`: the
    device scores the newest series, so that it may start the next one.
    """
    finished = tuple(series for series in recent if series.state != "running")
    newest = next(iter(recent), None)
    owned = [book for book in books if book.role == "owner"]
    keep_url = url_for("scorebooks.keep", book_id=owned[0].id) if owned and finished else ""
    menu = [Link(rules_label(), url_for("rules.show")), Link(code_label(), url_for("links.ask_code"))]
    if is_known:
        menu.append(Link(phone_label(), url_for("devices.show")))
    if owned:
        menu.append(Link(keep_label(), url_for("scorebooks.keep", book_id=owned[0].id)))
    return HomePage(
        running=tuple(running_series(series) for series in running),
        finished=tuple(finished_series(series) for series in finished),
        again=next_of(newest) if newest and may_go_on else None,
        new_url=url_for("starts.new"),
        keep_url=keep_url,
        rules_url=url_for("rules.show"),
        menu=tuple(menu),
    )


def next_of(series: ListedSeries) -> Pair:
    """The two people of a series, who may want to play the next."""
    return Pair(players_in(series), url_for("starts.new", like=series.id))


def running_series(series: ListedSeries) -> RunningSeries:
    """A series that goes on, with its six totals."""
    return RunningSeries(
        url=url_for("series.show", series_id=series.id),
        players=players_in(series),
        totals=(listed_totals(series, 0), listed_totals(series, 1)),
        next_hand=series.hand_count + 1,
        played=told_day(series.last_played_at),
    )


def finished_series(series: ListedSeries) -> FinishedSeries:
    """A series that ended, or was left unfinished."""
    players = players_in(series)
    note = tell_finished(
        told_day(series.last_played_at),
        series.hand_count,
        series.net,
        series.players,
        abandoned=series.state == "abandoned",
    )
    first, second = (
        (one[seat], two[seat], three[seat]) for seat in (0, 1) for one, two, three in [series.points]
    )
    return FinishedSeries(
        url=url_for("series.show", series_id=series.id),
        players=players,
        winner=None if series.winner is None else players[series.winner],
        totals=(first, second),
        note=note,
    )


def players_in(series: ListedSeries) -> tuple[Player, Player]:
    """The two people with their seats."""
    return Player(0, series.players[0]), Player(1, series.players[1])


def listed_totals(series: ListedSeries, seat: int) -> tuple[Total, Total, Total]:
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


def told_day(moment: datetime) -> str:
    """The day of a moment in the reader's language."""
    return str(format_date(moment, "EEE d MMM"))
