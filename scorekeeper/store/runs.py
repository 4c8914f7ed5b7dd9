"""How many series in a row somebody won: kept in each result, so that the longest is found by an index.

A result that comes, goes or changes can change only those behind it, up to the next one that was right
already; counting stops there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, Row, bindparam, select, tuple_, update

from scorekeeper.store.database import Transaction
from scorekeeper.store.models import Result, UtcTime, table_of
from scorekeeper.store.tallies import THIS_RESULT, Pairing, ResultRow, people_of

RESULTS = table_of(Result)

Place: TypeAlias = tuple[datetime, UUID]
"""Where a series stands among the others: when it started, then its id."""

Whose: TypeAlias = dict[str, int]
"""The person, and the opponent where only series against one count."""

IN_ORDER = tuple_(RESULTS.c.started_at, RESULTS.c.series_id)

PLACE = tuple_(bindparam("at", type_=UtcTime()), bindparam("id", type_=RESULTS.c.series_id.type))

PAGE = 200
"""Results looked at in one go."""


class Counting:
    """How one column counts, as statements made once: what is right before a place, what stands from it on
    and behind it, and how to put one right.
    """

    def __init__(self, column: str, *of: ColumnElement[bool]) -> None:
        kept = RESULTS.c[column]
        in_order = (
            select(
                RESULTS.c.started_at,
                RESULTS.c.series_id,
                RESULTS.c.person_id,
                RESULTS.c.won,
                kept.label("counted"),
            )
            .where(*of)
            .order_by(RESULTS.c.started_at, RESULTS.c.series_id)
            .limit(PAGE)
        )
        backwards = (RESULTS.c.started_at.desc(), RESULTS.c.series_id.desc())
        self.before = select(kept).where(*of, PLACE > IN_ORDER).order_by(*backwards).limit(1)
        self.since = in_order.where(PLACE <= IN_ORDER)
        self.behind = in_order.where(PLACE < IN_ORDER)
        self.correct = update(RESULTS).where(THIS_RESULT).values({column: bindparam("right")})


MINE = RESULTS.c.person_id == bindparam("person")

RUN = Counting("run", MINE, RESULTS.c.opponent_id == bindparam("opponent"))
STREAK = Counting("streak", MINE)


def count_runs(transaction: Transaction, changed: Sequence[ResultRow]) -> None:
    """Count wins in a row again, against each opponent and against anybody, where these results are or
    were.
    """
    against: dict[Pairing, set[Place]] = defaultdict(set)
    overall: dict[int, set[Place]] = defaultdict(set)
    for result in changed:
        place = (result["started_at"], result["series_id"])
        against[people_of(result)].add(place)
        overall[result["person_id"]].add(place)
    for (person, opponent), places in against.items():
        count_in_a_row(transaction, RUN, {"person": person, "opponent": opponent}, sorted(places))
    for person, places in overall.items():
        count_in_a_row(transaction, STREAK, {"person": person}, sorted(places))


def count_in_a_row(transaction: Transaction, counting: Counting, of: Whose, places: list[Place]) -> None:
    """Count from each of these places as far as it changes anything."""
    reached: Place | None = None
    for place in places:
        if reached is None or place > reached:
            reached = count_from(transaction, counting, of, place)


def count_from(transaction: Transaction, counting: Counting, of: Whose, start: Place) -> Place:
    """Count from one place on; the place up to which everything is right then."""
    wins: int = transaction.execute(counting.before, asked(of, start)).scalar() or 0
    reached = start
    wrong: list[dict[str, Any]] = []
    for row in results_from(transaction, counting, of, start):
        wins = wins + 1 if row.won else 0
        reached = (row.started_at, row.series_id)
        if row.counted == wins:
            break
        wrong.append({"of_series": row.series_id, "of_person": row.person_id, "right": wins})
    if wrong:
        transaction.execute(counting.correct, wrong)
    return reached


def results_from(
    transaction: Transaction, counting: Counting, of: Whose, place: Place
) -> Iterator[Row[*tuple[Any, ...]]]:
    """The results from a place on, in order, read as far as they are asked for."""
    page = transaction.execute(counting.since, asked(of, place)).all()
    while page:
        yield from page
        if len(page) < PAGE:
            return
        place = (page[-1].started_at, page[-1].series_id)
        page = transaction.execute(counting.behind, asked(of, place)).all()


def asked(of: Whose, place: Place) -> dict[str, Any]:
    """What a statement is asked for: whose results, and where."""
    return {**of, "at": place[0], "id": place[1]}
