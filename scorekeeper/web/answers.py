"""What the API answers, declared for its description; made-up calls hold the real answers against it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias
from uuid import UUID

from pydantic import BaseModel, Field

from scorekeeper.engine.hand import How
from scorekeeper.store.series import State

ByPlayer: TypeAlias = dict[str, int]
"""A number for each player, by name."""


class Failure(BaseModel):
    """Why a request was not met: a sentence for people, and the field to put right where there is one."""

    error: str
    field: str | None


class Health(BaseModel):
    """The process serves and the database answers."""

    status: Literal["ok"]


class FormToken(BaseModel):
    """What a write by cookie brings along as `X-CSRFToken`."""

    csrf_token: str


class MadeBook(BaseModel):
    """A new book and its tokens, which are told this once."""

    id: int
    owner_token: str
    scorer_token: str
    viewer_token: str


class AnsweredHand(BaseModel):
    """A hand as it was entered, and what it did. A struck one has no number and did nothing; one after the
    end of the series says only that.
    """

    id: UUID
    number: int | None
    how: How
    at: datetime | None
    struck: Literal[True] = True
    after_end: Literal[True] = True
    knocker: str = ""
    deadwood: ByPlayer = Field(default_factory=dict)
    spade: Literal[True] = True
    knock_limit: int = 0
    dealer: str | None = None
    winner: str | None = None
    result: Literal["knock", "gin", "big_gin", "undercut", "points", "void"] = "void"
    points: int = 0
    columns: list[int] = Field(default_factory=list)
    why: str = ""


class AnsweredColumn(BaseModel):
    """One of the three games."""

    number: int
    points: ByPlayer
    boxes: ByPlayer
    winner: str | None
    closed_by: int | None = Field(description="number of the hand that closed it")
    shutout: bool
    total: ByPlayer
    value: int | None = Field(description="for its winner, once it is closed")


class Money(BaseModel):
    """Who pays whom how much, where there is a stake and something to pay."""

    payer: str
    payee: str
    amount: str
    currency: str


class AnsweredChange(BaseModel):
    """A change that undo or redo would go over."""

    seq: int
    kind: str
    hand: UUID | None


class AnsweredSeries(BaseModel):
    """A series at one version: what was entered and all that it comes to."""

    id: UUID
    version: int
    book: str
    note: str
    state: State
    started_at: datetime
    last_played_at: datetime
    abandoned_at: datetime | None
    first_dealer: str | None
    next_dealer: str | None
    players: list[str] = Field(min_length=2, max_length=2)
    rules: dict[str, Any]
    hands: list[AnsweredHand]
    columns: list[AnsweredColumn] = Field(min_length=3, max_length=3)
    games_won: ByPlayer
    decided: str | None
    over: bool
    winner: str | None
    net: ByPlayer
    money: Money | None
    undoable: AnsweredChange | None
    redoable: AnsweredChange | None


class UndoneSeries(AnsweredSeries):
    """The series, and the change that was taken back in words."""

    undone: str


class RedoneSeries(AnsweredSeries):
    """The series, and the change that was made again in words."""

    redone: str


class MissedHand(BaseModel):
    """A hand that somebody else entered meanwhile."""

    seq: int
    hand: UUID


class Conflict(Failure):
    """Somebody else changed the series meanwhile: nothing was stored."""

    series: AnsweredSeries
    same_as: UUID | None = Field(description="a hand alike that was entered meanwhile")
    meanwhile: list[MissedHand]


class LogEntry(BaseModel):
    """One change: who, when, and what it was before and after."""

    seq: int
    at: datetime
    sent_at: datetime | None
    device: str | None
    kind: str
    hand: UUID | None
    old: Any
    new: Any
    reason: str | None


class Log(BaseModel):
    """Every change to a series, first one first."""

    log: list[LogEntry]


class ListedAnswer(BaseModel):
    """A series in a list."""

    id: UUID
    players: list[str]
    started_at: datetime
    last_played_at: datetime
    state: State
    games_won: ByPlayer
    winner: str | None
    net: ByPlayer
    version: int


class SeriesList(BaseModel):
    """A page of a list; `next` is what to ask the following page with."""

    series: list[ListedAnswer]
    next: str | None
