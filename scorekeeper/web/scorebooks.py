"""Books of one's own: the link that brings them to another phone before this one is lost."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.store.grants import books_of
from scorekeeper.store.scorebooks import find_book
from scorekeeper.web.access import book_access, visitor
from scorekeeper.web.offers import Asked, fresh_key, make, read_key, read_kind
from scorekeeper.web.respond import shown
from scorekeeper.web.share_page import keep_page

blueprint = Blueprint("scorebooks", __name__)

BOOK = f"/books/<int(max={2**31 - 1}):book_id>"


@blueprint.get(f"{BOOK}/keep")
@book_access
def keep(book_id: int) -> Response:
    """What a link for another phone is good for; it is made by the button only."""
    return shown("scorebooks/keep.html", keep_page(book_id, books_kept(), fresh_key()))


@blueprint.post(f"{BOOK}/keep")
@book_access
def make_keeper(book_id: int) -> Response:
    """A fresh link or code that makes another phone an owner of all books of this one, shown this once."""
    key = read_key()
    made = make(Asked(key, read_kind(), "owner", book_id, find_book(book_id).name))
    answer = shown("scorebooks/keep.html", keep_page(book_id, books_kept(), key, made))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def books_kept() -> tuple[str, ...]:
    """The books that another phone will have, by name."""
    asks = visitor().bearer
    assert asks is not None
    return tuple(book.name for book in books_of(asks.id) if book.role == "owner")
