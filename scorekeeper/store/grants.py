"""What a device may do, in a whole book or in one series of it; a revocation counts from the next request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, TypeAlias, cast
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, insert, or_, select, tuple_, update

from scorekeeper.engine.seriesfile import Names, folded_name
from scorekeeper.store.database import Transaction, read_alone, writing
from scorekeeper.store.devices import Bearer, Kind, hash_token
from scorekeeper.store.errors import Missing
from scorekeeper.store.models import Device, Grant, Link, Scorebook, Series, db, table_of
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.series import DEVICES, FIRST, FIRST_ROW, SECOND, SECOND_ROW, SERIES

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
    """A device in the list of a book's owners: the most it may do, in the whole book or in some series.

    ``role`` is that in the book where it has the whole, else the best in any of its ``series``.
    """

    bearer: Bearer
    role: Role
    has_book: bool
    series: int
    joined_at: datetime


class GlanceRow(NamedTuple):
    """One grant by which a device sees a series, in the order in which ``GLANCE`` reads it."""

    device_id: int
    kind: Kind
    name: str
    seen_at: datetime | None
    role: Role
    book_id: int
    version: int
    first: str
    second: str


GLANCE = Prepared(
    select(
        DEVICES.c.id,
        DEVICES.c.kind,
        DEVICES.c.name,
        DEVICES.c.seen_at,
        GRANTS.c.role,
        SERIES.c.book_id,
        SERIES.c.version,
        FIRST_ROW.c.name,
        SECOND_ROW.c.name,
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
    rows = [GlanceRow._make(row) for row in read_alone(GLANCE, asked)]
    role = best_role(row.role for row in rows)
    if role is None:
        return None
    row = rows[0]
    bearer = Bearer(row.device_id, row.kind, row.name, seen_at=row.seen_at)
    return Glance(bearer, role, series_id, row.book_id, row.version, (row.first, row.second))


def role_in_series(device_id: int, series_id: UUID, transaction: Transaction | None = None) -> Role | None:
    """What a device may do in a series, as a transaction sees it; None where it may not even know of it."""
    roles = (transaction or db.session).scalars(
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


def was_revoked_in_book(device_id: int, book_id: int) -> bool:
    """Whether a device could once do something in a book and was shut out of it."""
    once = select(Grant.id).where(
        Grant.device_id == device_id, Grant.book_id == book_id, Grant.revoked_at.is_not(None)
    )
    return db.session.execute(once.limit(1)).first() is not None


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


def books_reached(device_id: int) -> set[int]:
    """The books in which a device may do anything, in the whole or in single series."""
    return set(db.session.scalars(select(Grant.book_id).where(*alive(device_id)).distinct()))


def single_series_of(device_id: int) -> int:
    """How many series a device may see by a grant for each alone."""
    series = select(func.count(Grant.series_id.distinct())).join(Series, Series.id == Grant.series_id)
    return db.session.scalars(series.where(Series.deleted_at.is_(None), *alive(device_id))).one()


def devices_in(book_id: int) -> tuple[DeviceSeen, ...]:
    """The devices that may do something in a book or in a series of it, in the order they came."""
    rows = db.session.execute(
        select(
            Device.id,
            Device.kind,
            Device.name,
            Device.seen_at,
            Grant.role,
            Grant.series_id,
            Grant.made_at,
        )
        .join(Device, Device.id == Grant.device_id)
        .where(Grant.book_id == book_id, Grant.revoked_at.is_(None), Device.revoked_at.is_(None))
        .order_by(Grant.id)
    ).all()
    by_device: dict[int, list[Any]] = {}
    for row in rows:
        by_device.setdefault(row.id, []).append(row)
    return tuple(device_seen(grants) for grants in by_device.values())


def device_seen(grants: list[Any]) -> DeviceSeen:
    """A device by all that it may do in one book."""
    first = grants[0]
    in_book = [grant.role for grant in grants if grant.series_id is None]
    return DeviceSeen(
        bearer=Bearer(first.id, cast(Kind, first.kind), first.name, seen_at=first.seen_at),
        role=cast(Role, best_role(in_book or [grant.role for grant in grants])),
        has_book=bool(in_book),
        series=len({grant.series_id for grant in grants if grant.series_id is not None}),
        joined_at=first.made_at,
    )


def revoke(book_id: int, device_id: int) -> None:
    """End all that a device may do in a book, and the links it came by or made there itself, so that it can't
    come back by them.

    What it may do in other books stays; a script belongs to one book and ends as a whole. Raises ``Missing``.
    """
    now = datetime.now(UTC)
    in_book = (Grant.book_id == book_id, Grant.device_id == device_id, Grant.revoked_at.is_(None))
    with writing() as transaction:
        grants = transaction.execute(select(Grant.id, Grant.link_id).where(*in_book)).all()
        if not grants:
            raise Missing("device_unknown")
        transaction.execute(update(Grant).where(*in_book).values(revoked_at=now))
        came_by = [grant.link_id for grant in grants if grant.link_id is not None]
        made_here = and_(Link.made_by == device_id, or_(Link.book_id == book_id, Link.all_books))
        back = or_(Link.id.in_(came_by), made_here)
        transaction.execute(update(Link).where(back, Link.ended_at.is_(None)).values(ended_at=now))
        transaction.execute(
            update(Device).where(Device.id == device_id, Device.kind == "script").values(revoked_at=now)
        )


def carry_grants(transaction: Transaction, series_id: UUID, by: Bearer | None) -> None:
    """Let whoever could see or score the last series of two people do so in their new one, ``series_id``.

    Who has the whole book has the series anyway. Who starts the new one scores it in any case.
    """
    new = transaction.execute(
        select(Series.book_id, Series.seat0_id, Series.seat1_id).where(Series.id == series_id)
    ).one()
    last = transaction.scalar(
        between(new.book_id, new.seat0_id, new.seat1_id)
        .where(Series.id != series_id)
        .order_by(Series.started_at.desc(), Series.made_at.desc())
        .limit(1)
    )
    if last is not None:
        copied = select(Grant.device_id, Grant.role, Grant.link_id).where(
            Grant.series_id == last, Grant.book_id == new.book_id, Grant.revoked_at.is_(None)
        )
        for grant in transaction.execute(copied).all():
            add_grant(transaction, grant.device_id, new.book_id, grant.role, series_id, grant.link_id)
    if by is not None and not does_as_much(transaction, by.id, new.book_id, series_id, "scorer"):
        add_grant(
            transaction, by.id, new.book_id, "scorer", series_id, way_in(transaction, by.id, new.book_id)
        )


def between(book_id: int, one: int, other: int) -> Select[UUID]:
    """The ids of the series that two people of a book have played, whoever sat where."""
    return select(Series.id).where(
        Series.book_id == book_id,
        Series.deleted_at.is_(None),
        or_(
            and_(Series.seat0_id == one, Series.seat1_id == other),
            and_(Series.seat0_id == other, Series.seat1_id == one),
        ),
    )


def way_in(transaction: Transaction, device_id: int, book_id: int) -> int | None:
    """The link by which a device came to a book last, so that its end can be that of what follows."""
    came = select(Grant.link_id).where(Grant.book_id == book_id, *alive(device_id))
    return transaction.scalar(came.order_by(Grant.id.desc()).limit(1))


def writes_anywhere(device_id: int) -> bool:
    """Whether there is a book or a series in which a device enters hands."""
    writing_roles = select(Grant.id).where(Grant.role.in_(("owner", "scorer")), *alive(device_id))
    return db.session.execute(writing_roles.limit(1)).first() is not None


def books_to_go_on(device_id: int, players: Names) -> tuple[BookSeen, ...]:
    """The books in which a device scores single series of these two people, by any spelling: it may start
    their next one there.
    """
    one, other = (folded_name(player) for player in players)
    rows = db.session.execute(
        select(Scorebook.id, Scorebook.name)
        .join(Grant, Grant.book_id == Scorebook.id)
        .join(Series, Series.id == Grant.series_id)
        .join(FIRST, FIRST.id == Series.seat0_id)
        .join(SECOND, SECOND.id == Series.seat1_id)
        .where(Grant.role == "scorer", Series.deleted_at.is_(None), *alive(device_id))
        .where(tuple_(FIRST.folded, SECOND.folded).in_([(one, other), (other, one)]))
        .distinct()
        .order_by(Scorebook.name, Scorebook.id)
    )
    return tuple(BookSeen(row.id, row.name, "scorer") for row in rows)


def add_grant(
    transaction: Transaction,
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
    transaction.execute(insert(Grant).values(values))


def does_as_much(
    transaction: Transaction, device_id: int, book_id: int, series_id: UUID | None, role: Role
) -> bool:
    """Whether a device may do already what ``role`` may in a book or in one series of it."""
    held = transaction.execute(
        select(Grant.role, Grant.series_id).where(Grant.book_id == book_id, *alive(device_id))
    )
    return any(
        row.series_id in (None, series_id) and ROLES.index(cast(Role, row.role)) <= ROLES.index(role)
        for row in held
    )


def owned_books(transaction: Transaction, device_id: int) -> list[int]:
    """The books that a device owns, oldest first."""
    owned = select(Grant.book_id).where(Grant.series_id.is_(None), Grant.role == "owner", *alive(device_id))
    return list(transaction.scalars(owned.distinct().order_by(Grant.book_id)))


def owners_of(book_id: int) -> Select[int]:
    """The ids of the devices that own a book, for another statement."""
    return select(Grant.device_id).where(
        Grant.book_id == book_id,
        Grant.series_id.is_(None),
        Grant.role == "owner",
        Grant.revoked_at.is_(None),
    )


def alive(device_id: int) -> tuple[ColumnElement[Any], ...]:
    """The grants of a device that count."""
    return Grant.device_id == device_id, Grant.revoked_at.is_(None)


def best_role(roles: Iterable[str]) -> Role | None:
    """The role that may do most among these."""
    held = set(roles)
    return next((role for role in ROLES if role in held), None)
