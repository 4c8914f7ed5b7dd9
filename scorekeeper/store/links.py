"""Invitations: a link lets whoever follows it into a book or one series, until it ends or its time is up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, insert, select, update

from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer, hash_token, make_token
from scorekeeper.store.errors import LinkEnded, Missing
from scorekeeper.store.grants import ROLES, Role, add_grant, alive
from scorekeeper.store.models import Device, Grant, Link, Scorebook, Series, db
from scorekeeper.store.series import FIRST, SECOND


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who invites to what: all that is told before somebody joins.

    ``players`` and ``series_id`` are None for a whole book; ``made_by`` for a link from the command line.
    """

    link_id: int
    book_id: int
    book: str
    series_id: UUID | None
    players: tuple[str, str] | None
    role: Role
    made_by: str | None
    made_at: datetime
    expires_at: datetime | None
    ended_at: datetime | None

    @property
    def is_open(self) -> bool:
        """Whether somebody may still join by it."""
        return self.ended_at is None and (self.expires_at is None or self.expires_at > datetime.now(UTC))


INVITATION = (
    select(
        Link.id,
        Link.book_id,
        Scorebook.name.label("book"),
        Link.series_id,
        FIRST.name.label("first"),
        SECOND.name.label("second"),
        Link.role,
        Device.name.label("made_by"),
        Link.made_at,
        Link.expires_at,
        Link.ended_at,
    )
    .join(Scorebook, Scorebook.id == Link.book_id)
    .outerjoin(Series, Series.id == Link.series_id)
    .outerjoin(FIRST, FIRST.id == Series.seat0_id)
    .outerjoin(SECOND, SECOND.id == Series.seat1_id)
    .outerjoin(Device, Device.id == Link.made_by)
)


def make_link(
    book_id: int,
    role: Role,
    by: Bearer | None,
    series_id: UUID | None = None,
    expires_at: datetime | None = None,
) -> str:
    """The token of a new link, told this once. Owners have whole books, so their link brings one.

    Raises ``Missing`` for an unknown book and for a series that is not in it.
    """
    token = make_token()
    with writing() as session:
        check_target(session, book_id, series_id)
        values = {
            "token_hash": hash_token(token),
            "book_id": book_id,
            "series_id": None if role == "owner" else series_id,
            "role": role,
            "made_by": None if by is None else by.id,
            "made_at": datetime.now(UTC),
            "expires_at": expires_at,
        }
        session.execute(insert(Link).values(values))
    return token


def check_target(session: Transaction, book_id: int, series_id: UUID | None) -> None:
    """Go on only where there is such a book and such a series in it."""
    if session.get(Scorebook, book_id) is None:
        raise Missing("book_unknown")
    if series_id is None:
        return
    series = session.execute(
        select(Series.id).where(Series.id == series_id, Series.book_id == book_id)
    ).first()
    if series is None:
        raise Missing("series_unknown")


def look_at_link(token: str) -> Invitation:
    """What a link invites to; looking changes nothing. Raises ``Missing`` and ``LinkEnded``."""
    return find_open(db.session, token)


def join(token: str, device_id: int) -> Invitation:
    """Let a device in by a link, once however often it follows it. Raises ``Missing`` and ``LinkEnded``."""
    with writing() as session:
        invitation = find_open(session, token)
        if not has_as_much(session, device_id, invitation):
            add_grant(
                session,
                device_id,
                invitation.book_id,
                invitation.role,
                invitation.series_id,
                invitation.link_id,
            )
        return invitation


def links_of(book_id: int) -> tuple[Invitation, ...]:
    """The links into a book and its series, newest first, those that ended too."""
    return read_invitations(db.session, INVITATION.where(Link.book_id == book_id).order_by(Link.id.desc()))


def end_link(book_id: int, link_id: int) -> None:
    """Let nobody join by a link of this book any more; who did stays. Raises ``Missing``."""
    with writing() as session:
        link = select(Link.id).where(Link.id == link_id, Link.book_id == book_id)
        if session.execute(link).first() is None:
            raise Missing("link_unknown")
        ended = update(Link).where(Link.id == link_id, Link.ended_at.is_(None))
        session.execute(ended.values(ended_at=datetime.now(UTC)))


def find_open(session: Transaction, token: str) -> Invitation:
    """The link with this token that somebody may still join by."""
    found = read_invitations(session, INVITATION.where(Link.token_hash == hash_token(token)))
    if not found:
        raise Missing("link_unknown")
    if not found[0].is_open:
        raise LinkEnded("link_ended")
    return found[0]


def read_invitations(session: Transaction, statement: Select[*tuple[Any, ...]]) -> tuple[Invitation, ...]:
    """The links that a statement finds."""
    return tuple(
        Invitation(
            link_id=row.id,
            book_id=row.book_id,
            book=row.book,
            series_id=row.series_id,
            players=None if row.series_id is None else (row.first, row.second),
            role=cast(Role, row.role),
            made_by=row.made_by,
            made_at=row.made_at,
            expires_at=row.expires_at,
            ended_at=row.ended_at,
        )
        for row in session.execute(statement)
    )


def has_as_much(session: Transaction, device_id: int, invitation: Invitation) -> bool:
    """Whether a device may do there already what the link would let it do."""
    held = session.execute(
        select(Grant.role, Grant.series_id).where(Grant.book_id == invitation.book_id, *alive(device_id))
    )
    return any(
        row.series_id in (None, invitation.series_id)
        and ROLES.index(cast(Role, row.role)) <= ROLES.index(invitation.role)
        for row in held
    )
