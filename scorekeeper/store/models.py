"""The tables. Seats are 0 and 1, times are UTC; the entries of a series are its source, its row follows."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)
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
    """A household's or a club's book: its people and their series. A deleted one waits to be swept.

    ``renamings`` counts how often a device of the book got another name: whoever has read entries with the
    names of their devices sees by it whether these are still right.
    """

    __tablename__ = "scorebooks"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(500))
    made_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    renamings: Mapped[int] = mapped_column(server_default="0")


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
    """A phone with its cookie or a script with its token. Only the SHA-256 of either is kept.

    ``seen_at`` is when it last asked for anything, give or take some minutes.
    """

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(500))
    made_at: Mapped[datetime]
    seen_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class Series(Model):
    """A series: who, by which rules, and what its entries come to.

    ``version`` counts the entries. Everything from ``state`` on is the summary, written with each entry in
    one transaction, so that lists and records need no replay; ``net`` is what seat 0 is up after rounding,
    money is ``net`` times ``stake_amount``, ``points`` the six totals by game and seat, "44:18 34:0 4:0", and
    ``target`` what closes a game. Counts by seat are of hands won that score. A deleted series is seen by
    nobody until it is brought back or swept away.
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
        Index("ix_series_pair", "seat0_id", "seat1_id", "started_at", "id"),
        Index("ix_series_started", "book_id", "started_at", "id"),
        Index("ix_series_content", "book_id", "content_hash"),
        Index(
            "ix_series_deleted",
            "book_id",
            "deleted_at",
            sqlite_where=text("deleted_at IS NOT NULL"),
            postgresql_where=text("deleted_at IS NOT NULL"),
        ),
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
    deleted_at: Mapped[datetime | None]
    deleted_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
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
    the server's time, ``sent_at`` the phone's. ``told_device`` marks an entry that came with an imported log:
    the name that the log gives the device, empty where it gives none.
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
    told_device: Mapped[str | None] = mapped_column(String(500))
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
    """An invitation into a book or, with ``series_id``, to one series of it; only its token's SHA-256.

    A ``code`` is one that is typed in and lets one device in; ``all_books`` is a link for another phone of
    one's own: it opens all books that its maker owns.
    """

    __tablename__ = "links"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), server_default="link")
    all_books: Mapped[bool] = mapped_column(server_default=false())
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


class Tries(Model):
    """When an address lately tried a code, or a link that led nowhere: those of a minute, oldest first."""

    __tablename__ = "tries"

    address: Mapped[str] = mapped_column(String(60), primary_key=True)
    moments: Mapped[list[str]]
    last_at: Mapped[datetime]


class Tally:
    """What is counted of finished series in the eyes of one of the two people, ``mine`` where not said.

    ``columns`` won, out of ``closed`` by either, which took ``lines`` together. Hands are counted up to the
    end: ``hands`` all, ``voids`` those that nobody won, the next five those I won. ``laid`` is the deadwood
    of mine over the ``laid_downs`` that I knocked or went gin, ``held`` over those ``caught`` when the other
    did. Of hands with a winner, ``dealt`` by me and ``faced`` as the other's deal, ``…_won`` by me.
    """

    series: Mapped[int]
    won: Mapped[int]
    drawn: Mapped[int]
    columns: Mapped[int]
    closed: Mapped[int]
    lines: Mapped[int]
    shutouts: Mapped[int]
    net: Mapped[int] = mapped_column(BigInteger)
    hands: Mapped[int]
    voids: Mapped[int]
    knocks: Mapped[int]
    gins: Mapped[int]
    big_gins: Mapped[int]
    undercuts: Mapped[int]
    papers: Mapped[int]
    laid_downs: Mapped[int]
    laid: Mapped[int]
    caught: Mapped[int]
    held: Mapped[int]
    dealt: Mapped[int]
    dealt_won: Mapped[int]
    faced: Mapped[int]
    faced_won: Mapped[int]


class Result(Tally, Model):
    """A finished series in the eyes of one of its two people; running and abandoned series have none.

    ``money`` is what it won or lost me, a decimal, where there was a stake. ``run`` counts the series won in
    a row against this opponent up to and with it, ``streak`` those against anybody; 0 where it was not won.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index("ix_results_person", "person_id", "started_at", "series_id"),
        Index("ix_results_pair", "person_id", "opponent_id", "started_at", "series_id"),
        Index("ix_results_run", "person_id", "opponent_id", "run"),
        Index("ix_results_biggest", "person_id", "opponent_id", "biggest"),
        Index("ix_results_streak", "person_id", "streak"),
    )

    series_id: Mapped[UUID] = mapped_column(ForeignKey("series.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    opponent_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    started_at: Mapped[datetime]
    currency: Mapped[str | None] = mapped_column(String(3))
    money: Mapped[str | None] = mapped_column(String(40))
    biggest: Mapped[int]
    run: Mapped[int]
    streak: Mapped[int]


class Record(Tally, Model):
    """What all finished series between two people come to, in the eyes of one of them.

    Kept beside the results so that a page about two people costs the same however often they have met.
    """

    __tablename__ = "records"

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    opponent_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    biggest: Mapped[int]
    longest_run: Mapped[int]


class Balance(Model):
    """Money between two people in one currency, in the eyes of one of them.

    ``won`` over all finished series less what was lost, ``received`` in payments less what was paid; both
    decimals. The opponent still owes ``won - received``.
    """

    __tablename__ = "balances"

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    opponent_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    currency: Mapped[str] = mapped_column(String(3), primary_key=True)
    won: Mapped[str] = mapped_column(String(60))
    received: Mapped[str] = mapped_column(String(60))


class Payment(Model):
    """Money that changed hands, as somebody noted it; one that was taken back counts for nothing.

    ``told_maker`` and ``told_taker`` are the devices that did so as a file names them, which a payment came
    with.
    """

    __tablename__ = "payments"
    __table_args__ = (Index("ix_payments_pair", "payer_id", "payee_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("scorebooks.id"), index=True)
    key: Mapped[UUID] = mapped_column(unique=True)
    payer_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    amount: Mapped[str] = mapped_column(String(40))
    currency: Mapped[str] = mapped_column(String(3))
    paid_on: Mapped[date]
    note: Mapped[str] = mapped_column(String(500))
    made_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    made_at: Mapped[datetime]
    taken_back_at: Mapped[datetime | None]
    taken_back_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    told_maker: Mapped[str | None] = mapped_column(String(500))
    told_taker: Mapped[str | None] = mapped_column(String(500))


def table_of(model: type[Base]) -> Table:
    """The bare table of a model: a statement over it costs a fraction, so those that phones repeat use it."""
    return cast(Table, model.__table__)
