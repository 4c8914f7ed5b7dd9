"""Deleting a series, which a tap takes back as long as it is kept, or a whole book."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.engine.seriesfile import same_name
from scorekeeper.store.removal import delete_book, delete_series, undelete_series
from scorekeeper.store.scorebooks import find_book
from scorekeeper.web.access import book_access, series_access, visitor
from scorekeeper.web.removal_page import book_gone_page, book_removal_page
from scorekeeper.web.respond import sent_on, shown

blueprint = Blueprint("removal", __name__)

BOOK = f"/books/<int(max={2**31 - 1}):book_id>"


@blueprint.post("/series/<uuid:series_id>/delete")
@series_access("own")
def delete(series_id: UUID) -> Response:
    """Delete the series: home has the way back for as long as there is one."""
    delete_series(series_id, visitor().bearer)
    return sent_on(url_for("home.show"))


@blueprint.post(f"{BOOK}/series/<uuid:deleted_id>/restore")
@book_access
def bring_back(book_id: int, deleted_id: UUID) -> Response:
    """Bring a deleted series back, with its log and its share in all records."""
    undelete_series(book_id, deleted_id)
    return sent_on(url_for("series.show", series_id=deleted_id))


@blueprint.get(f"{BOOK}/delete")
@book_access
def ask_book(book_id: int) -> Response:
    """What goes with a book, an export first, and its name to be typed."""
    return shown("removal/book.html", book_removal_page(find_book(book_id), visitor()))


@blueprint.post(f"{BOOK}/delete")
@book_access
def remove_book(book_id: int) -> Response:
    """Delete a book with all that is in it, once its name was typed."""
    book, typed = find_book(book_id), request.form.get("name", "")
    if not same_name(typed, book.name):
        return shown("removal/book.html", book_removal_page(book, visitor(), typed, is_wrong=True), 422)
    delete_book(book_id)
    return make_response(render_template("removal/gone.html", page=book_gone_page(book)))
