"""Series out and in: ``scorekeeper export`` and ``scorekeeper import``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from scorekeeper.commands.database import opened_database
from scorekeeper.commands.files import open_file
from scorekeeper.config import Settings
from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.jsonlines import read_values
from scorekeeper.engine.papersheet import read_papersheet
from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.seriesfile import read_players, read_text, write_hand
from scorekeeper.store.archive import Arrival, NamedBooks, Value, export_series, import_series
from scorekeeper.store.errors import NotKept
from scorekeeper.store.grants import ROLES
from scorekeeper.store.scorebooks import Book, all_books, books_named
from scorekeeper.store.spreadsheet import export_rows
from scorekeeper.words.archives import imported_book_name, tell_imported, tell_made, tell_no_book
from scorekeeper.words.devices import script_name
from scorekeeper.words.keeping import tell_unkept
from scorekeeper.words.refusals import tell_place, tell_refusal

NOTHING_READ = 2


def export(settings: Settings, book: str | None, *, as_csv: bool) -> int:
    """Write the series of a book, or of all books, to standard output."""
    with opened_database(settings):
        books = all_books() if book is None else books_named(book)
        if book is not None and not books:
            return complain(tell_no_book(book))
        for text in export_rows(books) if as_csv else json_lines(books):
            sys.stdout.write(text)
        return 0


def json_lines(books: Iterable[Book]) -> Iterator[str]:
    """The series of these books, a line each."""
    for line in export_series(books):
        yield f"{line}\n"


def bring_in(settings: Settings, path: str, book: str | None, paper: tuple[str, str] | None) -> int:
    """Keep the series of a file, or the sheet of two players from an old notebook.

    Tokens of books that it makes go to standard output, everything else to standard error.
    """
    try:
        opened = open_file(path)
    except OSError as error:
        return complain(f"{path}: {error.strerror}", NOTHING_READ)
    with opened as file:
        return keep(settings, read_values(file) if paper is None else read_notebook(file, paper), book)


def read_notebook(file: BinaryIO, names: tuple[str, str]) -> Iterator[Value]:
    """A notebook's sheet as the value of one series; where lines are refused, those refusals instead."""
    try:
        players = read_players(list(names))
        text = file.read().decode("utf-8-sig")
    except Refused as refused:
        yield 1, refused
        return
    except UnicodeDecodeError:
        yield 1, Malformed("text_unprintable", "hands")
        return
    lines = read_papersheet(text, players, DEFAULTS)
    refusals = [(line.number, line.refused) for line in lines if line.refused is not None]
    if refusals:
        yield from refusals
        return
    hands = [write_hand(line.hand, players) for line in lines if line.hand is not None]
    yield 1, {"players": list(players), "hands": hands}


def keep(settings: Settings, values: Iterable[Value], book: str | None) -> int:
    """Keep these series, and say what became of them."""
    counts = {"new": 0, "known": 0, "refused": 0}
    readable = False
    with opened_database(settings):
        try:
            shelf = NamedBooks(
                read_text(book, "book"), fallback(), {role: script_name(role) for role in ROLES}
            )
        except Refused as refused:
            return complain(sentence_of(refused))
        for arrival in import_series(values, shelf):
            readable = readable or not is_unreadable(arrival)
            counts["refused" if arrival.refused else "new" if arrival.new else "known"] += 1
            tell(arrival)
    print(tell_imported(**counts), file=sys.stderr)
    if not readable:
        return NOTHING_READ
    return 1 if counts["refused"] else 0


def fallback() -> str:
    """Where series go that state no book: into the only one there is, else into one made for them."""
    books = all_books()
    return books[0].name if len(books) == 1 else imported_book_name()


def is_unreadable(arrival: Arrival) -> bool:
    """Whether a line was no JSON at all."""
    return arrival.refused is not None and arrival.refused.code == "not_json"


def tell(arrival: Arrival) -> None:
    """Tell the tokens of a book that was made, and why a series was refused."""
    if arrival.made is not None:
        print(tell_made(arrival.made.book.name), file=sys.stderr)
        for role, token in arrival.made.tokens.items():
            print(role, token, flush=True)
    if arrival.refused is not None:
        place = tell_place(arrival.refused, arrival.line) if isinstance(arrival.refused, Refused) else ""
        print(f"{place or arrival.line}: {sentence_of(arrival.refused)}", file=sys.stderr)


def sentence_of(error: Refused | NotKept) -> str:
    """The sentence of a code."""
    told = tell_unkept(error.code, error.facts)
    if told is not None:
        return told
    assert isinstance(error, Refused)
    return tell_refusal(error, error.players)


def complain(sentence: str, exit_code: int = 1) -> int:
    """Say what stands in the way."""
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return exit_code
