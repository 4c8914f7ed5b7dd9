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

from sqlalchemy import ColumnElement, Row, and_, bindparam, literal, select, tuple_, update

from scorekeeper.store.database import Transaction
from scorekeeper.store.models import Result, UtcTime, table_of
from scorekeeper.store.tallies import THIS_RESULT, Pairing, ResultRow, people_of

RESULTS = table_of(Result)

Place: TypeAlias = tuple[datetime, UUID]
"""Where a series stands among the others: when it started, then its id."""

IN_ORDER = tuple_(RESULTS.c.started_at, RESULTS.c.series_id)

PAGE = 200
"""Results looked at in one go."""


def count_runs(session: Transaction, changed: Sequence[ResultRow]) -> None:
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
        pair = and_(RESULTS.c.person_id == person, RESULTS.c.opponent_id == opponent)
        count_in_a_row(session, "run", pair, sorted(places))
    for person, places in overall.items():
        count_in_a_row(session, "streak", RESULTS.c.person_id == person, sorted(places))


def count_in_a_row(session: Transaction, column: str, of: ColumnElement[bool], places: list[Place]) -> None:
    """Count over the results ``of`` somebody, from each of these places as far as it changes anything."""
    reached: Place | None = None
    for place in places:
        if reached is None or place > reached:
            reached = count_from(session, column, of, place)


def count_from(session: Transaction, column: str, of: ColumnElement[bool], start: Place) -> Place:
    """Count from one place on; the place up to which everything is right then."""
    kept = RESULTS.c[column]
    wins = last_before(session, kept, of, start)
    reached = start
    wrong: list[dict[str, Any]] = []
    for row in results_from(session, kept, of, start):
        wins = wins + 1 if row.won else 0
        reached = (row.started_at, row.series_id)
        if row.counted == wins:
            break
        wrong.append({"of_series": row.series_id, "of_person": row.person_id, "right": wins})
    if wrong:
        session.execute(update(RESULTS).where(THIS_RESULT).values({column: bindparam("right")}), wrong)
    return reached


def last_before(session: Transaction, kept: Any, of: ColumnElement[bool], place: Place) -> int:
    """The count of the result directly before a place; 0 where there is none."""
    count: int | None = session.execute(
        select(kept)
        .where(of, place_of(place) > IN_ORDER)
        .order_by(RESULTS.c.started_at.desc(), RESULTS.c.series_id.desc())
        .limit(1)
    ).scalar()
    return count or 0


def results_from(
    session: Transaction, kept: Any, of: ColumnElement[bool], place: Place
) -> Iterator[Row[*tuple[Any, ...]]]:
    """The results from a place on, in order, read as far as they are asked for."""
    asked = (
        select(
            RESULTS.c.started_at,
            RESULTS.c.series_id,
            RESULTS.c.person_id,
            RESULTS.c.won,
            kept.label("counted"),
        )
        .where(of)
        .order_by(RESULTS.c.started_at, RESULTS.c.series_id)
        .limit(PAGE)
    )
    page = session.execute(asked.where(place_of(place) <= IN_ORDER)).all()
    while page:
        yield from page
        if len(page) < PAGE:
            return
        place = (page[-1].started_at, page[-1].series_id)
        page = session.execute(asked.where(place_of(place) < IN_ORDER)).all()


def place_of(place: Place) -> Any:
    """A place as statements compare it."""
    return tuple_(literal(place[0], UtcTime()), literal(place[1]))
