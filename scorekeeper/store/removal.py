"""Deleting a series or a whole book: out of sight at once, gone for good with its log after 30 days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, Table, delete, or_, select, update

from scorekeeper.engine.seriesfile import Names
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer
from scorekeeper.store.errors import Missing
from scorekeeper.store.many import in_chunks, lay_tables
from scorekeeper.store.models import Device, Grant, Link, Person, Scorebook, Series, db
from scorekeeper.store.results import drop_results, keep_results
from scorekeeper.store.scorebooks import BOOKS
from scorekeeper.store.series import FIRST, SECOND, SERIES

KEPT_FOR = timedelta(days=30)
"""How long a deletion can be taken back."""


@dataclass(frozen=True, slots=True)
class DeletedSeries:
    """A series that was deleted: who played, by which device it went, and when it will be gone for good."""

    id: UUID
    players: Names
    started_at: datetime
    deleted_at: datetime
    deleted_by: str | None

    @property
    def gone_at(self) -> datetime:
        """From when on a sweep removes it."""
        return self.deleted_at + KEPT_FOR


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep removed for good."""

    series: int
    books: int


def delete_series(series_id: UUID, by: Bearer | None) -> None:
    """Put a series out of everybody's sight and out of all records; one that is so already stays so.

    Raises ``Missing`` for an unknown one.
    """
    with writing() as transaction:
        found = transaction.execute(
            select(Series.deleted_at).where(Series.id == series_id).with_for_update()
        ).first()
        if found is None:
            raise Missing("series_unknown")
        if found.deleted_at is None:
            marked = {"deleted_at": datetime.now(UTC), "deleted_by": None if by is None else by.id}
            transaction.execute(update(Series).where(Series.id == series_id).values(marked))
            drop_results(transaction, [series_id])


def undelete_series(book_id: int, series_id: UUID) -> None:
    """Bring back a deleted series of this book; one that was never deleted stays. Raises ``Missing``."""
    with writing() as transaction:
        found = transaction.execute(
            select(Series.deleted_at)
            .where(Series.id == series_id, Series.book_id == book_id)
            .with_for_update()
        ).first()
        if found is None:
            raise Missing("series_unknown")
        if found.deleted_at is not None:
            bring_back(transaction, [series_id])


def bring_back(transaction: Transaction, ids: Sequence[UUID]) -> None:
    """Bring back deleted series within a transaction, with their share in all records."""
    for chunk in in_chunks(ids):
        transaction.execute(
            update(Series).where(Series.id.in_(chunk)).values(deleted_at=None, deleted_by=None)
        )
        keep_results(transaction, list(lay_tables(transaction, chunk)))


def deleted_in(book_id: int) -> tuple[DeletedSeries, ...]:
    """The series of a book that can still be brought back, last deleted first."""
    rows = db.session.execute(
        select(
            Series.id,
            FIRST.name.label("first"),
            SECOND.name.label("second"),
            Series.started_at,
            Series.deleted_at,
            Device.name.label("device"),
        )
        .join(FIRST, FIRST.id == Series.seat0_id)
        .join(SECOND, SECOND.id == Series.seat1_id)
        .outerjoin(Device, Device.id == Series.deleted_by)
        .where(Series.book_id == book_id, Series.deleted_at.is_not(None))
        .order_by(Series.deleted_at.desc(), Series.id)
    )
    return tuple(
        DeletedSeries(row.id, (row.first, row.second), row.started_at, row.deleted_at, row.device)
        for row in rows
    )


def delete_book(book_id: int) -> None:
    """Put a book and all that is in it out of sight: whatever devices may do there ends, and its links.

    Raises ``Missing`` for an unknown one.
    """
    now = datetime.now(UTC)
    with writing() as transaction:
        if transaction.execute(BOOKS.where(Scorebook.id == book_id).with_for_update()).first() is None:
            raise Missing("book_unknown")
        transaction.execute(update(Scorebook).where(Scorebook.id == book_id).values(deleted_at=now))
        devices = select(Grant.device_id).where(Grant.book_id == book_id)
        transaction.execute(
            update(Device)
            .where(Device.id.in_(devices), Device.kind == "script", Device.revoked_at.is_(None))
            .values(revoked_at=now)
        )
        transaction.execute(
            update(Grant).where(Grant.book_id == book_id, Grant.revoked_at.is_(None)).values(revoked_at=now)
        )
        transaction.execute(
            update(Link).where(Link.book_id == book_id, Link.ended_at.is_(None)).values(ended_at=now)
        )


def sweep(now: datetime | None = None) -> Swept:
    """Remove for good, with its log, what was deleted more than 30 days ago."""
    before = (now or datetime.now(UTC)) - KEPT_FOR
    books = list(db.session.scalars(select(Scorebook.id).where(Scorebook.deleted_at < before)))
    old = or_(Series.deleted_at < before, Series.book_id.in_(books))
    ids = list(db.session.scalars(select(Series.id).where(old).order_by(Series.id)))
    swept = sum(purge_series(chunk, old) for chunk in in_chunks(ids))
    for book_id in books:
        purge_book(book_id)
    return Swept(swept, len(books))


def purge_series(ids: Sequence[UUID], still: ColumnElement[bool]) -> int:
    """Remove series with everything that belongs to them, unless they were brought back meanwhile."""
    with writing() as transaction:
        found = select(Series.id).where(Series.id.in_(ids), still).order_by(Series.id).with_for_update()
        gone = list(transaction.scalars(found))
        drop_results(transaction, gone)
        # The mark that the triggers of the log ask for.
        transaction.execute(update(Series).where(Series.id.in_(gone)).values(purged_at=datetime.now(UTC)))
        loosen_grants(transaction, Link.series_id.in_(gone))
        for table in tables_with("series_id"):
            transaction.execute(delete(table).where(table.c.series_id.in_(gone)))
        transaction.execute(delete(SERIES).where(SERIES.c.id.in_(gone)))
        return len(gone)


def purge_book(book_id: int) -> None:
    """Remove a book without series."""
    people = select(Person.id).where(Person.book_id == book_id)
    with writing() as transaction:
        for table in tables_with("person_id"):
            transaction.execute(delete(table).where(table.c.person_id.in_(people)))
        loosen_grants(transaction, Link.book_id == book_id)
        for table in tables_with("book_id"):
            transaction.execute(delete(table).where(table.c.book_id == book_id))
        transaction.execute(delete(Scorebook).where(Scorebook.id == book_id))


def loosen_grants(transaction: Transaction, links: ColumnElement[bool]) -> None:
    """Let what devices may do stand without the links it came by, which are going: a link to one series may
    have led on to the next, and one to all books of an owner to another book.
    """
    came_by = select(Link.id).where(links)
    transaction.execute(update(Grant).where(Grant.link_id.in_(came_by)).values(link_id=None))


def tables_with(column: str) -> list[Table]:
    """The tables that have this column, those that refer to others first."""
    return [table for table in reversed(db.metadata.sorted_tables) if column in table.c]
