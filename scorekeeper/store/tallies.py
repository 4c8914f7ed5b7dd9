"""Records and balances: what the results of two people add up to, changed by what the results change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from sqlalchemy import and_, bindparam, delete, func, insert, select, tuple_, update

from scorekeeper.store.database import Transaction
from scorekeeper.store.models import Balance, Record, Result, Tally, table_of

RESULTS, RECORDS, BALANCES = table_of(Result), table_of(Record), table_of(Balance)

THIS_RESULT = and_(
    RESULTS.c.series_id == bindparam("of_series"), RESULTS.c.person_id == bindparam("of_person")
)

COUNTS = tuple(Tally.__annotations__)
"""What is summed up over results."""

ResultRow: TypeAlias = dict[str, Any]
Pairing: TypeAlias = tuple[int, int]


def people_of(result: ResultRow) -> Pairing:
    """Whose result it is, and against whom."""
    return result["person_id"], result["opponent_id"]


def add_up(transaction: Transaction, gone: Sequence[ResultRow], come: Sequence[ResultRow]) -> None:
    """Change the records by what went and what came."""
    changes: dict[Pairing, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    for results, sign in ((gone, -1), (come, 1)):
        for result in results:
            change = changes[people_of(result)]
            for count in COUNTS:
                change[count] += sign * result[count]
    pairings = tuple_(RECORDS.c.person_id, RECORDS.c.opponent_id).in_(list(changes))
    known = {
        (row.person_id, row.opponent_id)
        for row in transaction.execute(select(RECORDS.c.person_id, RECORDS.c.opponent_id).where(pairings))
    }
    new = [first_record(*pair) for pair in changes if pair not in known]
    if new:
        transaction.execute(insert(RECORDS), new)
    these = [{"person": person, "opponent": opponent} for person, opponent in changes]
    transaction.execute(
        ADD_TO_RECORD,
        [
            {**this, **{f"more_{count}": more for count, more in change.items()}}
            for this, change in zip(these, changes.values(), strict=True)
        ],
    )
    transaction.execute(BEST_OF_RECORD, these)
    transaction.execute(delete(RECORDS).where(pairings, RECORDS.c.series == 0))


def first_record(person: int, opponent: int) -> dict[str, int]:
    """The record of two people who have not finished a series yet."""
    return {
        "person_id": person,
        "opponent_id": opponent,
        **dict.fromkeys((*COUNTS, "biggest", "longest_run"), 0),
    }


THIS_RECORD = and_(RECORDS.c.person_id == bindparam("person"), RECORDS.c.opponent_id == bindparam("opponent"))

ADD_TO_RECORD = (
    update(RECORDS)
    .where(THIS_RECORD)
    .values({count: RECORDS.c[count] + bindparam(f"more_{count}") for count in COUNTS})
)


def most(column: str) -> Any:
    """The most that a result of a record's two people has of something."""
    pair = and_(RESULTS.c.person_id == bindparam("person"), RESULTS.c.opponent_id == bindparam("opponent"))
    return func.coalesce(select(func.max(RESULTS.c[column])).where(pair).scalar_subquery(), 0)


BEST_OF_RECORD = update(RECORDS).where(THIS_RECORD).values(biggest=most("biggest"), longest_run=most("run"))

Sums: TypeAlias = Mapping[tuple[int, int, str], tuple[Decimal, Decimal]]
"""By person, opponent and currency: money won, and money received in payments."""


def money_between(gone: Sequence[ResultRow], come: Sequence[ResultRow]) -> Sums:
    """The money that the results won more than those before them."""
    won: dict[tuple[int, int, str], Decimal] = defaultdict(Decimal)
    for results, sign in ((gone, -1), (come, 1)):
        for result in results:
            if result["money"] is not None:
                won[(*people_of(result), result["currency"])] += sign * Decimal(result["money"])
    return {key: (amount, Decimal(0)) for key, amount in won.items()}


def add_money(transaction: Transaction, sums: Sums) -> None:
    """Add to balances; those that come to nothing are dropped."""
    if not sums:
        return
    these = tuple_(BALANCES.c.person_id, BALANCES.c.opponent_id, BALANCES.c.currency).in_(list(sums))
    known = {
        (row.person_id, row.opponent_id, row.currency): (Decimal(row.won), Decimal(row.received))
        for row in transaction.execute(select(BALANCES).where(these))
    }
    nothing = (Decimal(0), Decimal(0))
    kept = []
    for (person, opponent, currency), (won, received) in sums.items():
        won_before, received_before = known.get((person, opponent, currency), nothing)
        won, received = won + won_before, received + received_before
        if won or received:
            balance = {"person_id": person, "opponent_id": opponent, "currency": currency}
            kept.append({**balance, "won": f"{won:f}", "received": f"{received:f}"})
    transaction.execute(delete(BALANCES).where(these))
    if kept:
        transaction.execute(insert(BALANCES), kept)
