"""Series as files: out of a book or alone, and in again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO
from urllib.parse import quote
from uuid import UUID

from flask import Blueprint, Flask, Response, current_app, request

from scorekeeper.engine.jsonlines import read_values
from scorekeeper.store.archive import OneBook, export_one, export_series, import_series
from scorekeeper.store.scorebooks import find_book
from scorekeeper.store.series import load_series
from scorekeeper.store.spreadsheet import export_rows, write_rows
from scorekeeper.web.access import book_open_to, series_access, visitor
from scorekeeper.web.bodies import takes_files
from scorekeeper.web.days import date_in_name, today
from scorekeeper.web.files_page import (
    ImportTold,
    files_page,
    import_told,
)
from scorekeeper.web.respond import shown
from scorekeeper.words.files import (
    name_book_file,
    name_series_file,
    tell_no_file,
    tell_nothing_in_file,
)

blueprint = Blueprint("files", __name__)

BOOK = f"/books/<int(max={2**31 - 1}):book_id>"
SERIES = "/series/<uuid:series_id>"
KIND = "export.<any(jsonl, csv):kind>"

TYPES = {"jsonl": "application/jsonl; charset=utf-8", "csv": "text/csv; charset=utf-8"}
PIECES = 50
"""Lines sent in one go."""
LONGEST_NAME = 80
UNFIT = re.compile(r'[\\/:*?"<>|\s]+')
"""What one system or another has in no file's name."""


# --- out -------------------------------------------------------------------------------------------------


@blueprint.get(f"{SERIES}/{KIND}")
@series_access("look")
def export(series_id: UUID, kind: str) -> Response:
    """One series as a file with its log, or for a spreadsheet."""
    table = load_series(series_id)
    name = name_series_file(table.players, date_in_name(table.started_at))
    return download(write_rows([table]) if kind == "csv" else with_ends(export_one(series_id)), name, kind)


@blueprint.get(f"{BOOK}/{KIND}")
@book_open_to("look")
def export_book(book_id: int, kind: str) -> Response:
    """All series of a book, a line each with their logs, or for a spreadsheet."""
    book = find_book(book_id)
    name = name_book_file(book.name, today().isoformat())
    return download(export_rows([book]) if kind == "csv" else with_ends(export_series([book])), name, kind)


def with_ends(lines: Iterable[str]) -> Iterator[str]:
    """Lines with their ends."""
    for line in lines:
        yield f"{line}\n"


def download(text: Iterable[str], name: str, kind: str) -> Response:
    """A file that the browser keeps, sent as it is made, so that a large book takes no more memory."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    answer = Response(encoded(app, text), content_type=TYPES[kind])
    answer.headers.set("Content-Disposition", "attachment", **named(f"{fit_for_file(name)}.{kind}"))
    return answer


def named(name: str) -> dict[str, str]:
    """A file's name as a header holds it: whole for browsers of today, without its accents for what can't
    read that.
    """
    if name.isascii():
        return {"filename": name}
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return {"filename": plain, "filename*": f"UTF-8''{quote(name, safe='')}"}


def encoded(app: Flask, text: Iterable[str]) -> Iterator[bytes]:
    """Text as bytes, some pieces at a time, made when the request is over already: each time with its own way
    to the database, so that none is held while a slow phone takes what there is.
    """
    pieces = iter(text)
    while True:
        with app.app_context():
            some = "".join(islice(pieces, PIECES))
        if not some:
            return
        yield some.encode()


def fit_for_file(name: str) -> str:
    """A name that every system takes for a file, with nothing in it that can't be seen."""
    shown_only = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return UNFIT.sub(" ", shown_only).strip(" .")[:LONGEST_NAME]


# --- in --------------------------------------------------------------------------------------------------


@blueprint.get(f"{BOOK}/files")
@book_open_to("look")
def show_book(book_id: int) -> Response:
    """Where a book's series go out and come in."""
    return shown("files/book.html", files_page(find_book(book_id), visitor()))


@blueprint.post(f"{BOOK}/import")
@book_open_to("write")
@takes_files
def bring_in(book_id: int) -> Response:
    """Keep the series of a file; those that are there already are not doubled."""
    book = find_book(book_id)
    file = request.files.get("file")
    if file is None or not file.filename:
        return shown("files/book.html", files_page(book, visitor(), tell_no_file()), 422)
    with file.stream:
        told = keep_file(file.stream, book_id)
    if told is None:
        return shown("files/book.html", files_page(book, visitor(), tell_nothing_in_file()), 422)
    return shown("files/book.html", files_page(book, visitor(), told=told))


def keep_file(file: IO[bytes], book_id: int) -> ImportTold | None:
    """Keep what a file holds, and tell what became of it; None for a file with nothing in it."""
    counts = {"new": 0, "known": 0, "refused": 0}
    refused = []
    for arrival in import_series(read_values(file), OneBook(book_id), visitor().bearer):
        counts["refused" if arrival.refused else "new" if arrival.new else "known"] += 1
        if arrival.refused:
            refused.append(arrival)
    return import_told(refused, counts) if any(counts.values()) else None
