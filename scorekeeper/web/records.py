"""Records as JSON: what two people come to against each other (contract.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, jsonify, request
from pydantic import BaseModel

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.seriesfile import Names, read_name, read_text, same_name
from scorekeeper.store.errors import Missing
from scorekeeper.store.grants import BookSeen, books_of
from scorekeeper.store.people import find_person
from scorekeeper.store.records import Account, HeadToHead, Side, head_to_head
from scorekeeper.store.scorebooks import PersonSeen
from scorekeeper.web.access import open_to_devices, visitor
from scorekeeper.web.answers import ByPlayer
from scorekeeper.web.described import described

blueprint = Blueprint("records", __name__, url_prefix="/api")

ASKED = {
    "a": "one of the two, by any spelling of the name",
    "b": "the other one",
    "book": "the name of their book, where a device has several in which both play",
}


class Wins(BaseModel):
    """Hands won, by how they ended."""

    knock: int
    gin: int
    big_gin: int
    undercut: int
    points: int


class Shares(BaseModel):
    """Parts of the hands won, from 0 to 1; null where none was won. Big gin counts as gin."""

    knock: float | None
    gin: float | None
    undercut: float | None


class Money(BaseModel):
    """Money between the two in one currency: won in series, received in payments, and who owes what of it."""

    currency: str
    won: dict[str, str]
    received: dict[str, str]
    debtor: str | None
    creditor: str | None
    owed: str


class Record(BaseModel):
    """Two people's finished series against each other; averages and shares are null without anything to take
    them of.
    """

    a: str
    b: str
    book: str
    series: int
    drawn: int
    series_won: ByPlayer
    columns_won: ByPlayer
    shutouts: ByPlayer
    net: ByPlayer
    money: list[Money]
    hands: int
    void: int
    wins: dict[str, Wins]
    shares: dict[str, Shares]
    deadwood_left: dict[str, float | None]
    deadwood_laid: dict[str, float | None]
    biggest_hand: ByPlayer
    longest_run: ByPlayer
    lines_a_column: float | None
    own_deals_won: dict[str, float | None]


@blueprint.get("/records")
@open_to_devices
@described({200: Record}, asked=ASKED, refuses=(404,))
def show() -> Response:
    """The head-to-head of two people, in a book that this device has whole."""
    names = read_name(request.args.get("a", ""), "a"), read_name(request.args.get("b", ""), "b")
    if same_name(*names):
        raise Malformed("players_alike", "b")
    wanted = read_text(request.args.get("book"), "book")
    found = list(met_in(names, wanted))
    if not found:
        raise Missing("person_unknown", "a")
    # Somebody may be known in several books; the one where the two have met tells more.
    book, record = next((one for one in found if one[1].sides[0].series), found[0])
    return jsonify(record_json(book, record))


def met_in(names: Names, wanted: str | None) -> Iterator[tuple[BookSeen, HeadToHead]]:
    """The books of the asker in which both play, with their record there."""
    bearer = visitor().bearer
    assert bearer is not None
    for book in books_of(bearer.id):
        if wanted is not None and not same_name(book.name, wanted):
            continue
        people = [find_known(book.id, name) for name in names]
        one, other = people
        if one is not None and other is not None:
            yield book, head_to_head(book.id, one.id, other.id)


def find_known(book_id: int, name: str) -> PersonSeen | None:
    """The person of this name; None where nobody in the book has it."""
    try:
        return find_person(book_id, name)
    except Missing:
        return None


def record_json(book: BookSeen, record: HeadToHead) -> dict[str, Any]:
    """The record as the API answers it."""
    one, other = record.sides
    names = (record.people[0].name, record.people[1].name)

    def by_name(name: str) -> dict[str, Any]:
        return {who: getattr(side, name) for who, side in zip(names, record.sides, strict=True)}

    return {
        "a": names[0],
        "b": names[1],
        "book": book.name,
        "series": one.series,
        "drawn": one.drawn,
        "series_won": by_name("won"),
        "columns_won": by_name("columns"),
        "shutouts": by_name("shutouts"),
        "net": by_name("net"),
        "money": [money_json(account, names) for account in record.money],
        "hands": one.hands,
        "void": one.voids,
        "wins": {names[0]: wins_json(one), names[1]: wins_json(other)},
        "shares": {names[0]: shares_json(one), names[1]: shares_json(other)},
        "deadwood_left": by_name("average_held"),
        "deadwood_laid": by_name("average_laid"),
        "biggest_hand": by_name("biggest"),
        "longest_run": by_name("longest_run"),
        "lines_a_column": one.average_hands,
        "own_deals_won": by_name("dealt_share"),
    }


def wins_json(side: Side) -> dict[str, int]:
    """Hands won, by how they ended."""
    return {
        "knock": side.knocks,
        "gin": side.gins,
        "big_gin": side.big_gins,
        "undercut": side.undercuts,
        "points": side.papers,
    }


def shares_json(side: Side) -> dict[str, float | None]:
    """Parts of the hands won."""
    return {"knock": side.knock_share, "gin": side.gin_share, "undercut": side.undercut_share}


def money_json(account: Account, names: Names) -> dict[str, Any]:
    """Money in one currency."""
    owes_first = account.owed > 0
    debtor, creditor = (names[1], names[0]) if owes_first else names
    return {
        "currency": account.currency,
        "won": {names[0]: f"{account.won:f}", names[1]: f"{0 - account.won:f}"},
        "received": {names[0]: f"{account.received:f}", names[1]: f"{0 - account.received:f}"},
        "debtor": debtor if account.owed else None,
        "creditor": creditor if account.owed else None,
        "owed": f"{abs(account.owed):f}",
    }
