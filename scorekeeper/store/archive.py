"""Series out of the database as series files, and in again (contract.md, Series file).

Both go through many series with little memory. Going out, the order is that in which series began, book by
book, so that the same series give the same file wherever they are kept. Coming in, some hundred share a
transaction, and a series that is refused is so alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Protocol, TypeAlias
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scorekeeper.engine.errors import Malformed, Refused, shortened
from scorekeeper.engine.seriesfile import (
    FiledHand,
    SeriesFile,
    clean_name,
    folded_name,
    read_series,
    write_series,
)
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer
from scorekeeper.store.errors import NotKept, Taken
from scorekeeper.store.grants import Role
from scorekeeper.store.logfile import write_log
from scorekeeper.store.many import CHUNK, in_chunks, lay_tables
from scorekeeper.store.models import Scorebook, db
from scorekeeper.store.paymentfile import FiledPayment, keep_payments, payments_by_payer, read_payments
from scorekeeper.store.removal import bring_back
from scorekeeper.store.scorebooks import (
    BOOKS,
    Book,
    BookTokens,
    PersonSeen,
    add_book_for_scripts,
    find_or_add_person,
)
from scorekeeper.store.series import SERIES, Table
from scorekeeper.store.start import (
    Beginning,
    NewSeries,
    begin,
    first_row,
    hash_content,
    keep_new,
    lay_new,
    lock_book,
)

Value: TypeAlias = tuple[int, object]
"""The line where a JSON value stands, and the value, or the ``Refused`` that it is none."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of one series of a file: ``new``, there already, or refused.

    ``line`` is where it stands in the file, ``series_id`` what it is kept as; ``made`` is the book that was
    made for it, with its tokens.
    """

    line: int
    series_id: UUID | None
    new: bool = False
    refused: Refused | NotKept | None = None
    made: BookTokens | None = None


def export_series(books: Iterable[Book]) -> Iterator[str]:
    """The series of these books as lines of JSON, without line ends, and with them what was paid."""
    books = list(books)
    payments = payments_by_payer(books)
    for table in tables_of(books):
        riding = [paid for name in table.players for paid in payments.pop((table.book_id, name), ())]
        yield json.dumps(file_of(table, riding or None), ensure_ascii=False)


def export_one(series_id: UUID) -> Iterator[str]:
    """One series as a line of JSON; no line where there is none."""
    for table in lay_tables(db.session, [series_id]):
        yield json.dumps(file_of(table), ensure_ascii=False)


def tables_of(books: Iterable[Book]) -> Iterator[Table]:
    """All series of these books in the order of an export; books of one name count as one."""

    def name_of(book: Book) -> str:
        return book.name

    for _name, alike in groupby(sorted(books, key=name_of), name_of):
        ids = select(SERIES.c.id).where(
            SERIES.c.book_id.in_([book.id for book in alike]), SERIES.c.deleted_at.is_(None)
        )
        in_order = db.session.scalars(ids.order_by(SERIES.c.started_at, SERIES.c.id)).all()
        yield from lay_tables(db.session, in_order)


def file_of(table: Table, payments: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The JSON value of a series with its log, and with the ``payments`` that ride on it."""
    log = write_log(table.lines, table.players)
    return write_series(replace(filed_of(table), log=log, payments=payments))


def filed_of(table: Table) -> SeriesFile:
    """A series as its file states it, without its log."""
    return SeriesFile(
        players=table.players,
        rules=table.rules,
        hands=tuple(FiledHand(kept.hand, str(kept.id), kept.at, kept.struck) for kept in table.hands),
        first_dealer=table.first_dealer,
        next_dealer=table.next_dealer,
        id=str(table.id),
        book=table.book,
        note=table.note,
        started_at=table.started_at,
        abandoned_at=table.abandoned_at,
    )


class Shelf(Protocol):
    """Where the series of a file go."""

    def open(self, transaction: Transaction, name: str | None) -> Book | BookTokens:
        """The book for a series that states this one, with its tokens where it is made for it."""

    def refuse_elsewhere(self, book_id: int) -> bool:
        """Whether a series that is there already, in this book, is none of the caller's business."""


class OneBook:
    """A shelf of one book that exists; an id that is used in another one is refused."""

    def __init__(self, book_id: int) -> None:
        self.book_id = book_id

    def open(self, transaction: Transaction, _name: str | None) -> Book:
        """The book. Raises ``Missing``."""
        return lock_book(transaction, self.book_id)

    def refuse_elsewhere(self, book_id: int) -> bool:
        """Anything in another book."""
        return book_id != self.book_id


class NamedBooks:
    """A shelf where books are found by name and made as needed: for the operator, who may see all of them.

    ``named`` is where all series go, None for each one's own book; those that state none go into one called
    ``fallback``. The script devices of a book that is made are called as ``device_names`` says.
    """

    def __init__(self, named: str | None, fallback: str, device_names: Mapping[Role, str]) -> None:
        self.named = named
        self.fallback = fallback
        self.device_names = device_names

    def open(self, transaction: Transaction, name: str | None) -> Book | BookTokens:
        """The book, made now if there is none. Raises ``Malformed`` where several have the name."""
        wanted = clean_name(self.named or name or "") or self.fallback
        found = transaction.execute(BOOKS.where(Scorebook.name == wanted)).all()
        if len(found) > 1:
            raise Malformed("book_ambiguous", "book", name=shortened(wanted), count=len(found))
        if found:
            return lock_book(transaction, found[0].id)
        return add_book_for_scripts(transaction, wanted, self.device_names)

    def refuse_elsewhere(self, _book_id: int) -> bool:
        """Nothing: a series that is there already is not doubled, wherever it is."""
        return False


@dataclass(frozen=True, slots=True)
class Incoming:
    """A series of a file that was read, with the entries that it will begin with."""

    line: int
    filed: SeriesFile
    beginning: Beginning
    content_hash: str
    payments: tuple[FiledPayment, ...]


def import_series(
    values: Iterable[Value], shelf: Shelf, by: Bearer | None = None, chunk: int = CHUNK
) -> Iterator[Arrival]:
    """Keep the series of a file, and tell of each what became of it, in order.

    One that is there already, by its id or, without one, by its content, is not doubled; one that was deleted
    is brought back.
    """
    for read in in_chunks((read_incoming(line, value, by) for line, value in values), chunk):
        arrivals = iter(keep_again([one for one in read if isinstance(one, Incoming)], shelf, by))
        for one in read:
            yield one if isinstance(one, Arrival) else next(arrivals)


def read_incoming(line: int, value: object, by: Bearer | None) -> Incoming | Arrival:
    """The series that a JSON value states, or how it was refused."""
    try:
        if isinstance(value, Refused):
            raise value
        filed = read_series(value)
        beginning = begin(filed, by, datetime.now(UTC))
        payments = read_payments(filed.payments)
        return Incoming(line, replace(filed, log=None), beginning, hash_content(filed), payments)
    except Refused as refused:
        return Arrival(line, None, refused=refused)


def keep_again(read: Sequence[Incoming], shelf: Shelf, by: Bearer | None) -> list[Arrival]:
    """Keep some series in one transaction; where somebody used an id or name at the same moment, again."""
    try:
        return keep_some(read, shelf, by)
    except IntegrityError:
        return keep_some(read, shelf, by)


def keep_some(read: Sequence[Incoming], shelf: Shelf, by: Bearer | None) -> list[Arrival]:
    """Keep some series in one transaction."""
    with writing() as transaction:
        counter = Counter(transaction, shelf, by, read)
        arrivals = [counter.take(one) for one in read]
        bring_back(transaction, counter.returned)
        keep_new(transaction, counter.new)
        for one, arrival in zip(read, arrivals, strict=True):
            if one.payments and arrival.series_id is not None:
                book_id = select(SERIES.c.book_id).where(SERIES.c.id == arrival.series_id)
                keep_payments(transaction, transaction.execute(book_id).scalar_one(), one.payments)
        return arrivals


def known_by_id(transaction: Transaction, read: Sequence[Incoming]) -> dict[UUID, tuple[int, bool]]:
    """Of the ids that these series state, those that are used: in which book, and whether it was deleted."""
    ids = [UUID(one.filed.id) for one in read if one.filed.id is not None]
    used = select(SERIES.c.id, SERIES.c.book_id, SERIES.c.deleted_at).where(SERIES.c.id.in_(ids))
    return {row.id: (row.book_id, row.deleted_at is not None) for row in transaction.execute(used)}


def content_of(filed: SeriesFile) -> tuple[object, ...]:
    """What makes two files the same series, whatever ids and times their hands have."""
    return (
        tuple(folded_name(name) for name in filed.players),
        filed.rules,
        filed.first_dealer,
        filed.next_dealer,
        filed.note,
        [(hand.hand, hand.struck) for hand in filed.hands],
    )


class Counter:
    """Where series are handed in: looks up what is there already, and keeps what is not."""

    def __init__(
        self, transaction: Transaction, shelf: Shelf, by: Bearer | None, read: Sequence[Incoming]
    ) -> None:
        self.transaction = transaction
        self.shelf = shelf
        self.by = by
        self.known = known_by_id(transaction, read)
        self.books: dict[str | None, Book] = {}
        self.people: dict[tuple[int, str], PersonSeen] = {}
        self.contents: dict[tuple[int, str], UUID] = {}
        self.made: BookTokens | None = None
        self.new: list[NewSeries] = []
        self.returned: list[UUID] = []

    def take(self, one: Incoming) -> Arrival:
        """What becomes of one series."""
        self.made = None
        try:
            arrival = self.find(one) or self.keep(one)
        except (Refused, NotKept) as refused:
            arrival = Arrival(one.line, None, refused=refused)
        return replace(arrival, made=self.made)

    def find(self, one: Incoming) -> Arrival | None:
        """The series that is there already; None for a new one."""
        if one.filed.id is None:
            known = self.alike(one)
            return None if known is None else Arrival(one.line, known)
        series_id = UUID(one.filed.id)
        if series_id not in self.known:
            return None
        book_id, is_deleted = self.known[series_id]
        if self.shelf.refuse_elsewhere(book_id):
            raise Taken("series_id_taken", "id")
        if is_deleted:
            self.returned.append(series_id)
            self.known[series_id] = (book_id, False)
        return Arrival(one.line, series_id, new=is_deleted)

    def alike(self, one: Incoming) -> UUID | None:
        """A series of the same book that began with the same content, or has it now."""
        book = self.book(one.filed.book)
        kept = self.contents.get((book.id, one.content_hash))
        if kept is not None:
            return kept
        began_so = select(SERIES.c.id).where(
            SERIES.c.book_id == book.id, SERIES.c.content_hash == one.content_hash
        )
        return self.transaction.scalar(began_so.limit(1)) or self.same_now(one, book)

    def same_now(self, one: Incoming, book: Book) -> UUID | None:
        """A series that began at the same moment and by now has the same hands, whatever their ids."""
        if one.filed.started_at is None:
            return None
        then = select(SERIES.c.id).where(
            SERIES.c.book_id == book.id, SERIES.c.started_at == one.filed.started_at.astimezone(UTC)
        )
        tables = lay_tables(self.transaction, self.transaction.scalars(then).all())
        return next(
            (table.id for table in tables if content_of(filed_of(table)) == content_of(one.filed)), None
        )

    def keep(self, one: Incoming) -> Arrival:
        """Keep a new series."""
        filed = one.filed
        series_id = uuid4() if filed.id is None else UUID(filed.id)
        book = self.book(filed.book)
        people = [self.person(book, name) for name in filed.players]
        row = first_row(filed, book, people, series_id, datetime.now(UTC), len(one.beginning.lines))
        self.new.append(lay_new(row, people, one.beginning, self.by, one.content_hash))
        self.known[series_id] = (book.id, False)
        self.contents[book.id, one.content_hash] = series_id
        return Arrival(one.line, series_id, new=True)

    def book(self, name: str | None) -> Book:
        """The book for a series that states this one."""
        if name not in self.books:
            opened = self.shelf.open(self.transaction, name)
            if isinstance(opened, BookTokens):
                self.made = opened
            self.books[name] = opened.book if isinstance(opened, BookTokens) else opened
        return self.books[name]

    def person(self, book: Book, name: str) -> PersonSeen:
        """The person of this name, who may be new."""
        key = book.id, folded_name(name)
        if key not in self.people:
            self.people[key] = find_or_add_person(self.transaction, book.id, name)
        return self.people[key]
