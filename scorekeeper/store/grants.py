"""What a device may do, in a whole book or in one series of it; a revocation counts from the next request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, cast
from uuid import UUID

from sqlalchemy import ColumnElement, and_, bindparam, insert, or_, select, update

from scorekeeper.engine.seriesfile import Names
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer, Kind, hash_token
from scorekeeper.store.errors import Missing
from scorekeeper.store.models import Device, Grant, Link, Scorebook, Series, db, table_of
from scorekeeper.store.series import DEVICES, FIRST_ROW, SECOND_ROW, SERIES

Role: TypeAlias = Literal["owner", "scorer", "viewer"]

GRANTS = table_of(Grant)

ROLES: tuple[Role, ...] = ("owner", "scorer", "viewer")
"""The roles, the one that may do most first; each may do what the later ones may."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one query tells of a device and a series it may see: enough to answer an unchanged poll."""

    bearer: Bearer
    role: Role
    series_id: UUID
    book_id: int
    version: int
    players: Names


@dataclass(frozen=True, slots=True)
class BookSeen:
    """A book in the eyes of a device that has it whole."""

    id: int
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """A device in the list of a book's owners. ``series_id`` is None for one that has the whole book."""

    bearer: Bearer
    role: Role
    series_id: UUID | None
    link_id: int | None
    joined_at: datetime


GLANCE = (
    select(
        DEVICES.c.id,
        DEVICES.c.kind,
        DEVICES.c.name,
        GRANTS.c.role,
        SERIES.c.book_id,
        SERIES.c.version,
        FIRST_ROW.c.name.label("first"),
        SECOND_ROW.c.name.label("second"),
    )
    .join(GRANTS, GRANTS.c.device_id == DEVICES.c.id)
    .join(
        SERIES,
        and_(
            SERIES.c.book_id == GRANTS.c.book_id,
            or_(GRANTS.c.series_id.is_(None), GRANTS.c.series_id == SERIES.c.id),
        ),
    )
    .join(FIRST_ROW, FIRST_ROW.c.id == SERIES.c.seat0_id)
    .join(SECOND_ROW, SECOND_ROW.c.id == SERIES.c.seat1_id)
    .where(
        DEVICES.c.token_hash == bindparam("token_hash"),
        DEVICES.c.revoked_at.is_(None),
        GRANTS.c.revoked_at.is_(None),
        SERIES.c.deleted_at.is_(None),
        SERIES.c.id == bindparam("series_id"),
    )
)


def glance(token: str, series_id: UUID) -> Glance | None:
    """Who shows this token and what they may do in a series, its version and names; None for a stranger."""
    asked = {"token_hash": hash_token(token), "series_id": series_id}
    rows = db.session.execute(GLANCE, asked).all()
    role = best_role(row.role for row in rows)
    if role is None:
        return None
    row = rows[0]
    bearer = Bearer(row.id, row.kind, row.name)
    return Glance(bearer, role, series_id, row.book_id, row.version, (row.first, row.second))


def role_in_series(device_id: int, series_id: UUID) -> Role | None:
    """What a device may do in a series; None where it may not even know of it."""
    roles = db.session.scalars(
        select(Grant.role)
        .join(Series, Series.book_id == Grant.book_id)
        .where(Series.id == series_id, Series.deleted_at.is_(None))
        .where(or_(Grant.series_id.is_(None), Grant.series_id == series_id), *alive(device_id))
    )
    return best_role(roles)


def role_in_book(device_id: int, book_id: int) -> Role | None:
    """What a device may do in a whole book; None where it has nothing of it, or single series only."""
    roles = db.session.scalars(
        select(Grant.role).where(Grant.book_id == book_id, Grant.series_id.is_(None), *alive(device_id))
    )
    return best_role(roles)


def was_revoked(device_id: int, series_id: UUID) -> bool:
    """Whether a device could once see a series and was shut out: it gets a kinder answer than a stranger."""
    once = (
        select(Grant.id)
        .join(Series, Series.book_id == Grant.book_id)
        .where(Grant.device_id == device_id, Grant.revoked_at.is_not(None), Series.id == series_id)
        .where(or_(Grant.series_id.is_(None), Grant.series_id == series_id))
        .limit(1)
    )
    return db.session.execute(once).first() is not None


def books_of(device_id: int) -> tuple[BookSeen, ...]:
    """The books that a device has whole, by name."""
    rows = db.session.execute(
        select(Scorebook.id, Scorebook.name, Grant.role)
        .join(Grant, Grant.book_id == Scorebook.id)
        .where(Grant.series_id.is_(None), *alive(device_id))
        .order_by(Scorebook.name, Scorebook.id)
    ).all()
    books: dict[int, BookSeen] = {}
    for row in rows:
        known = books.get(row.id)
        role = best_role([row.role] if known is None else [row.role, known.role])
        books[row.id] = BookSeen(row.id, row.name, cast(Role, role))
    return tuple(books.values())


def devices_in(book_id: int) -> tuple[DeviceSeen, ...]:
    """The devices that may do something in a book or in a series of it, in the order they came."""
    rows = db.session.execute(
        select(
            Device.id,
            Device.kind,
            Device.name,
            Grant.role,
            Grant.series_id,
            Grant.link_id,
            Grant.made_at,
        )
        .join(Device, Device.id == Grant.device_id)
        .where(Grant.book_id == book_id, Grant.revoked_at.is_(None), Device.revoked_at.is_(None))
        .order_by(Grant.id)
    )
    return tuple(
        DeviceSeen(
            Bearer(row.id, cast(Kind, row.kind), row.name),
            cast(Role, row.role),
            row.series_id,
            row.link_id,
            row.made_at,
        )
        for row in rows
    )


def revoke(book_id: int, device_id: int) -> None:
    """End all that a device may do in a book, and the links it came by, so that it can't come back by them.

    What it may do in other books stays; a script belongs to one book and ends as a whole. Raises ``Missing``.
    """
    now = datetime.now(UTC)
    in_book = (Grant.book_id == book_id, Grant.device_id == device_id, Grant.revoked_at.is_(None))
    with writing() as session:
        grants = session.execute(select(Grant.id, Grant.link_id).where(*in_book)).all()
        if not grants:
            raise Missing("device_unknown")
        session.execute(update(Grant).where(*in_book).values(revoked_at=now))
        came_by = [grant.link_id for grant in grants if grant.link_id is not None]
        session.execute(
            update(Link).where(Link.id.in_(came_by), Link.ended_at.is_(None)).values(ended_at=now)
        )
        session.execute(
            update(Device).where(Device.id == device_id, Device.kind == "script").values(revoked_at=now)
        )


def add_grant(
    session: Transaction,
    device_id: int,
    book_id: int,
    role: Role,
    series_id: UUID | None = None,
    link_id: int | None = None,
) -> None:
    """Let a device do something, within a transaction."""
    values = {
        "device_id": device_id,
        "book_id": book_id,
        "series_id": series_id,
        "role": role,
        "link_id": link_id,
        "made_at": datetime.now(UTC),
    }
    session.execute(insert(Grant).values(values))


def alive(device_id: int) -> tuple[ColumnElement[Any], ...]:
    """The grants of a device that count."""
    return Grant.device_id == device_id, Grant.revoked_at.is_(None)


def best_role(roles: Iterable[str]) -> Role | None:
    """The role that may do most among these."""
    held = set(roles)
    return next((role for role in ROLES if role in held), None)
