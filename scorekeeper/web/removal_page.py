"""Deleting a whole book: what goes with it, and that it is gone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import url_for

from scorekeeper.store.removal import KEPT_FOR
from scorekeeper.store.scorebooks import Book
from scorekeeper.web.access import Visitor
from scorekeeper.web.book_menu import book_menu
from scorekeeper.web.pages import Link
from scorekeeper.words.removal import tell_wrong_name


@dataclass(frozen=True, slots=True)
class BookRemovalPage:
    """The form that deletes a book. Field: name, the book's, typed to be sure; `error` where it was not."""

    book: str
    typed: str
    error: str
    action: str
    lines_url: str
    rows_url: str
    days_kept: int
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class BookGonePage:
    """That a book is gone."""

    book: str
    days_kept: int
    home_url: str
    menu: tuple[Link, ...]


def book_removal_page(
    book: Book, visitor: Visitor, typed: str = "", *, is_wrong: bool = False
) -> BookRemovalPage:
    """The page that asks."""
    return BookRemovalPage(
        book=book.name,
        typed=typed,
        error=tell_wrong_name() if is_wrong else "",
        action=url_for("removal.remove_book", book_id=book.id),
        lines_url=url_for("files.export_book", book_id=book.id, kind="jsonl"),
        rows_url=url_for("files.export_book", book_id=book.id, kind="csv"),
        days_kept=KEPT_FOR // timedelta(days=1),
        back_url=url_for("people.show_book", book_id=book.id),
        menu=book_menu(book, visitor),
    )


def book_gone_page(book: Book) -> BookGonePage:
    """The page once it is done."""
    return BookGonePage(book.name, KEPT_FOR // timedelta(days=1), url_for("home.show"), ())
