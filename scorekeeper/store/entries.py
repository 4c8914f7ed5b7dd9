"""The verbs that change a series. Each is one transaction and adds one entry, or none where nothing is new.

All check in the order of the contract: is it a repeat (the hand's id, the key), does it rest on a version
that still counts (``base``), is there such a hand, may it be so. ``base`` and ``position`` are taken as the
request has them. Besides what each verb raises, all raise ``Missing`` for an unknown series or hand,
``BadBase``, ``Stale``, ``Reused`` for a key or id that was taken for something else, and ``Unavailable``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pydantic_core import from_json, to_json
from sqlalchemy import Connection, bindparam, insert, select, update

from scorekeeper.engine.hand import Hand, Seat, same_content
from scorekeeper.engine.rules import Rules, write_rules
from scorekeeper.engine.whole import whole
from scorekeeper.store.database import write_within, writing
from scorekeeper.store.devices import Bearer
from scorekeeper.store.errors import BadBase, Frozen, NothingLeft, Reused
from scorekeeper.store.hands import Told, amend, read_seat, without_claim
from scorekeeper.store.models import Entry, Series, SpentKey, table_of
from scorekeeper.store.pad import Line, Pad, hand_of
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.results import keep_results
from scorekeeper.store.series import (
    LATELY,
    PADS,
    Change,
    Table,
    describe,
    lay_table,
    lock_row,
    read_lines,
    replay_pad,
    rules_of,
    sound,
    take_pad,
)
from scorekeeper.store.stale import Stale
from scorekeeper.store.steps import Ground, Step, plan_amend, plan_dealer, plan_record, plan_struck
from scorekeeper.store.summaries import SUMMARY, stake_columns, summarise

ADD_LINE = Prepared(insert(table_of(Entry)), ["series_id", *(set(Line._fields) - {"device"})])

SUM_UP = Prepared(update(table_of(Series)).where(table_of(Series).c.id == bindparam("series_id")), SUMMARY)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a verb came to: the series after it, whether anything was stored, and what undo or redo went
    over.
    """

    table: Table
    new: bool
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What comes with every write: who asks, the version it rests on, and what makes a repeat known."""

    by: Bearer | None
    base: object
    key: UUID | None = None
    sent_at: datetime | None = None
    reason: str | None = None

    @property
    def device_id(self) -> int | None:
        """The device that asks; None for the command line."""
        return None if self.by is None else self.by.id


class Turn:
    """A verb's turn at a series: what lies there while nobody else can change it, and the way to add to
    it.
    """

    def __init__(self, transaction: Connection, series_id: UUID, request: Request) -> None:
        self.transaction = transaction
        self.request = request
        self.row, self.device = lock_row(transaction, series_id, request.device_id)
        self.lines = read_lines(transaction, self.row)
        self.pad = take_pad(series_id, self.lines)
        self.rules = rules_of(self.row, LATELY.get(series_id))
        self.ground = Ground(self.pad, self.rules, self.row.players, self.row.told)
        self.written: Table | None = None

    def table(self) -> Table:
        """The series as it lies now."""
        with sound(self.row.id):
            return lay_table(self.row, self.lines, self.pad)

    def unchanged(self) -> Outcome:
        """The answer to a repeat."""
        return Outcome(self.table(), new=False)

    def unneeded(self, kind: str, hand_id: UUID | None) -> Outcome:
        """The answer where everything is as asked for already; its key is remembered, since no entry has
        it.
        """
        if self.request.key is not None:
            spent = {"series_id": self.row.id, "key": self.request.key, "kind": kind, "hand_id": hand_id}
            self.transaction.execute(insert(SpentKey).values(spent))
        return self.unchanged()

    def first_sent(self, hand_id: UUID) -> Line | None:
        """The line that recorded a hand, whatever became of it since."""
        return self.pad.recorded.get(hand_id)

    def repeated(self, kind: str, hand_id: UUID | None) -> Line | None:
        """The line that this request made before, known by its key. Raises ``Reused`` where it was
        another.
        """
        key = self.request.key
        if key is None:
            return None
        line = next((line for line in self.lines if line.key == key), None)
        if line is not None and (line.kind, line.hand_id) != (kind, hand_id):
            raise Reused("key_reused", "key")
        return line

    def spent(self, kind: str, hand_id: UUID | None) -> bool:
        """Whether this request changed nothing before. Raises ``Reused`` where its key came with another."""
        key = self.request.key
        if key is None:
            return False
        spent = self.transaction.execute(
            select(SpentKey.kind, SpentKey.hand_id).where(
                SpentKey.series_id == self.row.id, SpentKey.key == key
            )
        ).first()
        if spent is not None and (spent.kind, spent.hand_id) != (kind, hand_id):
            raise Reused("key_reused", "key")
        return spent is not None

    def check_base(self, hand: Hand | None = None) -> None:
        """Go on only where nobody else changed the series since ``base``."""
        base = self.read_base()
        missed = [line for line in self.lines[base:] if line.device_id != self.request.device_id]
        if missed:
            hands = [line for line in missed if line.kind == "record" and self.stands(line.hand_id)]
            raise Stale(self.table(), None if hand is None else self.alike(hand, hands), hands)

    def check_present(self) -> None:
        """Go on only where ``base`` is the present version: undo means what its button said."""
        if self.read_base() != len(self.lines):
            raise Stale(self.table())

    def read_base(self) -> int:
        """The version that the request rests on."""
        if self.request.base is None:
            raise BadBase("base_missing", "base")
        base = whole(self.request.base)
        if base is None:
            raise BadBase("base_not_whole", "base")
        if base < 0:
            raise BadBase("base_negative", "base", value=base)
        if base > len(self.lines):
            raise BadBase("base_ahead", "base", value=base, version=len(self.lines))
        return base

    def alike(self, hand: Hand, missed: list[Line]) -> UUID | None:
        """The hand that somebody else entered meanwhile and that says the same."""
        for line in missed:
            if same_content(self.pad.by_id[line.hand_id].hand, hand):
                return line.hand_id
        return None

    def stands(self, hand_id: UUID | None) -> bool:
        """Whether a hand is on the sheet and not struck out."""
        laid = self.pad.by_id.get(hand_id)
        return laid is not None and not laid.struck

    def take(self, kind: str, hand_id: UUID | None, step: Step | None) -> Outcome:
        """Write a planned step; where nothing would be new, see that a repeat is known."""
        return self.unneeded(kind, hand_id) if step is None else self.write(*step)

    def write(self, kind: str, hand_id: UUID | None = None, body: dict[str, Any] | None = None) -> Outcome:
        """Add one entry, with the summary and the results that follow from it."""
        request = self.request
        line = Line(
            version=len(self.lines) + 1,
            kind=kind,
            hand_id=hand_id,
            key=request.key,
            device_id=request.device_id,
            device=self.device,
            at=datetime.now(UTC),
            sent_at=None if request.sent_at is None else request.sent_at.astimezone(UTC),
            reason=request.reason,
            body=from_json(to_json(body or {})),
        )
        self.lines.append(line)
        self.pad.write(line)
        before = self.row.state
        self.written = table = self.table()
        self.row = table.row
        add_lines(self.transaction, [(table.id, line)])
        write_within(self.transaction, SUM_UP, [{"series_id": table.id, **summarise(table)}])
        if "over" in (before, table.state):
            keep_results(self.transaction, [table])
        return Outcome(table, new=True)


@contextmanager
def turn_at(series_id: UUID, request: Request) -> Iterator[Turn]:
    """A turn at a series; what it wrote is kept when the block ends well."""
    with writing() as transaction:
        with sound(series_id):
            turn = Turn(transaction, series_id, request)
        yield turn
    if turn.written is not None:
        LATELY.keep(series_id, turn.written)
    PADS.keep(series_id, turn.pad)


def add_lines(transaction: Connection, lines: Iterable[tuple[UUID, Line]]) -> None:
    """Insert entries, each with the series that it belongs to."""
    rows = [{"series_id": series_id, **line._asdict()} for series_id, line in lines]
    for row in rows:
        del row["device"]
    write_within(transaction, ADD_LINE, rows)


def record_hand(
    series_id: UUID,
    hand_id: UUID,
    hand: Told,
    request: Request,
    *,
    position: object = None,
    at: datetime | None = None,
) -> Outcome:
    """Enter a hand, at the end or before the hand numbered ``position``.

    ``hand_id`` is made by whoever enters it, so that it is kept once however often it is sent: a repeat of
    the same content comes to the present state. ``at`` is when it was played, now where it isn't told. A hand
    after the end of the series is kept too. Raises ``Refused`` for an illegal one.
    """
    with turn_at(series_id, request) as turn:
        unclaimed = without_claim(hand)
        told = turn.ground.read(unclaimed)
        first = turn.first_sent(hand_id)
        if first is not None:
            if not same_content(hand_of(first.body["hand"]), told):
                raise Reused("hand_id_reused", "id")
            return turn.unchanged()
        turn.repeated("record", hand_id)
        turn.check_base(told)
        step = plan_record(turn.ground, hand_id, told, position, at)
        if hand is not unclaimed:
            turn.ground.read(hand)
        return turn.write(*step)


def amend_hand(
    series_id: UUID,
    hand_id: UUID,
    changes: Mapping[str, object],
    request: Request,
    *,
    position: object = None,
) -> Outcome:
    """Put other numbers on a hand, in its place or moved before the hand numbered ``position``; one entry.

    ``changes`` are JSON fields by name, ``dealer`` and ``at`` too; see ``plan_amend``. A change of nothing
    adds no entry. Raises ``Refused``.
    """
    with turn_at(series_id, request) as turn:
        line = turn.repeated("amend", hand_id)
        if line is not None:
            if not amends_the_same(turn.ground, line, changes, position):
                raise Reused("key_reused", "key")
            return turn.unchanged()
        if turn.spent("amend", hand_id):
            return turn.unchanged()
        turn.check_base()
        return turn.take("amend", hand_id, plan_amend(turn.ground, hand_id, changes, position))


def amends_the_same(ground: Ground, line: Line, changes: Mapping[str, object], position: object) -> bool:
    """Whether these changes are those that a line made: told once more, they change nothing about it."""
    kept = hand_of(line.body["hand"])
    told = amend(kept, None, ground.respelt(changes), ground.players, ground.rules)[0]
    return told == kept and line.body.get("position", position) == position


def strike_hand(series_id: UUID, hand_id: UUID, request: Request) -> Outcome:
    """Strike out a hand: it keeps its place and scores nothing. A struck one stays as it is, without an
    entry.
    """
    return set_struck(series_id, hand_id, request, struck=True)


def restore_hand(series_id: UUID, hand_id: UUID, request: Request) -> Outcome:
    """Let a struck hand count again where it stood. One that stands stays as it is, without an entry."""
    return set_struck(series_id, hand_id, request, struck=False)


def set_struck(series_id: UUID, hand_id: UUID, request: Request, *, struck: bool) -> Outcome:
    """Strike or restore a hand."""
    kind = "strike" if struck else "restore"
    with turn_at(series_id, request) as turn:
        if turn.repeated(kind, hand_id) or turn.spent(kind, hand_id):
            return turn.unchanged()
        turn.check_base()
        return turn.take(kind, hand_id, plan_struck(turn.ground, hand_id, struck=struck))


def set_dealer(series_id: UUID, dealer: Seat | str | None, request: Request) -> Outcome:
    """Set by hand who deals the hand to come, by seat or name; None leaves it to the rule again."""
    with turn_at(series_id, request) as turn:
        told = turn.ground.respelt({"dealer": dealer})["dealer"]
        seat = read_seat(told, turn.ground.players, "dealer")
        line = turn.repeated("dealer", None)
        if line is not None:
            if line.body["dealer"] != seat:
                raise Reused("key_reused", "key")
            return turn.unchanged()
        if turn.spent("dealer", None):
            return turn.unchanged()
        turn.check_base()
        return turn.take("dealer", None, plan_dealer(turn.ground, seat))


def change_rules(series_id: UUID, rules: Rules, request: Request) -> Outcome:
    """Give a series other rules, as long as no hand is on its sheet, struck ones included. Raises
    ``Frozen``.
    """
    with turn_at(series_id, request) as turn:
        if turn.repeated("rules", None) or turn.spent("rules", None):
            return turn.unchanged()
        turn.check_base()
        if turn.pad.hands:
            raise Frozen("rules_frozen", "rules")
        if rules == turn.rules:
            return turn.unneeded("rules", None)
        old, new = turn.row.rules, write_rules(rules)
        turn.transaction.execute(
            update(Series).where(Series.id == series_id).values(rules=new, **stake_columns(rules))
        )
        turn.row, turn.rules = turn.row._replace(rules=new), rules
        return turn.write("rules", body={"old": old, "new": new})


def undo(series_id: UUID, request: Request) -> Outcome:
    """Take back the last change that counts, whoever made it. ``base`` must be the present version.

    ``change`` in the outcome is what was taken back, as it stood. Raises ``NothingLeft``.
    """
    with turn_at(series_id, request) as turn:
        line = turn.repeated("undo", None)
        if line is not None:
            before = Pad(turn.lines[: line.version - 1])
            return replace(turn.unchanged(), change=last_done(turn, before))
        turn.check_present()
        if not turn.pad.done:
            raise NothingLeft("nothing_to_undo")
        change = last_done(turn, turn.pad)
        return replace(turn.write("undo", body={"of": change.version}), change=change)


def redo(series_id: UUID, request: Request) -> Outcome:
    """Make the change again that was taken back last. ``base`` must be the present version.

    ``change`` in the outcome is what was made again, as it stands. Raises ``NothingLeft``.
    """
    with turn_at(series_id, request) as turn:
        line = turn.repeated("redo", None)
        if line is not None:
            after = Pad(turn.lines[: line.version])
            return replace(turn.unchanged(), change=last_done(turn, after))
        turn.check_present()
        if not turn.pad.undone:
            raise NothingLeft("nothing_to_redo")
        outcome = turn.write("redo", body={"of": turn.pad.undone[-1].version})
        return replace(outcome, change=outcome.table.undoable)


def last_done(turn: Turn, pad: Pad) -> Change:
    """The last change that counts on a pad, as it stands there."""
    with sound(turn.row.id):
        return describe(pad, replay_pad(turn.row, turn.rules, pad), pad.done[-1][0])
