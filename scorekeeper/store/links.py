"""Invitations: a link or a code lets phones into a book or one series, until it ends or its time is up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Literal, TypeAlias, cast
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, func, insert, or_, select, update

from scorekeeper.store.codes import LIFE, hash_code, read_code, spell_code
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer, hash_token, make_token
from scorekeeper.store.errors import CodeRefused, LinkEnded, Missing
from scorekeeper.store.grants import Role, add_grant, alive, does_as_much, owned_books, owners_of
from scorekeeper.store.models import Device, Grant, Link, Scorebook, Series, db
from scorekeeper.store.series import FIRST, SECOND

LinkKind: TypeAlias = Literal["link", "code"]

CLOCKS_DIFFER = timedelta(minutes=1)
"""How far the clocks of several machines over one database may be apart."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who invites to what: all that is told before somebody joins.

    ``players`` and ``series_id`` are None for a whole book; ``made_by`` for a link from the command line.
    ``all_books`` says that it opens every book that its maker owns. ``joined`` counts who came by it.
    """

    link_id: int
    kind: LinkKind
    all_books: bool
    book_id: int
    book: str
    series_id: UUID | None
    players: tuple[str, str] | None
    role: Role
    maker_id: int | None
    made_by: str | None
    made_at: datetime
    expires_at: datetime | None
    ended_at: datetime | None
    joined: int

    @property
    def is_open(self) -> bool:
        """Whether somebody may still join by it. A clock that is put back makes nothing last longer."""
        now = datetime.now(UTC)
        in_time = self.expires_at is None or self.made_at - CLOCKS_DIFFER < now < self.expires_at
        return self.ended_at is None and in_time


JOINED = (
    select(func.count(Grant.device_id.distinct())).where(Grant.link_id == Link.id).correlate(Link)
).scalar_subquery()

INVITATION = (
    select(
        Link.id,
        Link.kind,
        Link.all_books,
        Link.book_id,
        Scorebook.name.label("book"),
        Link.series_id,
        FIRST.name.label("first"),
        SECOND.name.label("second"),
        Link.role,
        Link.made_by.label("maker_id"),
        Device.name.label("made_by"),
        Link.made_at,
        Link.expires_at,
        Link.ended_at,
        JOINED.label("joined"),
    )
    .join(Scorebook, Scorebook.id == Link.book_id)
    .outerjoin(Series, Series.id == Link.series_id)
    .outerjoin(FIRST, FIRST.id == Series.seat0_id)
    .outerjoin(SECOND, SECOND.id == Series.seat1_id)
    .outerjoin(Device, Device.id == Link.made_by)
    .where(Scorebook.deleted_at.is_(None), Series.deleted_at.is_(None))
)


# --- making ----------------------------------------------------------------------------------------------


def make_link(
    book_id: int,
    role: Role,
    by: Bearer | None,
    series_id: UUID | None = None,
    expires_at: datetime | None = None,
    *,
    all_books: bool = False,
    token: str | None = None,
) -> str:
    """The token of a new link, told this once. Owners have whole books, so their link brings one.

    ``all_books`` is for another phone of one's own. A repeat of the form that brought the secret ``token``
    makes no second link. Raises ``Missing`` for an unknown book and for a series that is not in it.
    """
    token = token or make_token()
    with writing() as transaction:
        if not is_known(transaction, hash_token(token), by):
            add_link(
                transaction, hash_token(token), by, book_id, role, series_id, expires_at, all_books=all_books
            )
    return token


def make_code(
    book_id: int,
    role: Role,
    by: Bearer,
    series_id: UUID | None = None,
    *,
    all_books: bool = False,
    seed: str | None = None,
) -> str:
    """A new code, told this once, by which one device may join within ten minutes; else as ``make_link``.

    A repeat of the form that brought the secret ``seed`` makes no second code.
    """
    seed = seed or make_token()
    until = datetime.now(UTC) + LIFE
    with writing() as transaction:
        for attempt in count():
            code = spell_code(seed, attempt)
            if is_known(transaction, hash_code(code), by):
                return code
            if not is_known(transaction, hash_code(code)):
                break
        add_link(
            transaction,
            hash_code(code),
            by,
            book_id,
            role,
            series_id,
            until,
            kind="code",
            all_books=all_books,
        )
    return code


def is_known(transaction: Transaction, token_hash: str, by: Bearer | None = None) -> bool:
    """Whether there is such a link or code already, of this maker where one is named."""
    known = select(Link.id).where(Link.token_hash == token_hash)
    if by is not None:
        known = known.where(Link.made_by == by.id)
    return transaction.execute(known).first() is not None


def add_link(
    transaction: Transaction,
    token_hash: str,
    by: Bearer | None,
    book_id: int,
    role: Role,
    series_id: UUID | None,
    expires_at: datetime | None,
    *,
    kind: LinkKind = "link",
    all_books: bool = False,
) -> None:
    """Keep a new link or code within a transaction."""
    check_target(transaction, book_id, series_id)
    values = {
        "kind": kind,
        "all_books": all_books,
        "token_hash": token_hash,
        "book_id": book_id,
        "series_id": None if role == "owner" else series_id,
        "role": role,
        "made_by": None if by is None else by.id,
        "made_at": datetime.now(UTC),
        "expires_at": expires_at,
    }
    transaction.execute(insert(Link).values(values))


def check_target(transaction: Transaction, book_id: int, series_id: UUID | None) -> None:
    """Go on only where there is such a book and such a series in it."""
    if transaction.execute(select(Scorebook.id).where(Scorebook.id == book_id)).first() is None:
        raise Missing("book_unknown")
    if series_id is None:
        return
    series = transaction.execute(
        select(Series.id).where(Series.id == series_id, Series.book_id == book_id)
    ).first()
    if series is None:
        raise Missing("series_unknown")


# --- joining ---------------------------------------------------------------------------------------------


def look_at_link(token: str) -> Invitation:
    """What a link invites to; looking changes nothing. Raises ``Missing`` and ``LinkEnded``."""
    return find_open(db.session, token)


def look_at_code(typed: str, device_id: int | None = None) -> Invitation:
    """What a code invites to, also for the device that has spent it. Raises ``CodeRefused``."""
    return find_code(db.session, typed, device_id)


def join(token: str, device_id: int) -> Invitation:
    """Let a device in by a link, once however often it follows it. Raises ``Missing`` and ``LinkEnded``."""
    with writing() as transaction:
        invitation = find_open(transaction, token)
        let_in(transaction, invitation, device_id)
        return invitation


def join_by_code(typed: str, device_id: int) -> Invitation:
    """Let a device in by a code, which is spent by that; the same form sent twice joins once.

    Raises ``CodeRefused``, which does not tell a wrong code from one that was used or is late.
    """
    with writing() as transaction:
        invitation = find_code(transaction, typed, device_id)
        if invitation.is_open and not is_in(transaction, invitation, device_id):
            spend_code(transaction, invitation)
            let_in(transaction, invitation, device_id)
        return invitation


def spend_code(transaction: Transaction, invitation: Invitation) -> None:
    """Let nobody else in by a code. Raises ``CodeRefused`` where somebody was faster."""
    mine = update(Link).where(Link.id == invitation.link_id, Link.ended_at.is_(None))
    spent = transaction.execute(mine.values(ended_at=datetime.now(UTC)).returning(Link.id))
    if spent.first() is None:
        raise CodeRefused("code_refused", "code")


def let_in(transaction: Transaction, invitation: Invitation, device_id: int) -> None:
    """Grant a device what the invitation promises, as far as it may not do that already."""
    for book_id in books_opened(transaction, invitation):
        if not does_as_much(transaction, device_id, book_id, invitation.series_id, invitation.role):
            add_grant(
                transaction, device_id, book_id, invitation.role, invitation.series_id, invitation.link_id
            )


def is_in_by(invitation: Invitation, device_id: int) -> bool:
    """Whether a device may do already all that the invitation promises."""
    return is_in(db.session, invitation, device_id)


def is_in(transaction: Transaction, invitation: Invitation, device_id: int) -> bool:
    """The same, within a transaction."""
    return all(
        does_as_much(transaction, device_id, book_id, invitation.series_id, invitation.role)
        for book_id in books_opened(transaction, invitation)
    )


def books_opened(transaction: Transaction, invitation: Invitation) -> list[int]:
    """The books that an invitation opens, by what its maker owns today. Raises ``LinkEnded`` for none."""
    if not invitation.all_books or invitation.maker_id is None:
        return [invitation.book_id]
    books = owned_books(transaction, invitation.maker_id)
    if not books:
        raise LinkEnded("link_ended")
    return books


def find_open(transaction: Transaction, token: str) -> Invitation:
    """The link with this token that somebody may still join by."""
    found = read_invitations(transaction, INVITATION.where(Link.token_hash == hash_token(token)))
    if not found:
        raise Missing("link_unknown")
    if not found[0].is_open:
        raise LinkEnded("link_ended")
    return found[0]


def find_code(transaction: Transaction, typed: str, device_id: int | None) -> Invitation:
    """The code that was typed, where it is good or was spent by this very device."""
    found = read_invitations(transaction, INVITATION.where(Link.token_hash == hash_code(read_code(typed))))
    if not found or not (found[0].is_open or was_spent_by(transaction, found[0], device_id)):
        raise CodeRefused("code_refused", "code")
    return found[0]


def was_spent_by(transaction: Transaction, invitation: Invitation, device_id: int | None) -> bool:
    """Whether a device came in by this code and still is."""
    if device_id is None:
        return False
    grant = select(Grant.id).where(Grant.link_id == invitation.link_id, *alive(device_id))
    return transaction.execute(grant.limit(1)).first() is not None


# --- listing and ending ----------------------------------------------------------------------------------


def links_of(book_id: int) -> tuple[Invitation, ...]:
    """The links and codes into a book and its series, newest first, those that ended too."""
    return read_invitations(db.session, INVITATION.where(into_book(book_id)).order_by(Link.id.desc()))


def end_link(book_id: int, link_id: int) -> None:
    """Let nobody join by a link of this book any more; who did stays. Raises ``Missing``."""
    with writing() as transaction:
        link = select(Link.id).where(Link.id == link_id, into_book(book_id))
        if transaction.execute(link).first() is None:
            raise Missing("link_unknown")
        ended = update(Link).where(Link.id == link_id, Link.ended_at.is_(None))
        transaction.execute(ended.values(ended_at=datetime.now(UTC)))


def into_book(book_id: int) -> ColumnElement[bool]:
    """The links that lead into a book: its own, and those to all books of one of its owners."""
    return or_(Link.book_id == book_id, and_(Link.all_books, Link.made_by.in_(owners_of(book_id))))


def read_invitations(transaction: Transaction, statement: Select[*tuple[Any, ...]]) -> tuple[Invitation, ...]:
    """The links that a statement finds."""
    return tuple(
        Invitation(
            link_id=row.id,
            kind=cast(LinkKind, row.kind),
            all_books=row.all_books,
            book_id=row.book_id,
            book=row.book,
            series_id=row.series_id,
            players=None if row.series_id is None else (row.first, row.second),
            role=cast(Role, row.role),
            maker_id=row.maker_id,
            made_by=row.made_by,
            made_at=row.made_at,
            expires_at=row.expires_at,
            ended_at=row.ended_at,
            joined=row.joined,
        )
        for row in transaction.execute(statement)
    )
