"""Lists of series, newest first, from their summaries: a page costs the same in a book of any size."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, literal, or_, select, text, tuple_, union

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.hand import Pair, Seat
from scorekeeper.engine.seriesfile import Names, folded_name
from scorekeeper.store.grants import alive
from scorekeeper.store.models import Grant, Person, Series, UtcTime, db
from scorekeeper.store.series import FIRST, SECOND, State
from scorekeeper.store.summaries import read_points

PAGE = 50
"""Series on a page of a list."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

LISTED = (
    select(
        Series.id,
        Series.book_id,
        FIRST.name.label("first"),
        SECOND.name.label("second"),
        Series.seat0_id,
        Series.seat1_id,
        Series.note,
        Series.started_at,
        Series.started_offset,
        Series.last_played_at,
        Series.state,
        Series.columns0,
        Series.columns1,
        Series.winner,
        Series.points,
        Series.target,
        Series.net,
        Series.hand_count,
        Series.version,
    )
    .join(FIRST, FIRST.id == Series.seat0_id)
    .join(SECOND, SECOND.id == Series.seat1_id)
    .where(Series.deleted_at.is_(None))
)

RUNNING = text("series.state = 'running'")
"""As the index on running series has it, word for word."""


@dataclass(frozen=True, slots=True)
class ListedSeries:
    """A series in a list; pairs are by seat, ``points`` by game; ``target`` is what closes a game.

    ``people`` are the ids of the players, ``started_at`` has the offset that it was told with.
    """

    id: UUID
    book_id: int
    players: Names
    people: Pair
    note: str
    started_at: datetime
    last_played_at: datetime
    state: State
    games_won: Pair
    winner: Seat | None
    points: tuple[Pair, Pair, Pair]
    target: int
    net: Pair
    hand_count: int
    version: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a list; ``next`` is what to ask the following page with, None on the last."""

    series: tuple[ListedSeries, ...]
    next: str | None


def list_series(
    device_id: int, player: str | None = None, after: str | None = None, most: int = PAGE
) -> Listing:
    """A page of all series that a device may see, those of one player by any spelling of the name; ``most``
    of them.

    Raises ``Malformed`` for an ``after`` that no page had as its ``next``.
    """
    return read_page(sources_of(device_id, player), after, most)


def list_running(device_id: int) -> tuple[ListedSeries, ...]:
    """The series that a device may see and that are being played, at most a page of them."""
    sources = [source.where(RUNNING) for source in sources_of(device_id, None)]
    return read_page(sources, None, PAGE).series


def list_book(book_id: int, player: str | None = None, after: str | None = None, most: int = PAGE) -> Listing:
    """A page of the series in a book, those of one player by any spelling. Raises ``Malformed``."""
    sources = [Series.book_id == book_id] if player is None else of_people(person_ids(player, [book_id]))
    return read_page([LISTED.where(source) for source in sources], after, most)


def sources_of(device_id: int, player: str | None) -> list[Select[*tuple[Any, ...]]]:
    """Where the series that a device may see are found: each by an index that has them in order."""
    grants = db.session.execute(select(Grant.book_id, Grant.series_id).where(*alive(device_id))).all()
    books = sorted({grant.book_id for grant in grants if grant.series_id is None})
    single = sorted({grant.series_id for grant in grants if grant.series_id and grant.book_id not in books})
    if player is None:
        sources: list[ColumnElement[bool]] = [Series.book_id == book_id for book_id in books]
        if single:
            sources.append(Series.id.in_(single))
    else:
        sources = of_people(person_ids(player, books))
        if single:
            people = person_ids(player, sorted({grant.book_id for grant in grants if grant.series_id}))
            sources.append(
                Series.id.in_(single) & or_(Series.seat0_id.in_(people), Series.seat1_id.in_(people))
            )
    return [LISTED.where(source) for source in sources]


def of_people(people: list[int]) -> list[ColumnElement[bool]]:
    """The series of people, apart by seat, since each seat has its index."""
    return [seat == person for person in people for seat in (Series.seat0_id, Series.seat1_id)]


def person_ids(player: str, books: list[int]) -> list[int]:
    """The people of a name in these books."""
    found = select(Person.id).where(Person.book_id.in_(books), Person.folded == folded_name(player))
    return list(db.session.scalars(found))


def read_page(sources: list[Select[*tuple[Any, ...]]], after: str | None, most: int) -> Listing:
    """One page out of all sources: each is asked for no more than a page."""
    start = None if after is None else read_cursor(after)
    if not sources:
        return Listing((), None)
    pages = [newest(source, start, most) for source in sources]
    found = pages[0]
    if len(pages) > 1:
        together = union(*(select(page.subquery()) for page in pages)).subquery()
        found = (
            select(together).order_by(together.c.last_played_at.desc(), together.c.id.desc()).limit(most + 1)
        )
    listed = [listed_series(*row) for row in db.session.execute(found)]
    page = tuple(listed[:most])
    return Listing(page, write_cursor(page[-1]) if len(listed) > most else None)


def listed_series(
    series_id: UUID,
    book_id: int,
    first: str,
    second: str,
    seat0_id: int,
    seat1_id: int,
    note: str,
    started_at: datetime,
    started_offset: int,
    last_played_at: datetime,
    state: State,
    columns0: int,
    columns1: int,
    winner: Seat | None,
    points: str,
    target: int,
    net: int,
    hand_count: int,
    version: int,
) -> ListedSeries:
    """The series of a row, whose columns come in the order of ``LISTED``."""
    return ListedSeries(
        id=series_id,
        book_id=book_id,
        players=(first, second),
        people=(seat0_id, seat1_id),
        note=note,
        started_at=started_at.astimezone(timezone(timedelta(minutes=started_offset))),
        last_played_at=last_played_at,
        state=state,
        games_won=(columns0, columns1),
        winner=winner,
        points=points_of(points),
        target=target,
        net=(net, -net),
        hand_count=hand_count,
        version=version,
    )


def points_of(written: str) -> tuple[Pair, Pair, Pair]:
    """The six totals; nothing where a damaged row has something else, so that the list is there for all
    others.
    """
    try:
        return read_points(written)
    except (ValueError, IndexError):
        return (0, 0), (0, 0), (0, 0)


def newest(
    source: Select[*tuple[Any, ...]], start: tuple[datetime, UUID] | None, most: int
) -> Select[*tuple[Any, ...]]:
    """The newest series of a source, one more than a page so that it shows whether there is a next one."""
    if start is not None:
        at, series_id = start
        source = source.where(
            tuple_(Series.last_played_at, Series.id) < tuple_(literal(at, UtcTime()), literal(series_id))
        )
    return source.order_by(Series.last_played_at.desc(), Series.id.desc()).limit(most + 1)


def write_cursor(series: ListedSeries) -> str:
    """Where a page ended, fit for a URL."""
    at = (series.last_played_at - EPOCH) // MICROSECOND
    return base64.urlsafe_b64encode(at.to_bytes(8, "big", signed=True) + series.id.bytes).decode().rstrip("=")


def read_cursor(told: str) -> tuple[datetime, UUID]:
    """Where the page before ended. Raises ``Malformed``."""
    try:
        packed = base64.b64decode(told.encode("ascii") + b"==", altchars=b"-_", validate=True)
        at = EPOCH + int.from_bytes(packed[:8], "big", signed=True) * MICROSECOND
        return at, UUID(bytes=packed[8:])
    except (ValueError, OverflowError):
        raise Malformed("cursor_malformed", "after") from None
