"""How often an address has tried codes and links lately, so that nobody can guess his way in.

The count lies in the database: it holds with any number of workers, and for tries at the same moment too.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.errors import TooOften
from scorekeeper.store.models import Tries, db

MOST = 30
"""Tries that an address has within any minute."""
MINUTE = timedelta(minutes=1)

BUSY = select(Tries.moments)


def count_try(address: str) -> None:
    """Count one more try of an address, before anything is looked up for it. Raises ``TooOften``."""
    try:
        add_try(address)
    except IntegrityError:
        # Its first two tries came at the same moment; by now the other one is there to be counted.
        add_try(address)


def check_tries(address: str) -> None:
    """Go on only where an address may try again. Raises ``TooOften``."""
    found = db.session.scalar(BUSY.where(Tries.address == address))
    refuse_many(recent(found or [], datetime.now(UTC)))


def add_try(address: str) -> None:
    """Count a try in a row that nobody else counts in meanwhile."""
    now = datetime.now(UTC)
    with writing() as session:
        drop_old(session, now)
        found = session.scalar(BUSY.where(Tries.address == address).with_for_update())
        moments = recent(found or [], now)
        refuse_many(moments)
        values = {"moments": [*(moment.isoformat() for moment in moments), now.isoformat()], "last_at": now}
        if found is None:
            session.execute(insert(Tries).values(address=address, **values))
        else:
            session.execute(update(Tries).where(Tries.address == address).values(values))


def drop_old(session: Transaction, now: datetime) -> None:
    """Forget addresses that have not tried for a minute, but for those that are trying again just now."""
    old = (
        select(Tries.address)
        .where(Tries.last_at < now - MINUTE)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    session.execute(delete(Tries).where(Tries.address.in_(old)))


def recent(moments: Sequence[str], now: datetime) -> list[datetime]:
    """Those of these moments that lie within the last minute."""
    told = (datetime.fromisoformat(moment) for moment in moments)
    return [moment for moment in told if moment > now - MINUTE]


def refuse_many(moments: Sequence[datetime]) -> None:
    """Raise ``TooOften`` where these are all the tries that a minute has."""
    if len(moments) >= MOST:
        raise TooOften("too_often")
