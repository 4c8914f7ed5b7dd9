"""Books and the people in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import insert, select

from scorekeeper.engine.seriesfile import clean_name, folded_name
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import add_device
from scorekeeper.store.errors import Missing
from scorekeeper.store.grants import ROLES, Role, add_grant
from scorekeeper.store.models import Person, Scorebook, Series, db

BOOKS = select(Scorebook.id, Scorebook.name).where(Scorebook.deleted_at.is_(None))
"""All books but deleted ones."""

SERIES_A_PLAYER = 5
"""Series looked at for each of the people who played last: most evenings are the same people's."""


@dataclass(frozen=True, slots=True)
class Book:
    """A book by itself."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class BookTokens:
    """A new book and its tokens by role, which are told this once."""

    book: Book
    tokens: Mapping[Role, str]


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """Somebody who plays in a book."""

    id: int
    name: str


def make_book(name: str, owner: int | None = None) -> Book:
    """A new book, of which the device ``owner`` is an owner."""
    with writing() as transaction:
        return add_book(transaction, name, owner)


def make_book_for_scripts(name: str, names: Mapping[Role, str]) -> BookTokens:
    """A new book with a script device for each role, called as ``names`` says."""
    with writing() as transaction:
        return add_book_for_scripts(transaction, name, names)


def find_book(book_id: int) -> Book:
    """The book. Raises ``Missing``."""
    found = db.session.execute(BOOKS.where(Scorebook.id == book_id)).first()
    if found is None:
        raise Missing("book_unknown")
    return Book(found.id, found.name)


def books_named(name: str) -> tuple[Book, ...]:
    """The books of this name, oldest first: several households may have called theirs the same."""
    rows = db.session.execute(BOOKS.where(Scorebook.name == clean_name(name)).order_by(Scorebook.id))
    return tuple(Book(row.id, row.name) for row in rows)


def all_books() -> tuple[Book, ...]:
    """All books, by name: for the operator, who may see them all."""
    rows = db.session.execute(BOOKS.order_by(Scorebook.name, Scorebook.id))
    return tuple(Book(row.id, row.name) for row in rows)


def people_of(book_id: int) -> tuple[PersonSeen, ...]:
    """Everybody who plays in a book, by name."""
    rows = db.session.execute(
        select(Person.id, Person.name).where(Person.book_id == book_id).order_by(Person.folded, Person.apart)
    )
    return tuple(PersonSeen(row.id, row.name) for row in rows)


def last_players(book_id: int, most: int) -> tuple[PersonSeen, ...]:
    """So many people of a book at most, whoever played last first: read from its newest series, however many
    there are.
    """
    newest = (
        select(Series.seat0_id, Series.seat1_id)
        .where(Series.book_id == book_id, Series.deleted_at.is_(None))
        .order_by(Series.last_played_at.desc(), Series.id.desc())
        .limit(SERIES_A_PLAYER * most)
    )
    ids = list(dict.fromkeys(seat for seats in db.session.execute(newest) for seat in seats))[:most]
    rows = db.session.execute(select(Person.id, Person.name).where(Person.id.in_(ids)))
    names = {row.id: row.name for row in rows}
    return tuple(PersonSeen(person_id, names[person_id]) for person_id in ids)


def add_book(transaction: Transaction, name: str, owner: int | None = None) -> Book:
    """A new book within a transaction."""
    kept = clean_name(name)
    values = {"name": kept, "made_at": datetime.now(UTC)}
    book_id = transaction.execute(insert(Scorebook).values(values).returning(Scorebook.id)).scalar_one()
    if owner is not None:
        add_grant(transaction, owner, book_id, "owner")
    return Book(book_id, kept)


def add_book_for_scripts(transaction: Transaction, name: str, names: Mapping[Role, str]) -> BookTokens:
    """A new book with its script devices within a transaction."""
    book = add_book(transaction, name)
    tokens: dict[Role, str] = {}
    for role in ROLES:
        made = add_device(transaction, "script", names[role])
        add_grant(transaction, made.bearer.id, book.id, role)
        tokens[role] = made.token
    return BookTokens(book, tokens)


def find_or_add_person(transaction: Transaction, book_id: int, name: str) -> PersonSeen:
    """The person of this name in a book, by any spelling of it, else somebody new."""
    folded = folded_name(name)
    known = transaction.execute(
        select(Person.id, Person.name)
        .where(Person.book_id == book_id, Person.folded == folded)
        .order_by(Person.apart)
        .limit(1)
    ).first()
    if known is not None:
        return PersonSeen(known.id, known.name)
    values = {"book_id": book_id, "name": clean_name(name), "folded": folded}
    person_id = transaction.execute(insert(Person).values(values).returning(Person.id)).scalar_one()
    return PersonSeen(person_id, clean_name(name))
