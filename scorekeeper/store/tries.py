"""How often an address has done lately what nobody may do without end: tried a code, started a book.

The count lies in the database: it holds with any number of workers on any number of machines, and for tries
at the same moment too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.errors import TooOften
from scorekeeper.store.models import Tries, db

BUSY = select(Tries.moments)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one address may do: ``most`` times within any ``span``. ``mark`` tells its row from the others of
    the address, ``code`` is what is refused beyond it.
    """

    mark: str
    most: int
    span: timedelta
    code: str

    def row_of(self, address: str) -> str:
        """The key of the row that counts it for an address."""
        return self.mark + address

    def recent(self, moments: Sequence[str], now: datetime) -> list[datetime]:
        """Those of these moments that count still. One that is far in the future, since a clock was put back,
        counts for nothing: nobody is shut out until that day.
        """
        told = (datetime.fromisoformat(moment) for moment in moments)
        return [moment for moment in told if abs(now - moment) < self.span]

    def refuse_many(self, moments: Sequence[datetime], now: datetime) -> None:
        """Raise ``TooOften`` where these are all that there may be, with the seconds to ``wait``."""
        if len(moments) >= self.most:
            raise TooOften(self.code, wait=int((moments[0] + self.span - now).total_seconds()) + 1)


GUESSES = Allowance("", 30, timedelta(minutes=1), "too_often")
"""Codes that are tried, and links that lead nowhere."""

LONGEST = timedelta(hours=1)
"""What any allowance counts back at most."""


def new_books(most: int) -> Allowance:
    """So many books that may be started an hour."""
    return Allowance("book ", most, LONGEST, "too_many_books")


def count_try(address: str, allowance: Allowance = GUESSES) -> None:
    """Count one more try of an address, before anything is looked up or made for it. Raises ``TooOften``."""
    try:
        add_try(address, allowance)
    except IntegrityError:
        # Its first two tries came at the same moment; by now the other one is there to be counted.
        add_try(address, allowance)


def check_tries(address: str, allowance: Allowance = GUESSES) -> None:
    """Go on only where an address may try again. Raises ``TooOften``."""
    found = db.session.scalar(BUSY.where(Tries.address == allowance.row_of(address)))
    now = datetime.now(UTC)
    allowance.refuse_many(allowance.recent(found or [], now), now)


def add_try(address: str, allowance: Allowance) -> None:
    """Count a try in a row that nobody else counts in meanwhile."""
    now = datetime.now(UTC)
    row = allowance.row_of(address)
    with writing() as transaction:
        drop_old(transaction, now)
        found = transaction.scalar(BUSY.where(Tries.address == row).with_for_update())
        moments = allowance.recent(found or [], now)
        allowance.refuse_many(moments, now)
        values = {"moments": [*(moment.isoformat() for moment in moments), now.isoformat()], "last_at": now}
        if found is None:
            transaction.execute(insert(Tries).values(address=row, **values))
        else:
            transaction.execute(update(Tries).where(Tries.address == row).values(values))


def drop_old(transaction: Transaction, now: datetime) -> None:
    """Forget addresses that have not tried for as long as anything counts, but for those that are trying
    again just now.
    """
    old = (
        select(Tries.address)
        .where(Tries.last_at < now - LONGEST)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    transaction.execute(delete(Tries).where(Tries.address.in_(old)))
