"""The tables. Seats are 0 and 1, times are UTC; the entries of a series are its source, its row follows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Index, String, Table, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, registry
from sqlalchemy.types import TypeDecorator


class UtcTime(TypeDecorator[datetime]):
    """A moment: written in UTC everywhere, since SQLite keeps no zone, and aware when it comes back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What all tables have in common: how Python's types are stored."""

    registry = registry(
        type_annotation_map={datetime: UtcTime(), dict[str, Any]: JSON(), list[str]: JSON()},
    )


db = SQLAlchemy(model_class=Base)

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


class Scorebook(Model):
    """A household's or a club's book: its people and their series."""

    __tablename__ = "scorebooks"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(500))
    made_at: Mapped[datetime]


class Person(Model):
    """Somebody who plays in a book, found by ``folded``, the name without blanks and case that do not count.

    ``apart`` tells two people of one name apart, from 0.
    """

    __tablename__ = "people"
    __table_args__ = (UniqueConstraint("book_id", "folded", "apart"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("scorebooks.id"))
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(200))
    apart: Mapped[int] = mapped_column(default=0)


class Device(Model):
    """A phone with its cookie or a script with its token. Only the SHA-256 of either is kept."""

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(500))
    made_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class Series(Model):
    """A series: who, by which rules, and what its entries come to.

    ``version`` counts the entries. Everything from ``state`` on is the summary, written with each entry in
    one transaction, so that lists and records need no replay; ``net`` is what seat 0 is up after rounding,
    money is ``net`` times ``stake_amount``, ``points`` the six totals by game and seat, "44:18 34:0 4:0", and
    ``target`` what closes a game. Counts by seat are of hands won that score.
    """

    __tablename__ = "series"
    __table_args__ = (
        Index("ix_series_book", "book_id", "last_played_at", "id"),
        Index(
            "ix_series_running",
            "book_id",
            "last_played_at",
            "id",
            sqlite_where=text("state = 'running'"),
            postgresql_where=text("state = 'running'"),
        ),
        Index("ix_series_seat0", "seat0_id", "last_played_at", "id"),
        Index("ix_series_seat1", "seat1_id", "last_played_at", "id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("scorebooks.id"))
    seat0_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    seat1_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    told_names: Mapped[list[str]]
    rules: Mapped[dict[str, Any]]
    stake_amount: Mapped[str | None] = mapped_column(String(20))
    currency: Mapped[str | None] = mapped_column(String(3))
    first_dealer: Mapped[int | None]
    note: Mapped[str] = mapped_column(String(500))
    started_at: Mapped[datetime]
    started_offset: Mapped[int]
    made_at: Mapped[datetime]
    made_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    content_hash: Mapped[str] = mapped_column(String(64))
    purged_at: Mapped[datetime | None]

    version: Mapped[int]
    state: Mapped[str] = mapped_column(String(10))
    last_played_at: Mapped[datetime]
    hand_count: Mapped[int]
    winner: Mapped[int | None]
    columns0: Mapped[int]
    columns1: Mapped[int]
    points: Mapped[str] = mapped_column(String(60))
    target: Mapped[int]
    net: Mapped[int]
    knocks0: Mapped[int]
    knocks1: Mapped[int]
    gins0: Mapped[int]
    gins1: Mapped[int]
    big_gins0: Mapped[int]
    big_gins1: Mapped[int]
    undercuts0: Mapped[int]
    undercuts1: Mapped[int]
    papers0: Mapped[int]
    papers1: Mapped[int]
    voids: Mapped[int]


class Entry(Model):
    """One change to a series, for good: the database refuses to update or delete it (see the migrations).

    ``version`` counts them from 1 within the series. ``body`` holds what the kind needs, by seat. ``at`` is
    the server's time, ``sent_at`` the phone's.
    """

    __tablename__ = "entries"
    __table_args__ = (
        Index(
            "ux_entries_key",
            "series_id",
            "key",
            unique=True,
            sqlite_where=text("key IS NOT NULL"),
            postgresql_where=text("key IS NOT NULL"),
        ),
        Index(
            "ux_entries_hand",
            "series_id",
            "hand_id",
            unique=True,
            sqlite_where=text("kind = 'record'"),
            postgresql_where=text("kind = 'record'"),
        ),
        {"sqlite_with_rowid": False},
    )

    series_id: Mapped[UUID] = mapped_column(ForeignKey("series.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    hand_id: Mapped[UUID | None]
    key: Mapped[UUID | None]
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    reason: Mapped[str | None] = mapped_column(String(500))
    body: Mapped[dict[str, Any]]


class SpentKey(Model):
    """The key of a write that changed nothing and so has no entry: its repeat must still change nothing."""

    __tablename__ = "spent_keys"

    series_id: Mapped[UUID] = mapped_column(ForeignKey("series.id"), primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    hand_id: Mapped[UUID | None]


class Link(Model):
    """An invitation into a book or, with ``series_id``, to one series of it; only its token's SHA-256."""

    __tablename__ = "links"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("scorebooks.id"), index=True)
    series_id: Mapped[UUID | None] = mapped_column(ForeignKey("series.id"))
    role: Mapped[str] = mapped_column(String(10))
    made_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class Grant(Model):
    """What a device may do in a book or, with ``series_id``, in one series of it, and by which link."""

    __tablename__ = "grants"
    __table_args__ = (Index("ix_grants_device", "device_id", "book_id"), Index("ix_grants_book", "book_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    book_id: Mapped[int] = mapped_column(ForeignKey("scorebooks.id"))
    series_id: Mapped[UUID | None] = mapped_column(ForeignKey("series.id"))
    role: Mapped[str] = mapped_column(String(10))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"))
    made_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


def table_of(model: type[Base]) -> Table:
    """The bare table of a model: a statement over it costs a fraction, so those that phones repeat use it."""
    return cast(Table, model.__table__)
