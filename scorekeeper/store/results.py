"""What finished series come to for their two people: kept with each change, so that records need no sums.

A finished series has two results, one in the eyes of each. What is counted from them, the records and
balances of two people, changes by what the results change, so a page about two people costs the same however
often they have met. All of it follows from the entries: ``check`` proves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, insert, select

from scorekeeper.engine.hand import Seat, other
from scorekeeper.engine.sheet import Played, Sheet
from scorekeeper.store.database import Transaction
from scorekeeper.store.many import in_chunks, lay_tables
from scorekeeper.store.models import Person, Result, Series, table_of
from scorekeeper.store.runs import count_runs
from scorekeeper.store.series import Table
from scorekeeper.store.summaries import COUNTED
from scorekeeper.store.tallies import (
    THIS_RESULT,
    Pairing,
    ResultRow,
    add_money,
    add_up,
    money_between,
    people_of,
)

RESULTS, SERIES = table_of(Result), table_of(Series)

COUNTED_FROM = ("run", "streak")
"""What a result has from those before it."""


def keep_results(transaction: Transaction, tables: Sequence[Table]) -> None:
    """Bring the results of these series up to what lies on their tables.

    Whoever calls holds the series, so that nobody else changes them meanwhile.
    """
    ids = [table.id for table in tables]
    seated = {
        row.id: (row.seat0_id, row.seat1_id)
        for row in transaction.execute(
            select(SERIES.c.id, SERIES.c.seat0_id, SERIES.c.seat1_id).where(SERIES.c.id.in_(ids))
        )
    }
    new = [
        result
        for table in tables
        if table.state == "over"
        for result in results_of(table.sheet, table.id, table.started_at, seated[table.id])
    ]
    exchange(transaction, results_kept(transaction, RESULTS.c.series_id.in_(ids)), new)


def drop_results(transaction: Transaction, ids: Sequence[UUID]) -> None:
    """Let these series count for nobody any more."""
    exchange(transaction, results_kept(transaction, RESULTS.c.series_id.in_(ids)), [])


def keep_first_results(transaction: Transaction) -> None:
    """Keep the results of series that were finished before any were kept."""
    ids = list(transaction.scalars(select(SERIES.c.id).where(SERIES.c.state == "over")))
    for tables in in_chunks(lay_tables(transaction, ids)):
        keep_results(transaction, tables)


def results_of(sheet: Sheet, series_id: UUID, started_at: datetime, seated: Pairing) -> list[ResultRow]:
    """The two results of a finished series, but for what they have from those before them."""
    hands = [played for played in sheet.hands if not played.after_end]
    return [
        {
            "series_id": series_id,
            "person_id": seated[seat],
            "opponent_id": seated[other(seat)],
            "started_at": started_at.astimezone(UTC),
            **count_money(sheet, seat),
            "biggest": max((played.points for played in hands if played.winner == seat), default=0),
            **count_columns(sheet, seat),
            **count_hands(hands, seat),
            **count_deadwood(hands, seat),
            **count_deals(hands, seat),
        }
        for seat in (0, 1)
    ]


def count_money(sheet: Sheet, seat: Seat) -> dict[str, Any]:
    """What the series won or lost a seat."""
    money = sheet.money
    if money is None:
        return {"currency": None, "money": None}
    amount = money.amount if money.payee == seat else -money.amount
    return {"currency": money.currency, "money": f"{amount:f}"}


def count_columns(sheet: Sheet, seat: Seat) -> dict[str, int]:
    """The series as a whole, and its columns."""
    closed = [column for column in sheet.columns if column.winner is not None]
    return {
        "series": 1,
        "won": int(sheet.winner == seat),
        "drawn": int(sheet.winner is None),
        "columns": sheet.games_won[seat],
        "closed": len(closed),
        "lines": sum(sum(column.lines) for column in closed),
        "shutouts": sum(column.shutout and column.winner == seat for column in closed),
        "net": sheet.net[seat],
    }


def count_hands(hands: Sequence[Played], seat: Seat) -> dict[str, int]:
    """How many hands, and how many of each kind a seat won."""
    counts = dict.fromkeys(COUNTED.values(), 0)
    for played in hands:
        if played.winner == seat:
            counts[COUNTED[played.result]] += 1
    voids = sum(played.winner is None for played in hands)
    return {"hands": len(hands), "voids": voids, **counts}


def count_deadwood(hands: Sequence[Played], seat: Seat) -> dict[str, int]:
    """The deadwood a seat laid down with, and was caught with."""
    laid: list[int] = []
    held: list[int] = []
    for played in hands:
        hand = played.hand
        if hand.deadwood is not None:
            (laid if hand.knocker == seat else held).append(hand.deadwood[seat])
    return {"laid_downs": len(laid), "laid": sum(laid), "caught": len(held), "held": sum(held)}


def count_deals(hands: Sequence[Played], seat: Seat) -> dict[str, int]:
    """Of the hands that somebody won and whose dealer is known: whose deal, and how many of each a seat
    won.
    """
    known = [played for played in hands if played.dealer is not None and played.winner is not None]
    dealt = [played.winner == seat for played in known if played.dealer == seat]
    faced = [played.winner == seat for played in known if played.dealer != seat]
    return {"dealt": len(dealt), "dealt_won": sum(dealt), "faced": len(faced), "faced_won": sum(faced)}


def results_kept(transaction: Transaction, of: ColumnElement[bool]) -> list[ResultRow]:
    """The results that are kept of some series or people."""
    return [dict(row._mapping) for row in transaction.execute(select(RESULTS).where(of))]


def exchange(transaction: Transaction, old: Sequence[ResultRow], new: Sequence[ResultRow]) -> None:
    """Put results in the place of others, and bring up everything that is counted from them."""
    same = {identity(result) for result in old} & {identity(result) for result in new}
    gone = [result for result in old if identity(result) not in same]
    come = [result for result in new if identity(result) not in same]
    if not gone and not come:
        return
    lock_people(transaction, {person for result in (*gone, *come) for person in people_of(result)})
    if gone:
        transaction.execute(
            delete(RESULTS).where(THIS_RESULT),
            [{"of_series": result["series_id"], "of_person": result["person_id"]} for result in gone],
        )
    if come:
        # Below any true count, so that counting the runs stops at none of them as right already.
        transaction.execute(insert(RESULTS), [{**result, "run": -1, "streak": -1} for result in come])
    count_runs(transaction, [*gone, *come])
    add_up(transaction, gone, come)
    add_money(transaction, money_between(gone, come))


def identity(result: ResultRow) -> tuple[object, ...]:
    """All of a result but what it has from those before it."""
    return tuple(value for key, value in sorted(result.items()) if key not in COUNTED_FROM)


def lock_people(transaction: Transaction, people: Iterable[int]) -> None:
    """Let nobody else change what is counted for these people until the transaction ends."""
    transaction.execute(
        select(Person.id)
        .where(Person.id.in_(sorted(people)))
        .order_by(Person.id)
        .with_for_update(key_share=True)
    ).all()
