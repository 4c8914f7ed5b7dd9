"""The front door: series that go on, how pairs stand, the last ones that ended, and the way to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from scorekeeper.store.grants import BookSeen
from scorekeeper.store.lists import ListedSeries
from scorekeeper.store.removal import DeletedSeries
from scorekeeper.web.days import Day, day_of
from scorekeeper.web.languages_page import Languages, languages_of
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.pair_page import PairCard
from scorekeeper.web.series_list import ListedLine, Totals3, listed_line, listed_totals, players_in
from scorekeeper.words.links import (
    code_label,
    files_label,
    keep_label,
    people_label,
    phone_label,
    rules_label,
)

NOTICES = 3
"""Deleted series that are told one by one; the rest are folded away."""


@dataclass(frozen=True, slots=True)
class RunningSeries:
    """A series that goes on: the six totals by seat, which hand is next, and the day it began."""

    url: str
    players: tuple[Player, Player]
    totals: tuple[Totals3, Totals3]
    next_hand: int
    day: Day


@dataclass(frozen=True, slots=True)
class DeletedLine:
    """A series that was deleted, and the form that brings it back; `gone` is the day it can be no longer."""

    players: tuple[Player, Player]
    day: Day
    device: str
    gone: Day
    url: str


@dataclass(frozen=True, slots=True)
class NextSeries:
    """Two people who may want to play again, and the page that starts their next series."""

    players: tuple[Player, Player]
    url: str


@dataclass(frozen=True, slots=True)
class BookLine:
    """A book, and where to go in it."""

    name: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """All series of this device: running ones on top. With none of either it is a first visit.

    `deleted` are those that a tap brings back, `more_deleted` the rest of them; `all_url` leads to the whole
    list, "" where all of it is here; `join` stands in view on a first visit: a pad that was just put on the
    home screen begins empty, and its series come by a code. `offers_install` once a series was finished: who
    has played one may want the pad on the home screen.
    """

    deleted: tuple[DeletedLine, ...]
    more_deleted: tuple[DeletedLine, ...]
    running: tuple[RunningSeries, ...]
    pairs: tuple[PairCard, ...]
    earlier: tuple[ListedLine, ...]
    all_url: str
    again: NextSeries | None
    books: tuple[BookLine, ...]
    new_url: str
    join: Link | None
    keep_url: str
    rules_url: str
    languages: Languages
    offers_install: bool
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """What home is made from: what the store knows of a device's series. A stranger's is empty."""

    running: tuple[ListedSeries, ...] = ()
    recent: tuple[ListedSeries, ...] = ()
    pairs: tuple[PairCard, ...] = ()
    deleted: tuple[tuple[BookSeen, DeletedSeries], ...] = ()
    books: tuple[BookSeen, ...] = ()


def home_page(shelf: Shelf, *, is_known: bool, may_go_on: bool) -> HomePage:
    """The page of a device with these series. `may_go_on`: the device scores the newest of them, so that it
    may start the next one.
    """
    newest = next(iter(shelf.recent), None)
    earlier = [series for series in shelf.recent if series.state != "running"]
    owned = [book for book in shelf.books if book.role == "owner"]
    keep_url = url_for("scorebooks.keep", book_id=owned[0].id) if owned else ""
    gone = [deleted_line(book, series) for book, series in shelf.deleted]
    return HomePage(
        deleted=tuple(gone[:NOTICES]),
        more_deleted=tuple(gone[NOTICES:]),
        running=tuple(running_series(series) for series in shelf.running),
        pairs=shelf.pairs,
        earlier=tuple(listed_line(series) for series in earlier),
        all_url=url_for("history.show") if shelf.recent else "",
        again=next_of(newest) if newest and may_go_on else None,
        books=tuple(book_line(book) for book in shelf.books),
        new_url=url_for("starts.new"),
        join=None if shelf.recent else join_link(),
        keep_url=keep_url if earlier else "",
        rules_url=url_for("rules.show"),
        languages=languages_of(url_for("home.show")),
        offers_install=any(series.state == "over" for series in shelf.recent),
        menu=home_menu(keep_url, is_known=is_known, is_first_visit=not shelf.recent),
    )


def home_menu(keep_url: str, *, is_known: bool, is_first_visit: bool) -> tuple[Link, ...]:
    """Where to go from home, beside what the page itself shows."""
    links = [Link(rules_label(), url_for("rules.show"))]
    if not is_first_visit:
        links.append(join_link())
    if is_known:
        links.append(Link(phone_label(), url_for("devices.show")))
    if keep_url:
        links.append(Link(keep_label(), keep_url))
    return tuple(links)


def join_link() -> Link:
    """To the page where a code is typed."""
    return Link(code_label(), url_for("links.ask_code"))


def next_of(series: ListedSeries) -> NextSeries:
    """The two people of a series, who may want to play the next."""
    return NextSeries(players_in(series), url_for("starts.new", like=series.id))


def running_series(series: ListedSeries) -> RunningSeries:
    """A series that goes on, with its six totals."""
    return RunningSeries(
        url=url_for("series.show", series_id=series.id),
        players=players_in(series),
        totals=(listed_totals(series, 0), listed_totals(series, 1)),
        next_hand=series.hand_count + 1,
        day=day_of(series.started_at),
    )


def deleted_line(book: BookSeen, series: DeletedSeries) -> DeletedLine:
    """A deleted series that can still be brought back."""
    return DeletedLine(
        players=(Player(0, series.players[0]), Player(1, series.players[1])),
        day=day_of(series.started_at),
        device=series.deleted_by or "",
        gone=day_of(series.gone_at),
        url=url_for("removal.bring_back", book_id=book.id, deleted_id=series.id),
    )


def book_line(book: BookSeen) -> BookLine:
    """A book with the ways into it."""
    links: Sequence[Link] = (
        Link(people_label(), url_for("people.show_book", book_id=book.id)),
        Link(files_label(), url_for("files.show_book", book_id=book.id)),
    )
    return BookLine(book.name, tuple(links))
