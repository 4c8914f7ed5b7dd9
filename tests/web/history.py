"""What the tests of history play: whole series by one call, and two phones' worth of evenings."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

from scorekeeper.engine.seriesfile import read_series
from scorekeeper.engine.sheet import Sheet, replay
from tests.web.conftest import Cast, Phone

EVENING = datetime(2026, 3, 1, 19, tzinfo=UTC)
EUR = {"stake": {"amount": "0.05", "currency": "EUR"}}
USD = {"stake": {"amount": "0.01", "currency": "USD"}}

TAGS = re.compile(r"<[^>]*>")
SPACES = re.compile(r"\s+")


def gin(winner: str, loser: str, deadwood: int) -> dict[str, Any]:
    return {"how": "gin", "knocker": winner, "deadwood": {loser: deadwood}}


def knock(knocker: str, other: str, laid: int, held: int) -> dict[str, Any]:
    return {"how": "knock", "knocker": knocker, "deadwood": {knocker: laid, other: held}}


def sweep(winner: str, loser: str) -> list[dict[str, Any]]:
    """Four gins of 85 points that win all three games; the loser has no line."""
    return [gin(winner, loser, 60) for _ in range(4)]


def some_hands(draw: random.Random, one: str, other: str) -> list[dict[str, Any]]:
    """Hands until the series is over."""
    hands: list[dict[str, Any]] = []
    while True:
        knocker, held = draw.choice([(one, other), (other, one)])
        kind = draw.random()
        if kind < 0.1:
            hands.append({"how": "void"})
        elif kind < 0.35:
            hands.append(gin(knocker, held, draw.randint(0, 50)))
        elif kind < 0.45:
            hands.append({"how": "points", "winner": knocker, "points": draw.randint(0, 60)})
        else:
            hands.append(knock(knocker, held, draw.randint(1, 10), draw.randint(0, 45)))
        if sheet_of({"players": [one, other], "hands": hands}).over:
            return hands


def sheet_of(series: dict[str, Any]) -> Sheet:
    """The sheet of a series file, by the engine alone."""
    filed = read_series(series)
    return replay(filed.rules, [hand.hand for hand in filed.hands], filed.first_dealer)


def keep(cast: Cast, one: str, other: str, hands: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A series with all its hands, as a script brings it."""
    body = {"id": str(uuid4()), "players": [one, other], "hands": hands, **more}
    answer = cast.owner.call("POST", "/series", body)
    assert answer.status_code == 201, answer.get_json()
    told: dict[str, Any] = answer.get_json()
    return told


def evenings(cast: Cast, one: str, other: str, winners: str, **more: Any) -> list[str]:
    """A series a day, won outright by the first (1) or the second (2); gives their ids."""
    ids = []
    for day, winner in enumerate(winners):
        pair = (one, other) if winner == "1" else (other, one)
        started_at = (EVENING + timedelta(days=day)).isoformat()
        ids.append(keep(cast, one, other, sweep(*pair), started_at=started_at, **more)["id"])
    return ids


def words(page: str) -> str:
    """A page as it is read: without tags, single blanks."""
    return SPACES.sub(" ", unescape(TAGS.sub(" ", page))).strip()


def people_in(phone: Phone, cast: Cast) -> dict[str, str]:
    """The addresses of the people of the cast's book, by name."""
    page = phone.get(f"/books/{cast.book_id}/people").text
    found = re.findall(r'<li><a href="([^"]+/people/\d+)"><bdi>([^<]*)</bdi>', page)
    return {unescape(name): url for url, name in found}


def pair_url(phone: Phone, cast: Cast, one: str, other: str) -> str:
    """The address of two people's page."""
    people = people_in(phone, cast)
    return f"{people[one]}/against/{people[other].rsplit('/', 1)[1]}"


def facts(page: str) -> dict[str, tuple[str, ...]]:
    """The lines of a page's first table of facts."""
    table = re.search(r'<table class="facts both">.*?</table>', page, re.DOTALL)
    assert table
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[0], re.DOTALL)
    return {unescape(label): tuple(re.findall(r"<td[^>]*>(.*?)</td>", cells)) for label, cells in rows}
