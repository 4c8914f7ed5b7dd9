"""A series as everybody sees it: its row and its entries, laid out as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import chain, repeat
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import Rules, read_rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Played, Sheet, replay
from scorekeeper.store.database import Transaction, read_alone, read_within
from scorekeeper.store.errors import Damaged, Missing
from scorekeeper.store.lately import Lately
from scorekeeper.store.models import Device, Entry, Person, Scorebook, Series, db, table_of
from scorekeeper.store.pad import Laid, Line, Pad, hand_of
from scorekeeper.store.prepared import Prepared

State: TypeAlias = Literal["running", "over", "abandoned"]

SERIES, ENTRIES = table_of(Series), table_of(Entry)
BOOKS, DEVICES = table_of(Scorebook), table_of(Device)

NONSENSE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What reading raises where something is stored that this program never wrote."""

FIRST, SECOND = aliased(Person), aliased(Person)
"""The people at seats 0 and 1."""

FIRST_ROW, SECOND_ROW = table_of(Person).alias(), table_of(Person).alias()
"""The same for statements over bare tables."""


class SeriesRow(NamedTuple):
    """What a series is besides its entries, in the order in which ``ROWS`` reads it; ``state`` is that of its
    summary, ``renamings`` that of its book, ``latest`` the time of its last entry.
    """

    id: UUID
    version: int
    book_id: int
    book: str
    first: str
    second: str
    told_names: list[str]
    rules: dict[str, Any]
    first_dealer: Seat | None
    note: str
    started_at: datetime
    started_offset: int
    made_at: datetime
    state: State = "running"
    renamings: int = 0
    latest: datetime | None = None

    @property
    def players(self) -> Names:
        """The names of today by seat."""
        return self.first, self.second

    @property
    def told(self) -> Names:
        """The names by seat as they were spelt when the series began."""
        return self.told_names[0], self.told_names[1]


ROWS = (
    select(
        SERIES.c.id,
        SERIES.c.version,
        SERIES.c.book_id,
        BOOKS.c.name,
        FIRST_ROW.c.name,
        SECOND_ROW.c.name,
        SERIES.c.told_names,
        SERIES.c.rules,
        SERIES.c.first_dealer,
        SERIES.c.note,
        SERIES.c.started_at,
        SERIES.c.started_offset,
        SERIES.c.made_at,
        SERIES.c.state,
        BOOKS.c.renamings,
        select(ENTRIES.c.at)
        .where(ENTRIES.c.series_id == SERIES.c.id, ENTRIES.c.version == SERIES.c.version)
        .scalar_subquery(),
    )
    .join(BOOKS, BOOKS.c.id == SERIES.c.book_id)
    .join(FIRST_ROW, FIRST_ROW.c.id == SERIES.c.seat0_id)
    .join(SECOND_ROW, SECOND_ROW.c.id == SERIES.c.seat1_id)
    .where(SERIES.c.deleted_at.is_(None))
)

WHOLE_ROW = ROWS.where(SERIES.c.id == bindparam("series_id"))

SEEN_ROW = Prepared(WHOLE_ROW)

LOCKED_ROW = Prepared(
    WHOLE_ROW.add_columns(
        select(DEVICES.c.name).where(DEVICES.c.id == bindparam("device_id")).scalar_subquery()
    ).with_for_update(of=SERIES)
)

ALL_LINES = select(
    ENTRIES.c.version,
    ENTRIES.c.kind,
    ENTRIES.c.hand_id,
    ENTRIES.c.key,
    ENTRIES.c.device_id,
    func.coalesce(func.nullif(ENTRIES.c.told_device, ""), DEVICES.c.name),
    ENTRIES.c.at,
    ENTRIES.c.sent_at,
    ENTRIES.c.reason,
    ENTRIES.c.body,
    ENTRIES.c.told_device,
).outerjoin(DEVICES, DEVICES.c.id == ENTRIES.c.device_id)

LINES = ALL_LINES.where(
    ENTRIES.c.series_id == bindparam("series_id"),
    ENTRIES.c.version >= bindparam("first"),
    ENTRIES.c.version <= bindparam("version"),
).order_by(ENTRIES.c.version)


@dataclass(frozen=True, slots=True)
class Change:
    """One change that undo or redo goes over: what ``words`` need to say which it is.

    ``number`` is the hand's number where the change stands, else the number it had or would have; ``hand`` is
    what the change was about, ``played`` what it does on the sheet while it stands; ``inserted`` that it was
    entered between others, ``moved`` that it was put elsewhere; ``dealer`` the seat set by hand.
    """

    version: int
    kind: str
    hand_id: UUID | None
    number: int | None
    hand: Hand | None
    played: Played | None
    inserted: bool
    moved: bool
    dealer: Seat | None
    device_id: int | None
    device: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand on the table. ``number`` and ``played`` are None for a struck one, which keeps its place.

    ``at`` is when it was played, where that was told or seen; ``recorded`` the line that brought it. As long
    as nothing changes about a hand it is one and the same object.
    """

    id: UUID
    hand: Hand
    number: int | None
    played: Played | None
    at: datetime | None
    recorded: Line

    def __hash__(self) -> int:
        # Equal ones have the same id; a hash of all that a hand did would take longer than to tell it.
        return hash(self.id)

    @property
    def struck(self) -> bool:
        """Whether it no longer counts."""
        return self.number is None


@dataclass(frozen=True, slots=True)
class Table:
    """A series with all that lies on its table, at one version.

    ``players`` are the names of today by seat; ``told`` how they were spelt when the series began, which a
    hand may still use. ``started_at`` has the offset that it was told with. ``next_dealer`` is a dealer set
    by hand for the hand to come; the sheet's own follows the rule where there is none. ``undoable`` and
    ``redoable`` are what a tap would go over, ``done`` the changes that count, last one last. ``row`` is the
    rest of what it was laid from, beside its ``lines``.
    """

    row: SeriesRow
    id: UUID
    version: int
    book_id: int
    book: str
    players: Names
    told: Names
    rules: Rules
    first_dealer: Seat | None
    next_dealer: Seat | None
    note: str
    started_at: datetime
    abandoned_at: datetime | None
    last_played_at: datetime
    state: State
    hands: tuple[KeptHand, ...]
    sheet: Sheet
    undoable: Change | None
    redoable: Change | None
    done: tuple[Line, ...]
    lines: tuple[Line, ...]


LATELY: Lately[Table] = Lately(2000, lambda table: len(table.lines))
"""Tables as they lay last: of those who follow a series the first has it laid, and who adds to it reads and
scores what is new.
"""

PADS: Lately[Pad] = Lately(1000, lambda pad: pad.count)
"""Pads as they were written on last, for whoever writes next."""


def load_series(series_id: UUID) -> Table:
    """The series with its entries, at one version whoever writes meanwhile. Raises ``Missing``, and
    ``Damaged``.
    """
    with sound(series_id):
        known = seen_lately(series_id)
    if known is not None:
        return known
    table = read_series(db.session, series_id)
    LATELY.keep(series_id, table)
    return table


def read_series(transaction: Transaction, series_id: UUID) -> Table:
    """The series as a transaction sees it. Raises ``Missing``, and ``Damaged``."""
    with sound(series_id):
        row = read_row(transaction, series_id)
        lines = read_lines(transaction, row)
        return lay_table(row, lines, Pad(lines))


def take_pad(series_id: UUID, lines: Sequence[Line]) -> Pad:
    """A pad with these lines on it, for whoever asks alone: the one left last, where it goes on to them."""
    pad = PADS.take(series_id)
    if pad is None or not pad.begins(lines):
        return Pad(lines)
    for line in lines[pad.count :]:
        pad.write(line)
    return pad


def seen_lately(series_id: UUID) -> Table | None:
    """The table that was kept last, where nothing has changed since."""
    known = LATELY.get(series_id)
    if known is None:
        return None
    rows = read_alone(SEEN_ROW, {"series_id": series_id})
    return known if any(SeriesRow._make(row) == known.row for row in rows) else None


@contextmanager
def sound(series_id: UUID) -> Iterator[None]:
    """Raise ``Damaged`` for whatever goes wrong within, where only what is stored is read."""
    try:
        yield
    except NONSENSE as trouble:
        raise Damaged("series_damaged", series=series_id) from trouble


def read_row(transaction: Transaction, series_id: UUID) -> SeriesRow:
    """The row of a series. Raises ``Missing``."""
    found = transaction.execute(WHOLE_ROW, {"series_id": series_id}).first()
    if found is None:
        raise Missing("series_unknown")
    return SeriesRow._make(found)


def lock_row(transaction: Connection, series_id: UUID, device_id: int | None) -> tuple[SeriesRow, str | None]:
    """The row of a series that nobody else can change until the transaction ends, and the name of the device
    that is about to. Raises ``Missing``.
    """
    asked = {"series_id": series_id, "device_id": device_id}
    # On PostgreSQL who had to wait while a player was changed looks for the row with the player of before.
    found = read_within(transaction, LOCKED_ROW, asked) or read_within(transaction, LOCKED_ROW, asked)
    if not found:
        raise Missing("series_unknown")
    *row, device = found[0]
    return SeriesRow._make(row), device


def read_lines(transaction: Transaction, row: SeriesRow) -> list[Line]:
    """The entries of a series up to the version of its row: later ones belong to a row that was not read.

    Of those that are kept the last is read again where more have come, as a proof that they are the same.
    """
    known = lines_known(row)
    if known and (len(known), known[-1].at) == (row.version, row.latest):
        return known
    lines = read_from(transaction, row, len(known) or 1)
    if not known:
        return lines
    return [*known, *lines[1:]] if lines[0] == known[-1] else read_from(transaction, row, 1)


def read_from(transaction: Transaction, row: SeriesRow, first: int) -> list[Line]:
    """The entries of a series from one version up to that of its row."""
    asked = {"series_id": row.id, "first": first, "version": row.version}
    return [Line._make(line) for line in transaction.execute(LINES, asked)]


def lines_known(row: SeriesRow) -> list[Line]:
    """The entries that are kept of a series: they are never changed, but their devices may get other names,
    and a series may come back from a file.
    """
    known = LATELY.get(row.id)
    if known is None or known.version > row.version:
        return []
    same = (known.row.made_at, known.row.renamings) == (row.made_at, row.renamings)
    return list(known.lines) if same else []


def rules_of(row: SeriesRow, known: Table | None) -> Rules:
    """The rules of a series, which are read once as long as they stay."""
    return known.rules if known is not None and known.row.rules == row.rules else read_rules(row.rules)


def lay_table(row: SeriesRow, lines: Sequence[Line], pad: Pad) -> Table:
    """The table of a row and of the pad that its lines were written onto; its own row says what they say."""
    known = LATELY.get(row.id)
    rules = rules_of(row, known)
    sheet = replay_pad(row, rules, pad, known)
    state = state_of(sheet, pad)
    latest = lines[-1].at if lines else None
    if (row.version, row.state, row.latest) != (len(lines), state, latest):
        row = row._replace(version=len(lines), state=state, latest=latest)
    return Table(
        row=row,
        id=row.id,
        version=len(lines),
        book_id=row.book_id,
        book=row.book,
        players=row.players,
        told=row.told,
        rules=rules,
        first_dealer=row.first_dealer,
        next_dealer=pad.next_dealer,
        note=row.note,
        started_at=row.started_at.astimezone(timezone(timedelta(minutes=row.started_offset))),
        abandoned_at=pad.abandoned_at,
        last_played_at=last_played(row, pad),
        state=state,
        hands=lay_hands(pad, sheet, () if known is None else known.hands),
        sheet=sheet,
        undoable=describe(pad, sheet, pad.done[-1][0]) if pad.done else None,
        redoable=describe(pad, sheet, pad.undone[-1]) if pad.undone else None,
        done=tuple(line for line, _take_back in pad.done),
        lines=tuple(lines),
    )


def replay_pad(row: SeriesRow, rules: Rules, pad: Pad, known: Table | None = None) -> Sheet:
    """The sheet of the hands that stand on the pad of a series, which goes on from a table known."""
    hands = [laid.hand for laid in pad.hands if not laid.struck]
    sheet = None
    if known is not None and (known.rules, known.first_dealer) == (rules, row.first_dealer):
        sheet = known.sheet
    return replay(rules, hands, row.first_dealer, pad.next_dealer, sheet)


def state_of(sheet: Sheet, pad: Pad) -> State:
    """Whether a series runs, is over, or was left unfinished."""
    if sheet.over:
        return "over"
    return "running" if pad.abandoned_at is None else "abandoned"


def last_played(row: SeriesRow, pad: Pad) -> datetime:
    """When the last hand was played, at least the start; as told, but no later than we heard of it.

    So a phone whose clock is wrong moves no series to the top of a list for good, nor below its start.
    """
    hands = (min(laid.at, laid.recorded.at) for laid in pad.hands if laid.at is not None and not laid.struck)
    return max((min(row.started_at, row.made_at), *hands)).astimezone(UTC)


def lay_hands(pad: Pad, sheet: Sheet, known: Sequence[KeptHand]) -> tuple[KeptHand, ...]:
    """All hands in order, those that stand with what they did; as they are known where nothing changed."""
    standing = iter(sheet.hands)
    before = chain(known, repeat(None))
    return tuple(
        lay_hand(laid, None if laid.struck else next(standing), as_known)
        for laid, as_known in zip(pad.hands, before, strict=False)
    )


def lay_hand(laid: Laid, played: Played | None, known: KeptHand | None) -> KeptHand:
    """A hand with what it did; the one known in its place where it is that."""
    if (
        played is not None
        and known is not None
        and known.played is played
        and known.recorded is laid.recorded
        and str(known.at) == str(laid.at)  # moments are equal in whatever zone they are told
    ):
        return known
    number = None if played is None else played.number
    return KeptHand(laid.id, laid.hand, number, played, laid.at, laid.recorded)


def describe(pad: Pad, sheet: Sheet, line: Line) -> Change:
    """What a change was about; it is the last on the pad, or the last that was taken back."""
    laid = None if line.hand_id is None else pad.by_id.get(line.hand_id)
    number = number_of(pad, line, laid)
    body = line.body
    return Change(
        version=line.version,
        kind=line.kind,
        hand_id=line.hand_id,
        number=number,
        hand=hand_of(body["hand"]) if "hand" in body else None if laid is None else laid.hand,
        played=None if number is None or laid is None or laid.struck else sheet.hands[number - 1],
        inserted=line.kind == "record" and "position" in body,
        moved=line.kind == "amend" and "position" in body,
        dealer=body.get("dealer"),
        device_id=line.device_id,
        device=line.device,
        at=line.at,
    )


def number_of(pad: Pad, line: Line, laid: Laid | None) -> int | None:
    """The number that a change's hand has; for one that does not stand, the number it would have. None
    without a hand.
    """
    if line.hand_id is None:
        return None
    place = pad.place_of(line.body.get("position")) if laid is None else pad.hands.index(laid)
    return 1 + sum(not before.struck for before in pad.hands[:place])
