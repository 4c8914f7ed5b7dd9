"""Where to go within a book."""

from __future__ import annotations

from flask import url_for

from scorekeeper.store.scorebooks import Book
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages import Link
from scorekeeper.words.links import delete_book_label, files_label, people_label


def book_menu(book: Book, visitor: Visitor) -> tuple[Link, ...]:
    """Where to go within a book."""
    links = [Link(people_label(), url_for("people.show_book", book_id=book.id))]
    if visitor.may_write:
        links.append(Link(files_label(), url_for("files.show_book", book_id=book.id)))
    if visitor.owns:
        links.append(Link(delete_book_label(), url_for("removal.ask_book", book_id=book.id)))
    return tuple(links)
