"""Letting others in: links and codes to a series or a whole book, made once and shown once."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response

from scorekeeper.store.scorebooks import find_book
from scorekeeper.store.series import load_series
from scorekeeper.web.access import book_access, series_access
from scorekeeper.web.offers import Asked, fresh_key, make, read_asked, read_key, read_kind
from scorekeeper.web.respond import shown
from scorekeeper.web.share_page import share_page

blueprint = Blueprint("sharing", __name__)

SHARE_SERIES = "/series/<uuid:series_id>/share"
SHARE_BOOK = f"/books/<int(max={2**31 - 1}):book_id>/share"


@blueprint.get(SHARE_SERIES)
@series_access("own")
def show_series(series_id: UUID) -> Response:
    """The form that lets others into this series, or into its whole book."""
    return shown("sharing/share.html", share_page(asked_for_series(series_id, fresh_key())))


@blueprint.post(SHARE_SERIES)
@series_access("own")
def make_for_series(series_id: UUID) -> Response:
    """A fresh link or code, shown this once."""
    return made_now(asked_for_series(series_id, read_key()))


@blueprint.get(SHARE_BOOK)
@book_access
def show_book(book_id: int) -> Response:
    """The form that lets others into the whole book."""
    return shown("sharing/share.html", share_page(asked_for_book(book_id, fresh_key())))


@blueprint.post(SHARE_BOOK)
@book_access
def make_for_book(book_id: int) -> Response:
    """A fresh link or code, shown this once."""
    return made_now(asked_for_book(book_id, read_key()))


def asked_for_series(series_id: UUID, key: str) -> Asked:
    """What the page of a series starts from."""
    table = load_series(series_id)
    return Asked(key, "link", "scorer", table.book_id, table.book, series_id, table.players)


def asked_for_book(book_id: int, key: str) -> Asked:
    """What the page of a book starts from."""
    return Asked(key, "link", "scorer", book_id, find_book(book_id).name)


def made_now(start: Asked) -> Response:
    """The page with what the form asked for; no cache keeps it."""
    answer = shown("sharing/share.html", share_page(start, make(read_asked(start, read_kind()))))
    answer.headers["Cache-Control"] = "no-store"
    return answer
