"""Phones and scripts. Each is known by a secret token of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.models import Device, Grant, Scorebook, db, table_of

Kind: TypeAlias = Literal["phone", "script"]

TOKEN_BYTES = 24
"""Of a token, from the system's source of randomness: 192 bits, beyond guessing."""


DEVICES = table_of(Device)

FOUND = select(DEVICES.c.id, DEVICES.c.kind, DEVICES.c.name, DEVICES.c.revoked_at, DEVICES.c.seen_at).where(
    DEVICES.c.token_hash == bindparam("token_hash")
)

SEEN_TO = timedelta(minutes=10)
"""How exactly it is known when a device was last seen: it costs a write so often at most."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A device that showed a token we know. A revoked one may do nothing any more."""

    id: int
    kind: Kind
    name: str
    revoked: bool = False
    seen_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MadeDevice:
    """A new device and its token, which is told this once."""

    bearer: Bearer
    token: str


def make_token() -> str:
    """A secret for a device or a link, fit for a URL."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What is kept of a token and looked up by, which takes no longer for a guess that is nearly right."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def make_device(kind: Kind, name: str) -> MadeDevice:
    """A new phone or script, which may do nothing yet."""
    with writing() as transaction:
        return add_device(transaction, kind, name)


def claim_device(token: str, name: str) -> Bearer:
    """The phone with this token, made now if it is new: a form sent twice makes one phone.

    ``token`` comes from ``make_token``; it was given to the phone with the form.
    """
    known = find_device(token)
    if known is not None:
        return known
    try:
        with writing() as transaction:
            return add_device(transaction, "phone", name, token).bearer
    except IntegrityError:
        # The same form came twice at the same moment; by now its phone is there to be found.
        claimed = find_device(token)
        assert claimed is not None
        return claimed


def add_device(transaction: Transaction, kind: Kind, name: str, token: str | None = None) -> MadeDevice:
    """A new device within a transaction, with a token of its own unless one was given to it before."""
    token = token or make_token()
    now = datetime.now(UTC)
    values = {"token_hash": hash_token(token), "kind": kind, "name": name, "made_at": now, "seen_at": now}
    device_id = transaction.execute(insert(Device).values(values).returning(Device.id)).scalar_one()
    return MadeDevice(Bearer(device_id, kind, name, seen_at=now), token)


def find_device(token: str) -> Bearer | None:
    """The device whose token this is; None for an unknown one."""
    found = db.session.execute(FOUND, {"token_hash": hash_token(token)}).first()
    if found is None:
        return None
    return Bearer(found.id, found.kind, found.name, found.revoked_at is not None, found.seen_at)


def note_seen(bearer: Bearer) -> None:
    """Keep that a device asks for something just now, unless that was kept a moment ago."""
    now = datetime.now(UTC)
    if bearer.seen_at is not None and now - bearer.seen_at < SEEN_TO:
        return
    with writing() as transaction:
        transaction.execute(update(Device).where(Device.id == bearer.id).values(seen_at=now))


def rename_device(device_id: int, name: str) -> None:
    """Give a device another name, also in the log of what it did before.

    Its books count it once the name stands: until then it may still be read, also in a book that it has just
    come to.
    """
    books = select(Grant.book_id).where(Grant.device_id == device_id)
    with writing() as transaction:
        transaction.execute(update(Device).where(Device.id == device_id).values(name=name))
    with writing() as transaction:
        transaction.execute(
            update(Scorebook).where(Scorebook.id.in_(books)).values(renamings=Scorebook.renamings + 1)
        )


def forget_device(device_id: int) -> None:
    """End a device for good, with all it may do."""
    now = datetime.now(UTC)
    with writing() as transaction:
        transaction.execute(update(Device).where(Device.id == device_id).values(revoked_at=now))
        transaction.execute(
            update(Grant)
            .where(Grant.device_id == device_id, Grant.revoked_at.is_(None))
            .values(revoked_at=now)
        )
