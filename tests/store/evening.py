"""An evening of cards in verbs: what the store's tests are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import select

from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.seriesfile import SeriesFile
from scorekeeper.store.devices import Bearer, make_device
from scorekeeper.store.entries import (
    Outcome,
    Request,
    amend_hand,
    record_hand,
    redo,
    restore_hand,
    set_dealer,
    strike_hand,
    undo,
)
from scorekeeper.store.grants import role_in_book
from scorekeeper.store.links import join, make_link
from scorekeeper.store.models import Series, db
from scorekeeper.store.series import Table, load_series
from scorekeeper.store.start import start_series
from scorekeeper.store.summaries import summarise

ANN: Seat = 0
BOB: Seat = 1

VOID = Hand("void")


def knock(knocker: Seat, laid_down: int, held: int) -> Hand:
    """A knock with the deadwood of the one who laid down and of the other."""
    return Hand("knock", knocker, (laid_down, held) if knocker == ANN else (held, laid_down))


def gin(knocker: Seat, held: int) -> Hand:
    """Gin against that much deadwood."""
    return Hand("gin", knocker, (0, held) if knocker == ANN else (held, 0))


def paper(winner: Seat, points: int) -> Hand:
    """A result taken over from paper."""
    return Hand("points", winner=winner, points=points)


@dataclass
class Evening:
    """A series and the two phones that keep it. Each verb asks with the present version unless told else."""

    id: UUID
    ann: Bearer
    bob: Bearer

    def ask(self, by: Bearer | None = None, base: Any = "present", **more: Any) -> Request:
        """A request from a phone, Ann's by default."""
        seen = self.table().version if base == "present" else base
        return Request(by or self.ann, seen, **more)

    def record(self, hand: Any, hand_id: UUID | None = None, **more: Any) -> Outcome:
        """Enter a hand under its id, a new one by default."""
        place = {key: more.pop(key) for key in ("position", "at") if key in more}
        return record_hand(self.id, hand_id or uuid4(), hand, self.ask(**more), **place)

    def keep(self, hand: Any, **more: Any) -> UUID:
        """Enter a hand; its id."""
        hand_id = uuid4()
        assert self.record(hand, hand_id, **more).new
        return hand_id

    def amend(self, hand_id: UUID, changes: dict[str, Any], **more: Any) -> Outcome:
        """Change fields of a hand, or its place."""
        position = more.pop("position", None)
        return amend_hand(self.id, hand_id, changes, self.ask(**more), position=position)

    def strike(self, hand_id: UUID, **more: Any) -> Outcome:
        """Strike a hand out."""
        return strike_hand(self.id, hand_id, self.ask(**more))

    def restore(self, hand_id: UUID, **more: Any) -> Outcome:
        """Let a struck hand count again."""
        return restore_hand(self.id, hand_id, self.ask(**more))

    def deal(self, dealer: Seat | str | None, **more: Any) -> Outcome:
        """Set the dealer of the hand to come."""
        return set_dealer(self.id, dealer, self.ask(**more))

    def undo(self, **more: Any) -> Outcome:
        """Take the last change back."""
        return undo(self.id, self.ask(**more))

    def redo(self, **more: Any) -> Outcome:
        """Make it again."""
        return redo(self.id, self.ask(**more))

    def table(self) -> Table:
        """The series as it lies now."""
        table = load_series(self.id)
        db.session.rollback()
        return table

    def points(self) -> list[tuple[int, int]]:
        """The points of the three columns by seat."""
        return [column.points for column in self.table().sheet.columns]

    def ids(self) -> list[UUID]:
        """The hands on the table in order, struck ones too."""
        return [hand.id for hand in self.table().hands]

    def numbers(self) -> list[int | None]:
        """Their numbers; None where struck."""
        return [hand.number for hand in self.table().hands]


def start_evening(rules: Rules = DEFAULTS, names: tuple[str, str] = ("Ann", "Bob"), **file: Any) -> Evening:
    """Ann starts a series in a new book on her phone, and Bob's phone joins as a scorer."""
    ann = make_device("phone", "Ann's phone").bearer
    bob = make_device("phone", "Bob's phone").bearer
    table = start_series(SeriesFile(names, rules, (), **file), ann, book_name="Kitchen table").table
    join(make_link(table.book_id, "scorer", ann), bob.id)
    assert role_in_book(bob.id, table.book_id) == "scorer"
    db.session.rollback()
    return Evening(table.id, ann, bob)


def stored_summary(series_id: UUID) -> dict[str, Any]:
    """The summary columns of a series as they stand in its row."""
    names = list(summarise(load_series(series_id)))
    row = db.session.execute(
        select(*(getattr(Series, name) for name in names)).where(Series.id == series_id)
    ).one()
    db.session.rollback()
    return dict(zip(names, row, strict=True))


def assert_summed_up(series_id: UUID) -> None:
    """The summary in the row is what a replay of the entries comes to."""
    assert stored_summary(series_id) == summarise(load_series(series_id))
    db.session.rollback()
