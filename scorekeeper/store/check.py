"""Whether all that is kept beside the entries is what the entries come to (``scorekeeper check``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import func, select

from scorekeeper.store.many import in_chunks, lay_each
from scorekeeper.store.models import Entry, Payment, Person, db
from scorekeeper.store.results import COUNTED_FROM, results_of
from scorekeeper.store.series import SERIES, Table
from scorekeeper.store.summaries import stake_columns, summarise
from scorekeeper.store.tallies import BALANCES, COUNTS, RECORDS, RESULTS

PAGE = 1000


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is not what it should be: of a series, of people, or of a series in somebody's eyes."""

    series_id: UUID | None
    people: tuple[str, ...]
    field: str
    kept: object
    right: object


def check_all() -> Iterator[Difference]:
    """Replay every series and tell each value that differs from what is kept; none where all is right."""
    names = {row.id: row.name for row in db.session.execute(select(Person.id, Person.name))}
    yield from check_versions()
    yield from check_series(names)
    yield from check_strays(names)
    yield from check_counting(names)
    yield from check_records(names)
    yield from check_balances(names)


def check_versions() -> Iterator[Difference]:
    """Every series has as many entries as its version says."""
    entries = func.count(Entry.version)
    rows = db.session.execute(
        select(SERIES.c.id, SERIES.c.version, entries)
        .outerjoin(Entry, Entry.series_id == SERIES.c.id)
        .group_by(SERIES.c.id, SERIES.c.version)
        .having(SERIES.c.version != entries)
    )
    for series_id, version, count in rows:
        yield Difference(series_id, (), "version", version, count)


def check_series(names: Mapping[int, str]) -> Iterator[Difference]:
    """The summary and the results of every series are those of its replay."""
    ids = db.session.scalars(select(SERIES.c.id).where(SERIES.c.deleted_at.is_(None))).all()
    for chunk in in_chunks(ids):
        kept = {row.id: row for row in db.session.execute(select(SERIES).where(SERIES.c.id.in_(chunk)))}
        results: dict[UUID, list[Any]] = defaultdict(list)
        for result in db.session.execute(select(RESULTS).where(RESULTS.c.series_id.in_(chunk))):
            results[result.series_id].append(result)
        for series_id, table in lay_each(db.session, chunk):
            if table is None:
                yield Difference(series_id, (), "log", None, None)
                continue
            row = kept[series_id]
            yield from differences(row, summary_of(table), series_id)
            yield from check_results(table, (row.seat0_id, row.seat1_id), results[series_id], names)


def summary_of(table: Table) -> dict[str, Any]:
    """All columns that follow from the entries."""
    return {**summarise(table), **stake_columns(table.rules)}


def check_results(
    table: Table, seated: tuple[int, int], kept: list[Any], names: Mapping[int, str]
) -> Iterator[Difference]:
    """The results of a series are those of its replay: two where it is over, else none."""
    right = results_of(table.sheet, table.id, table.started_at, seated) if table.state == "over" else []
    by_person = {result.person_id: result for result in kept}
    for result in right:
        people = (names[result["person_id"]], names[result["opponent_id"]])
        found = by_person.pop(result["person_id"], None)
        if found is None:
            yield Difference(table.id, people, "result", None, "over")
        else:
            yield from differences(found, result, table.id, people)
    for left in by_person.values():
        yield Difference(table.id, (names[left.person_id],), "result", "over", table.state)


def check_strays(names: Mapping[int, str]) -> Iterator[Difference]:
    """No deleted series counts for anybody."""
    rows = db.session.execute(
        select(RESULTS.c.series_id, RESULTS.c.person_id)
        .join(SERIES, SERIES.c.id == RESULTS.c.series_id)
        .where(SERIES.c.deleted_at.is_not(None))
    )
    for series_id, person_id in rows:
        yield Difference(series_id, (names[person_id],), "result", "over", "deleted")


def check_counting(names: Mapping[int, str]) -> Iterator[Difference]:
    """Wins in a row are those in the order of the series."""
    for column, whose in zip(COUNTED_FROM, (("person_id", "opponent_id"), ("person_id",)), strict=True):
        order = [RESULTS.c[name] for name in whose]
        rows = db.session.execute(
            select(RESULTS)
            .order_by(*order, RESULTS.c.started_at, RESULTS.c.series_id)
            .execution_options(yield_per=PAGE)
        )
        wins: dict[tuple[int, ...], int] = defaultdict(int)
        for row in rows:
            people = tuple(getattr(row, name) for name in whose)
            wins[people] = wins[people] + 1 if row.won else 0
            kept = getattr(row, column)
            if kept != wins[people]:
                told = tuple(names[person] for person in people)
                yield Difference(row.series_id, told, column, kept, wins[people])


def check_records(names: Mapping[int, str]) -> Iterator[Difference]:
    """The records are the sums of the results."""
    pair = (RESULTS.c.person_id, RESULTS.c.opponent_id)
    sums = select(
        *pair,
        *(func.sum(RESULTS.c[count]).label(count) for count in COUNTS),
        func.max(RESULTS.c.biggest).label("biggest"),
        func.max(RESULTS.c.run).label("longest_run"),
    ).group_by(*pair)
    kept = {(row.person_id, row.opponent_id): row for row in db.session.execute(select(RECORDS))}
    for row in db.session.execute(sums):
        people = (names[row.person_id], names[row.opponent_id])
        record = kept.pop((row.person_id, row.opponent_id), None)
        if record is None:
            yield Difference(None, people, "series", None, int(row.series))
        else:
            yield from differences(record, {name: int(row._mapping[name]) for name in TALLIED}, None, people)
    for person, opponent in kept:
        yield Difference(
            None, (names[person], names[opponent]), "series", kept[person, opponent].series, None
        )


TALLIED = (*COUNTS, "biggest", "longest_run")


def check_balances(names: Mapping[int, str]) -> Iterator[Difference]:
    """The balances are the sums of the money in the results, and of the payments that count."""
    won: dict[tuple[int, int, str], Decimal] = defaultdict(Decimal)
    money = select(RESULTS.c.person_id, RESULTS.c.opponent_id, RESULTS.c.currency, RESULTS.c.money)
    for row in db.session.execute(money.where(RESULTS.c.money.is_not(None))):
        won[row.person_id, row.opponent_id, row.currency] += Decimal(row.money)
    received: dict[tuple[int, int, str], Decimal] = defaultdict(Decimal)
    for payment in db.session.scalars(select(Payment).where(Payment.taken_back_at.is_(None))):
        amount = Decimal(payment.amount)
        received[payment.payee_id, payment.payer_id, payment.currency] += amount
        received[payment.payer_id, payment.payee_id, payment.currency] -= amount
    kept = {
        (row.person_id, row.opponent_id, row.currency): row for row in db.session.execute(select(BALANCES))
    }
    for key in sorted({*won, *received, *kept}):
        right = (won[key], received[key])
        balance = kept.get(key)
        stands = (Decimal(0), Decimal(0))
        if balance is not None:
            stands = (Decimal(balance.won), Decimal(balance.received))
        if stands != right:
            person, opponent, currency = key
            yield Difference(None, (names[person], names[opponent]), currency, stands, right)


def differences(
    kept: Any, right: Mapping[str, object], series_id: UUID | None, people: tuple[str, ...] = ()
) -> Iterator[Difference]:
    """The columns of a row that are not right."""
    for name, value in right.items():
        stands = getattr(kept, name)
        if stands != value:
            yield Difference(series_id, people, name, stands, value)
