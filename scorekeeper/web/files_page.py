"""Series as files: what goes out, and what came in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.errors import Refused
from scorekeeper.store.archive import Arrival
from scorekeeper.store.scorebooks import Book
from scorekeeper.web.access import Visitor
from scorekeeper.web.book_menu import book_menu
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.pages import Link
from scorekeeper.words.archives import tell_imported
from scorekeeper.words.keeping import tell_unkept
from scorekeeper.words.refusals import tell_place, tell_refusal

MOST_TOLD = 50
"""Refused series that are told one by one."""


@dataclass(frozen=True, slots=True)
class RefusedSeries:
    """A series of a file that was not taken: where it stands, and why."""

    place: str
    why: str


@dataclass(frozen=True, slots=True)
class ImportTold:
    """What became of a file: in a sentence, then each refused series; `more` counts those left out."""

    sentence: str
    refused: tuple[RefusedSeries, ...]
    more: int


@dataclass(frozen=True, slots=True)
class FilesPage:
    """Where a book's series go out and come in. Field of `import_url`: file.

    `error` is what was wrong with the form, `told` what became of the file that it brought.
    """

    book: str
    lines_url: str
    rows_url: str
    import_url: str
    paper_url: str
    may_bring: bool
    error: str
    told: ImportTold | None
    back_url: str
    menu: tuple[Link, ...]


def files_page(book: Book, visitor: Visitor, error: str = "", told: ImportTold | None = None) -> FilesPage:
    """The page of a book's files."""
    return FilesPage(
        book=book.name,
        lines_url=url_for("files.export_book", book_id=book.id, kind="jsonl"),
        rows_url=url_for("files.export_book", book_id=book.id, kind="csv"),
        import_url=url_for("files.bring_in", book_id=book.id),
        paper_url=url_for("notebooks.show", book_id=book.id),
        may_bring=visitor.may_write,
        error=error,
        told=told,
        back_url=url_for("people.show_book", book_id=book.id),
        menu=book_menu(book, visitor),
    )


def import_told(arrivals: Sequence[Arrival], counts: Mapping[str, int]) -> ImportTold:
    """What became of a file; `arrivals` are those that were refused, `counts` all of them."""
    return ImportTold(
        tell_imported(counts["new"], counts["known"], counts["refused"]),
        tuple(refused_series(arrival) for arrival in arrivals[:MOST_TOLD]),
        max(counts["refused"] - MOST_TOLD, 0),
    )


def refused_series(arrival: Arrival) -> RefusedSeries:
    """One series that was not taken."""
    error = arrival.refused
    assert error is not None
    if not isinstance(error, Refused):
        return RefusedSeries(str(arrival.line), sentence_of(error))
    return RefusedSeries(tell_place(error, arrival.line), why_refused(error))


def why_refused(error: Refused) -> str:
    """The reason alone, where its place is told beside it."""
    return tell_unkept(error.code, error.facts) or tell_refusal(error, error.players)
