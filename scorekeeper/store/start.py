"""How a series begins: empty, or with all the hands that a file brings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.engine.rules import changed_rules, write_rules
from scorekeeper.engine.seriesfile import SeriesFile, clean_name, folded_name
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer
from scorekeeper.store.entries import Outcome, add_lines
from scorekeeper.store.errors import Missing, Reused, Taken
from scorekeeper.store.grants import carry_grants, role_in_series
from scorekeeper.store.logfile import read_log
from scorekeeper.store.models import Scorebook, Series, table_of
from scorekeeper.store.pad import Line, Pad, body_of
from scorekeeper.store.results import keep_results
from scorekeeper.store.scorebooks import BOOKS, Book, PersonSeen, add_book, find_or_add_person
from scorekeeper.store.series import SeriesRow, Table, lay_table, read_series
from scorekeeper.store.summaries import stake_columns, summarise

ADD_SERIES = insert(table_of(Series))


def start_series(
    filed: SeriesFile, by: Bearer | None, book_id: int | None = None, book_name: str = ""
) -> Outcome:
    """Start a series that has been read and checked; a repeat of the same id and content starts nothing.

    A log that the file brings becomes its own, marked as imported; ``Refused`` where it does not hold.
    Without ``book_id`` it begins a book called ``book_name``, owned by ``by``, in the same transaction.
    People are found by name or join the book. Raises ``Missing`` for an unknown book, ``Reused`` for an id
    that this book used for other content, ``Taken`` for the id of a series that is not the caller's business.
    """
    return start_with(filed, begin(filed, by, datetime.now(UTC)), by, book_id, book_name)


def start_with(
    filed: SeriesFile, beginning: Beginning, by: Bearer | None, book_id: int | None, book_name: str = ""
) -> Outcome:
    """The same with the entries that it begins with, which come to what the file states."""
    try:
        return start_or_find(filed, beginning, by, book_id, book_name)
    except IntegrityError:
        # Somebody used the same id or name at the same moment; now that is there to be found.
        return start_or_find(filed, beginning, by, book_id, book_name)


def start_or_find(
    filed: SeriesFile, beginning: Beginning, by: Bearer | None, book_id: int | None, book_name: str
) -> Outcome:
    """Start a series, or find it there."""
    series_id = uuid4() if filed.id is None else UUID(filed.id)
    content_hash = hash_content(filed)
    with writing() as transaction:
        book = None if book_id is None else lock_book(transaction, book_id)
        known = transaction.execute(
            select(Series.book_id, Series.content_hash).where(Series.id == series_id)
        ).first()
        if known is None:
            if book is None:
                book = add_book(transaction, book_name, None if by is None else by.id)
            return Outcome(
                add_series(transaction, filed, by, book, series_id, content_hash, beginning), new=True
            )
        if not is_ours(transaction, by, book, known.book_id, series_id):
            raise Taken("series_id_taken", "id")
        if known.content_hash != content_hash:
            raise Reused("series_id_reused", "id")
        return Outcome(read_series(transaction, series_id), new=False)


def is_ours(
    transaction: Transaction, by: Bearer | None, book: Book | None, book_id: int, series_id: UUID
) -> bool:
    """Whether a series is in the book that the caller names, or where none is named in one that they know."""
    if book is not None:
        return book.id == book_id
    return by is not None and role_in_series(by.id, series_id, transaction) is not None


def lock_book(transaction: Transaction, book_id: int) -> Book:
    """The book, in which nobody else starts a series or makes a person meanwhile. Raises ``Missing``."""
    found = transaction.execute(BOOKS.where(Scorebook.id == book_id).with_for_update()).first()
    if found is None:
        raise Missing("book_unknown")
    return Book(found.id, found.name)


def add_series(
    transaction: Connection,
    filed: SeriesFile,
    by: Bearer | None,
    book: Book,
    series_id: UUID,
    content_hash: str,
    beginning: Beginning,
) -> Table:
    """A new series with all that is counted of it."""
    people = [find_or_add_person(transaction, book.id, name) for name in filed.players]
    row = first_row(filed, book, people, series_id, datetime.now(UTC), len(beginning.lines))
    new = lay_new(row, people, beginning, by, content_hash)
    keep_new(transaction, [new])
    carry_grants(transaction, row.id, by)
    return new.table


class Beginning(NamedTuple):
    """The entries that a series begins with, and the pad that they were written onto."""

    lines: list[Line]
    pad: Pad


class NewSeries(NamedTuple):
    """A series before it is kept: what will lie on its table, and its row by column."""

    table: Table
    values: dict[str, Any]


def lay_new(
    row: SeriesRow, people: list[PersonSeen], beginning: Beginning, by: Bearer | None, content_hash: str
) -> NewSeries:
    """A new series as its row and its entries tell it."""
    table = lay_table(row, beginning.lines, beginning.pad)
    beginning.pad.close()
    values = {
        "id": row.id,
        "book_id": row.book_id,
        "seat0_id": people[0].id,
        "seat1_id": people[1].id,
        "told_names": row.told_names,
        "rules": row.rules,
        **stake_columns(table.rules),
        "first_dealer": row.first_dealer,
        "note": row.note,
        "started_at": row.started_at,
        "started_offset": row.started_offset,
        "made_at": row.made_at,
        "made_by": None if by is None else by.id,
        "content_hash": content_hash,
        **summarise(table),
    }
    return NewSeries(table, values)


def keep_new(transaction: Connection, series: Sequence[NewSeries]) -> None:
    """Keep new series with their entries and all that is counted of them."""
    if not series:
        return
    transaction.execute(ADD_SERIES, [new.values for new in series])
    tables = [new.table for new in series]
    add_lines(transaction, ((table.id, line) for table in tables for line in table.lines))
    finished = [table for table in tables if table.state == "over"]
    if finished:
        keep_results(transaction, finished)


def lay_ahead(filed: SeriesFile, book: Book, by: Bearer | None) -> Table:
    """A series as it would lie on the table if it was kept; nothing is. Raises ``Refused``."""
    now = datetime.now(UTC)
    beginning = begin(filed, by, now)
    people = [PersonSeen(0, clean_name(name)) for name in filed.players]
    row = first_row(filed, book, people, uuid4(), now, len(beginning.lines))
    return lay_table(row, beginning.lines, beginning.pad)


def first_row(
    filed: SeriesFile, book: Book, people: list[PersonSeen], series_id: UUID, now: datetime, version: int
) -> SeriesRow:
    """The row of a series as a file tells it; it starts now where the file does not say when."""
    started_at = filed.started_at or now
    return SeriesRow(
        id=series_id,
        version=version,
        book_id=book.id,
        book=book.name,
        first=people[0].name,
        second=people[1].name,
        told_names=list(filed.players),
        rules=write_rules(filed.rules),
        first_dealer=filed.first_dealer,
        note=filed.note,
        started_at=started_at.astimezone(UTC),
        started_offset=round((started_at.utcoffset() or timedelta()) / timedelta(minutes=1)),
        made_at=now,
    )


def begin(filed: SeriesFile, by: Bearer | None, now: datetime) -> Beginning:
    """How a series begins as a file tells it: with its log, else by entries made now. Raises ``Refused``."""
    if filed.log is not None:
        reading = read_log(filed.log, filed)
        return Beginning(reading.lines, reading.pad)
    lines = first_lines(filed, by, now)
    return Beginning(lines, Pad(lines))


def first_lines(filed: SeriesFile, by: Bearer | None, now: datetime) -> list[Line]:
    """The entries of a series as a file tells it: its hands, a dealer set by hand, its being abandoned."""
    lines: list[Line] = []

    def add(kind: str, hand_id: UUID | None, body: dict[str, Any]) -> None:
        lines.append(
            Line(
                version=len(lines) + 1,
                kind=kind,
                hand_id=hand_id,
                key=None,
                device_id=None if by is None else by.id,
                device=None if by is None else by.name,
                at=now,
                sent_at=None,
                reason=None,
                body=body,
            )
        )

    for hand in filed.hands:
        body: dict[str, Any] = {"hand": body_of(hand.hand)}
        if hand.at is not None:
            body["at"] = hand.at.isoformat()
        hand_id = uuid4() if hand.id is None else UUID(hand.id)
        add("record", hand_id, body)
        if hand.struck:
            add("strike", hand_id, {})
    if filed.next_dealer is not None:
        add("dealer", None, {"dealer": filed.next_dealer})
    if filed.abandoned_at is not None:
        add("abandon", None, {"at": filed.abandoned_at.isoformat()})
    return lines


def hash_content(filed: SeriesFile) -> str:
    """What two tellings of one series have in common: all but the times of its hands."""
    content = {
        "players": [folded_name(name) for name in filed.players],
        "rules": changed_rules(filed.rules),
        "first_dealer": filed.first_dealer,
        "next_dealer": filed.next_dealer,
        "note": filed.note,
        "started_at": in_utc(filed.started_at),
        "abandoned_at": in_utc(filed.abandoned_at),
        "hands": [(hand.id, body_of(hand.hand), hand.struck) for hand in filed.hands],
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def in_utc(time: datetime | None) -> str | None:
    """A moment, however its offset was told."""
    return None if time is None else time.astimezone(UTC).isoformat()
