"""The start of a series: the form, and the first visit, when a phone gets its cookie and its own book."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import cast
from uuid import UUID, uuid4

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from scorekeeper.config import Settings
from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.seriesfile import LONGEST_NAME, Names, SeriesFile, clean_name, read_id
from scorekeeper.store.devices import Bearer
from scorekeeper.store.entries import Outcome
from scorekeeper.store.errors import Damaged, Reused
from scorekeeper.store.grants import BookSeen, books_of, books_to_go_on, role_in_series
from scorekeeper.store.lists import list_series
from scorekeeper.store.records import rules_between
from scorekeeper.store.scorebooks import last_players
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.start import start_series
from scorekeeper.web.access import WRITERS, open_to_visitors, visitor
from scorekeeper.web.days import now_here
from scorekeeper.web.errors import error_page
from scorekeeper.web.forms import NewSeriesForm, read_new_series
from scorekeeper.web.limits import count_new_book
from scorekeeper.web.new_series_page import Filled, NewSeriesPage, new_series_page, opening
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.rule_form import fields_of, rules_again
from scorekeeper.web.welcome import expect_phone, settled, welcome
from scorekeeper.words.forms import book_name
from scorekeeper.words.keeping import tell_unkept

blueprint = Blueprint("starts", __name__)

MOST_MET = 20
"""People offered as chips, those who played last; for anybody else typing is quicker than looking."""


@blueprint.get("/series/new")
@open_to_visitors
def new() -> Response:
    """The form, with the people and rules of the series `like` where one is named."""
    if may_start():
        return shown("series/new.html", page_of(filled_first()))
    return error_page(403, tell_unkept("books_closed", {}) or "")


@blueprint.post("/series/new")
@open_to_visitors
def create() -> Response:
    """Start the series, and with the first one the book; the same form sent twice starts one."""
    if not may_start():
        return error_page(403, tell_unkept("books_closed", {}) or "")
    form = NewSeriesForm(request.form)
    asked = read_new_series(form)
    if asked.players is None or asked.rules is None:
        return shown("series/new.html", page_of(filled_again(form, asked.errors)), 422)
    bearer = welcome()
    book = book_to_start_in(bearer, asked.players)
    if book is None and not anyone_starts_books():
        return error_page(403, tell_unkept("books_closed", {}) or "")
    if book is None:
        count_new_book()
    outcome = start(read_key(form), asked.players, asked.rules, form.first_dealer.data, bearer, book)
    return settled(sent_on(url_for("series.show", series_id=outcome.table.id)))


@blueprint.get("/series/new/rules")
@open_to_visitors
def show_rules() -> Response:
    """The rules and stake by which two people played last, as the form's fields; 204 for who has not met."""
    rules = rules_of_two(told_names())
    if rules is None:
        return Response(status=204)
    return jsonify(fields_of(rules))


def may_start() -> bool:
    """Whether whoever asks may start a series: in a book of theirs, in that of the series which it is to
    follow, or in a new one where that is on.
    """
    return anyone_starts_books() or bool(books_to_write()) or may_go_on()


def anyone_starts_books() -> bool:
    """Whether the operator lets strangers start books here."""
    settings: Settings = current_app.extensions["settings"]
    return settings.anyone_starts_books


def may_go_on() -> bool:
    """Whether whoever asks scores the series that the next one is to be like."""
    asks, table = visitor().bearer, like()
    return asks is not None and table is not None and role_in_series(asks.id, table.id) in WRITERS


def start(
    key: UUID,
    players: Names,
    rules: Rules,
    first_dealer: str | None,
    bearer: Bearer,
    book: BookSeen | None,
) -> Outcome:
    """The series under the form's id; where the form was sent before, the one that it started then."""
    filed = SeriesFile(
        players=players,
        rules=rules,
        hands=(),
        first_dealer=pick_dealer(first_dealer, key),
        id=str(key),
        started_at=now_here(),
    )
    try:
        return start_series(filed, bearer, None if book is None else book.id, book_name(players))
    except Reused:
        return Outcome(load_series(key), new=False)


def pick_dealer(told: str | None, key: UUID) -> Seat:
    """Who deals first; drawn from the form's random id, so that the same form draws the same."""
    if told in {"0", "1"}:
        return cast(Seat, int(told))
    return cast(Seat, hashlib.sha256(key.bytes).digest()[0] % 2)


def book_to_start_in(bearer: Bearer, players: Names) -> BookSeen | None:
    """The book of the series `like` where that goes on in it, else one's own; None for a new one.

    Who only scores a series of somebody else's book may start the next one of the same people there.
    """
    table = like()
    books = [*books_to_write(bearer), *books_to_go_on(bearer.id, players)]
    there = [book for book in books if table is not None and book.id == table.book_id]
    return next(iter([*there, *books]), None)


def books_to_write(bearer: Bearer | None = None) -> list[BookSeen]:
    """The books that whoever asks may write in, first that of the series `like` or the one that is asked for,
    then their own.
    """
    asks = bearer or visitor().bearer
    if asks is None:
        return []
    table = like()
    wanted = request.args.get("book", type=int) if table is None else table.book_id
    books = [book for book in books_of(asks.id) if book.role in WRITERS]
    return sorted(books, key=lambda book: (book.id != wanted, book.role != "owner"))


def like() -> Table | None:
    """The series that the next one is to be like, where whoever asks may see it."""
    asks = visitor().bearer
    told = request.args.get("like", type=UUID)
    if asks is None or told is None or role_in_series(asks.id, told) is None:
        return None
    return load_series(told)


def filled_first() -> Filled:
    """What the form opens with: the series it is to be like, else the names that the address tells and the
    rules by which those two, or this phone, played last.
    """
    key, table = str(uuid4()), like()
    if table is not None:
        return opening(key, str(table.id), "", table.players, table.rules)
    names = told_names()
    return opening(key, "", book_told(), names, rules_of_two(names) or rules_played_last())


def book_told() -> str:
    """The book that the address asks for; "" where it asks for none."""
    return request.args.get("book", "")


def told_names() -> Names:
    """The names that the address tells, each "" where it tells none."""
    one, other = (
        clean_name(request.args.get(field, ""))[:LONGEST_NAME] for field in ("player_1", "player_2")
    )
    return one, other


def rules_of_two(names: Names) -> Rules | None:
    """The rules and the stake by which two people played last; None where they have not met."""
    books = books_to_write()
    return rules_between(books[0].id, names) if books and all(names) else None


def rules_played_last() -> Rules:
    """The rules of this phone's newest series; House for a first one, and where that one is damaged."""
    asks = visitor().bearer
    newest = () if asks is None else list_series(asks.id).series[:1]
    with suppress(Damaged):
        return load_series(newest[0].id).rules if newest else DEFAULTS
    return DEFAULTS


def page_of(filled: Filled) -> NewSeriesPage:
    """The page of the form, with the people met before in the book that the series would go into."""
    book = next(iter(books_to_write()), None)
    if book is None:
        return new_series_page(filled, (), "", expect_phone())
    met = tuple(person.name for person in last_players(book.id, MOST_MET))
    return new_series_page(filled, met, book.name, expect_phone())


def filled_again(form: NewSeriesForm, errors: dict[str, str]) -> Filled:
    """The form as it came, with what is wrong with it."""
    return Filled(
        key=form.key.data or str(uuid4()),
        like=request.args.get("like", ""),
        book=book_told(),
        players=(form.player_1.data or "", form.player_2.data or ""),
        first_dealer=form.first_dealer.data if form.first_dealer.data in {"0", "1"} else "draw",
        rules=rules_again(form, errors),
        errors=errors,
    )


def read_key(form: NewSeriesForm) -> UUID:
    """The series' id, made when the form opened; a form that lost it gets another."""
    try:
        return UUID(read_id(form.key.data, "key"))
    except Refused:
        return uuid4()
