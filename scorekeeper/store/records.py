"""What people's finished series come to: each person's record, two people's head-to-head, how they went.

Unfinished and abandoned series count in nobody's record. Every answer here comes from sums that are kept with
each change (``results``) or from a few rows of an index, so it costs the same in a book of any size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.engine.rules import Rules, read_rules
from scorekeeper.engine.seriesfile import Names, folded_name
from scorekeeper.store.models import Person, db
from scorekeeper.store.people import see_person
from scorekeeper.store.scorebooks import PersonSeen
from scorekeeper.store.series import SERIES
from scorekeeper.store.tallies import BALANCES, COUNTS, RECORDS, RESULTS

PAGE = 50
"""Series whose margin is told at most."""


@dataclass(frozen=True, slots=True)
class Side:
    """What finished series come to for one person; what each number counts is said in ``models.Tally``.

    ``biggest`` is the biggest hand won, in points; ``longest_run`` series won in a row. A share or an average
    is None where there is nothing to take it of.
    """

    series: int = 0
    won: int = 0
    drawn: int = 0
    columns: int = 0
    closed: int = 0
    lines: int = 0
    shutouts: int = 0
    net: int = 0
    hands: int = 0
    voids: int = 0
    knocks: int = 0
    gins: int = 0
    big_gins: int = 0
    undercuts: int = 0
    papers: int = 0
    laid_downs: int = 0
    laid: int = 0
    caught: int = 0
    held: int = 0
    dealt: int = 0
    dealt_won: int = 0
    faced: int = 0
    faced_won: int = 0
    biggest: int = 0
    longest_run: int = 0

    @property
    def lost(self) -> int:
        """Series lost."""
        return self.series - self.won - self.drawn

    @property
    def hands_won(self) -> int:
        """Hands won, however they ended."""
        return self.knocks + self.gins + self.big_gins + self.undercuts + self.papers

    @property
    def knock_share(self) -> float | None:
        """Which part of the hands won were knocks."""
        return share(self.knocks, self.hands_won)

    @property
    def gin_share(self) -> float | None:
        """Which part of the hands won were gin, big gin included."""
        return share(self.gins + self.big_gins, self.hands_won)

    @property
    def undercut_share(self) -> float | None:
        """Which part of the hands won were undercuts."""
        return share(self.undercuts, self.hands_won)

    @property
    def average_held(self) -> float | None:
        """The deadwood left on average when the other one laid down."""
        return share(self.held, self.caught)

    @property
    def average_laid(self) -> float | None:
        """The deadwood laid down with on average, gin as 0."""
        return share(self.laid, self.laid_downs)

    @property
    def average_hands(self) -> float | None:
        """The lines, of both players, that a column took on average until it closed."""
        return share(self.lines, self.closed)

    @property
    def dealt_share(self) -> float | None:
        """Which part of the hands was won that this person dealt."""
        return share(self.dealt_won, self.dealt)

    @property
    def faced_share(self) -> float | None:
        """Which part of the hands was won that the other one dealt."""
        return share(self.faced_won, self.faced)


@dataclass(frozen=True, slots=True)
class Account:
    """Money in one currency in the eyes of one person: ``won`` over all series less what was lost,
    ``received`` in payments less what was paid. ``owed`` is what the other still owes, below 0 what this
    person does.
    """

    currency: str
    won: Decimal
    received: Decimal

    @property
    def owed(self) -> Decimal:
        """What is still to be paid to this person."""
        return self.won - self.received


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people's record against each other; pairs are in the order asked, ``money`` in the eyes of the
    first.
    """

    people: tuple[PersonSeen, PersonSeen]
    sides: tuple[Side, Side]
    money: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom a person has met, and what that came to for the person."""

    person: PersonSeen
    side: Side
    money: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person's record against everybody, most met opponents first.

    ``streak`` are series won in a row against whomever; ``side.longest_run`` those against one opponent.
    """

    person: PersonSeen
    side: Side
    streak: int
    money: tuple[Account, ...]
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class Margin:
    """A finished series in the eyes of one person: by how many points, and how much money, it was won."""

    series_id: UUID
    started_at: datetime
    won: bool
    drawn: bool
    net: int
    money: Decimal | None
    currency: str | None


def head_to_head(book_id: int, one_id: int, two_id: int) -> HeadToHead:
    """What two people of a book come to against each other; all zero where they never finished a series.

    Raises ``Missing`` for somebody who is not in the book.
    """
    people = see_person(book_id, one_id), see_person(book_id, two_id)
    of_both = or_(
        and_(RECORDS.c.person_id == one_id, RECORDS.c.opponent_id == two_id),
        and_(RECORDS.c.person_id == two_id, RECORDS.c.opponent_id == one_id),
    )
    sides = {row.person_id: side_of(row) for row in db.session.execute(select(RECORDS).where(of_both))}
    return HeadToHead(
        people,
        (sides.get(one_id, Side()), sides.get(two_id, Side())),
        accounts_of((BALANCES.c.person_id == one_id) & (BALANCES.c.opponent_id == two_id))[one_id, two_id],
    )


def pairs_of(book_id: int, most: int = PAGE) -> tuple[HeadToHead, ...]:
    """The pairs of a book who have finished a series, most met first."""
    one, two = aliased(Person), aliased(Person)
    found = db.session.execute(
        select(one.id.label("one_id"), one.name.label("one"), two.id.label("two_id"), two.name.label("two"))
        .join(RECORDS, RECORDS.c.person_id == one.id)
        .join(two, two.id == RECORDS.c.opponent_id)
        .where(one.book_id == book_id, one.id < two.id)
        .order_by(RECORDS.c.series.desc(), one.id, two.id)
        .limit(most)
    ).all()
    ids = [(row.one_id, row.two_id) for row in found]
    both_ways = [*ids, *((second, first) for first, second in ids)]
    pairings = tuple_(RECORDS.c.person_id, RECORDS.c.opponent_id).in_(both_ways)
    sides = {
        (row.person_id, row.opponent_id): side_of(row)
        for row in db.session.execute(select(RECORDS).where(pairings))
    }
    money = accounts_of(tuple_(BALANCES.c.person_id, BALANCES.c.opponent_id).in_(ids))
    return tuple(
        HeadToHead(
            (PersonSeen(row.one_id, row.one), PersonSeen(row.two_id, row.two)),
            (sides[row.one_id, row.two_id], sides[row.two_id, row.one_id]),
            money[row.one_id, row.two_id],
        )
        for row in found
    )


def record_of(book_id: int, person_id: int) -> PersonRecord:
    """What a person of a book comes to against everybody. Raises ``Missing``."""
    person = see_person(book_id, person_id)
    money = accounts_of(BALANCES.c.person_id == person_id)
    rows = db.session.execute(
        select(RECORDS, Person.name)
        .join(Person, Person.id == RECORDS.c.opponent_id)
        .where(RECORDS.c.person_id == person_id)
        .order_by(RECORDS.c.series.desc(), Person.folded, Person.id)
    ).all()
    opponents = tuple(
        Opponent(PersonSeen(row.opponent_id, row.name), side_of(row), money[person_id, row.opponent_id])
        for row in rows
    )
    streak = db.session.scalar(select(func.max(RESULTS.c.streak)).where(RESULTS.c.person_id == person_id))
    return PersonRecord(
        person, side_over_all(opponents), streak or 0, add_up_money(money.values()), opponents
    )


def margins(one_id: int, two_id: int, most: int = PAGE) -> tuple[Margin, ...]:
    """The last finished series of two people in the eyes of the first, newest first."""
    rows = db.session.execute(
        select(
            RESULTS.c.series_id,
            RESULTS.c.started_at,
            RESULTS.c.won,
            RESULTS.c.drawn,
            RESULTS.c.net,
            RESULTS.c.money,
            RESULTS.c.currency,
        )
        .where(RESULTS.c.person_id == one_id, RESULTS.c.opponent_id == two_id)
        .order_by(RESULTS.c.started_at.desc(), RESULTS.c.series_id.desc())
        .limit(most)
    )
    return tuple(
        Margin(
            row.series_id,
            row.started_at,
            row.won == 1,
            row.drawn == 1,
            row.net,
            None if row.money is None else Decimal(row.money),
            row.currency,
        )
        for row in rows
    )


def rules_between(book_id: int, names: Names) -> Rules | None:
    """The rules and the stake of the last series that two people of a book began; None where there is
    none.
    """
    folded = [folded_name(name) for name in names]
    known = select(Person.folded, Person.id).where(Person.book_id == book_id, Person.folded.in_(folded))
    ids = {row.folded: row.id for row in db.session.execute(known)}
    if len(ids) < 2:
        return None
    one, two = (ids[name] for name in folded)
    lasts = [last_between(first, second) for first, second in ((one, two), (two, one))]
    found = [last for last in lasts if last is not None]
    return max(found, key=lambda last: last[0])[1] if found else None


def last_between(first: int, second: int) -> tuple[datetime, Rules] | None:
    """When the last series of two people in these seats began, and its rules."""
    last = db.session.execute(
        select(SERIES.c.started_at, SERIES.c.rules)
        .where(SERIES.c.seat0_id == first, SERIES.c.seat1_id == second, SERIES.c.deleted_at.is_(None))
        .order_by(SERIES.c.started_at.desc(), SERIES.c.id.desc())
        .limit(1)
    ).first()
    return None if last is None else (last.started_at, read_rules(last.rules))


def side_of(row: Any) -> Side:
    """A record as it is kept."""
    return Side(
        **{name: getattr(row, name) for name in COUNTS}, biggest=row.biggest, longest_run=row.longest_run
    )


def side_over_all(opponents: Iterable[Opponent]) -> Side:
    """The records against several people in one."""
    sides = [opponent.side for opponent in opponents]
    return Side(
        **{name: sum(getattr(side, name) for side in sides) for name in COUNTS},
        biggest=max((side.biggest for side in sides), default=0),
        longest_run=max((side.longest_run for side in sides), default=0),
    )


def accounts_of(whose: ColumnElement[bool]) -> Mapping[tuple[int, int], tuple[Account, ...]]:
    """Money by person and opponent, currencies in order; nothing for people without any."""
    money: dict[tuple[int, int], tuple[Account, ...]] = defaultdict(tuple)
    rows = select(BALANCES).where(whose).order_by(BALANCES.c.currency)
    for row in db.session.execute(rows):
        account = Account(row.currency, Decimal(row.won), Decimal(row.received))
        money[row.person_id, row.opponent_id] += (account,)
    return money


def add_up_money(several: Iterable[tuple[Account, ...]]) -> tuple[Account, ...]:
    """Money against several people in one sum a currency."""
    sums: dict[str, tuple[Decimal, Decimal]] = defaultdict(lambda: (Decimal(0), Decimal(0)))
    for accounts in several:
        for account in accounts:
            won, received = sums[account.currency]
            sums[account.currency] = (won + account.won, received + account.received)
    return tuple(Account(currency, *sums[currency]) for currency in sorted(sums))


def share(part: int, whole: int) -> float | None:
    """A part of a whole; None of nothing."""
    return part / whole if whole else None
