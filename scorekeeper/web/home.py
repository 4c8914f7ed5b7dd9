"""The front door."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response

from scorekeeper.store.grants import BookSeen, books_of, role_in_series
from scorekeeper.store.lists import ListedSeries, list_running, list_series
from scorekeeper.store.records import head_to_head, margins
from scorekeeper.store.removal import deleted_in
from scorekeeper.web.access import WRITERS, open_to_visitors, visitor
from scorekeeper.web.home_page import Shelf, home_page
from scorekeeper.web.pair_page import ON_A_CARD, PairCard, pair_card
from scorekeeper.web.respond import shown

blueprint = Blueprint("home", __name__)

RECENT = 10
"""Earlier series at home; the list has them all. What is shown here costs the same in a book of any size."""
CARDS = 2
"""Pairs whose record is shown: those who played last."""


@blueprint.get("/")
@open_to_visitors
def show() -> Response:
    """The series of this device, those that go on first; for a stranger the way to a first one."""
    device_id = visitor().device_id
    if device_id is None:
        return shown("home/show.html", home_page(Shelf(), is_known=False, may_go_on=False))
    shelf = shelf_of(device_id)
    recent = shelf.recent
    may_go_on = bool(recent) and role_in_series(device_id, recent[0].id) in WRITERS
    return shown("home/show.html", home_page(shelf, is_known=True, may_go_on=may_go_on))


def shelf_of(device_id: int) -> Shelf:
    """What the store knows of a device's series."""
    books = books_of(device_id)
    running, recent = list_running(device_id), list_series(device_id, most=RECENT).series
    owned = [book for book in books if book.role == "owner"]
    return Shelf(
        running=running,
        recent=recent,
        pairs=tuple(cards_of((*recent, *running), books)),
        deleted=tuple((book, series) for book in owned for series in deleted_in(book.id)),
        books=books,
    )


def cards_of(series: Iterable[ListedSeries], books: Iterable[BookSeen]) -> Iterable[PairCard]:
    """The cards of those who played last, in books that the device has whole: records tell of all series."""
    whole = {book.id for book in books}
    pairs: dict[frozenset[int], ListedSeries] = {}
    for one in series:
        if one.book_id in whole:
            pairs.setdefault(frozenset(one.people), one)
    for one in list(pairs.values())[:CARDS]:
        record = head_to_head(one.book_id, *one.people)
        if record.sides[0].series or record.money:
            yield pair_card(one.book_id, record, margins(*one.people, most=ON_A_CARD))
