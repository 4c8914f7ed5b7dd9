"""What the same costs in a book of few and in one of very many series: both are served side by side and asked
in turn, and the processor time of the servers is compared. The books come in by `scorekeeper import`, whose
speed and memory are told on the way.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

from tests.live import COMMAND, LiveServer
from tests.load.figures import Table, alternating, at_least, at_most, cpu_seconds

FEW, MANY, LARGE = 20, 2_000, 100_000
"""Series in a book: as many as a page of the list has, a club's, and more than a club will have."""
HANDS = 20
PLAYERS = ["Ann", "Bob"]
"""Two people alone: nobody else's record grows as much as that of who has met a hundred thousand times."""
FIRST_EVENING = datetime(2010, 1, 1, 19, tzinfo=UTC)
ASKED = 10
"""Requests of a kind in one round."""
PERSON = re.compile(r'href="(/books/\d+/people/\d+)"')
PAIR = re.compile(r'href="(/books/\d+/people/\d+/against/\d+)"')
KB_A_MB = 1024


@dataclass(frozen=True, slots=True)
class Import:
    """What `scorekeeper import` took: seconds, processor seconds, MB at most; and the owner's token."""

    seconds: float
    cpu: float
    memory: float
    token: str


class Book:
    """A book that is served, as its owner sees it."""

    def __init__(self, server: LiveServer, token: str) -> None:
        self._server = server
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Cookie": f"device={token}",
            "Content-Type": "application/json",
        }
        listed = self.ask("GET", "/api/series?player=Ann")["series"]
        self.series = f"/series/{listed[0]['id']}"
        self.people = "/books/1/people"
        self.person = self._find(PERSON)
        self.pair = self._find(PAIR)

    def send(self, method: str, path: str, body: object = None) -> bytes:
        """The body of an answer that went well."""
        self._connection.request(method, path, json.dumps(body) if body else None, self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status not in {200, 201}:
            raise RuntimeError(f"{answer.status} for {method} {path}: {content[:200]!r}")
        return content

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the API answers."""
        return json.loads(self.send(method, path, body))

    def show(self, path: str) -> float:
        """Seconds of the server's processor that a page takes."""
        return self._take(lambda: self.send("GET", path))

    def play(self) -> float:
        """Seconds of the server's processor that recording a hand takes."""
        series = self.ask("POST", "/api/series", {"players": ["Ann", "Bob"], "hands": []})["id"]
        hand = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 10, "Bob": 11}}
        bases = iter(range(ASKED))

        def record() -> None:
            self.send("PUT", f"/api/series/{series}/hands/{uuid4()}", {**hand, "base": next(bases)})

        return self._take(record)

    def _take(self, ask: Callable[[], object]) -> float:
        began = cpu_seconds(self._server)
        for _ in range(ASKED):
            ask()
        return (cpu_seconds(self._server) - began) / ASKED

    def _find(self, address: re.Pattern[str]) -> str:
        found = address.search(self.send("GET", self.people).decode())
        assert found is not None, address
        return found[1]


ASKED_OF_BOOKS: dict[str, Callable[[Book], float]] = {
    "recording a hand": Book.play,
    "the series page": lambda book: book.show(book.series),
    "the front page": lambda book: book.show("/"),
    "the list": lambda book: book.show("/series"),
    "the list of one player": lambda book: book.show("/series?player=Ann"),
    "the API's list": lambda book: book.show("/api/series"),
    "the people": lambda book: book.show(book.people),
    "a person": lambda book: book.show(book.person),
    "head to head": lambda book: book.show(book.pair),
    "the form of a new series": lambda book: book.show("/series/new"),
}
"""Seconds of the processor that each takes in a book."""


def grow(table: Table, few: int, many: int) -> None:
    """Measure how much more everything takes in the larger book."""
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        first, second = bring_in(Path(small), few), bring_in(Path(large), many)
        # The start of the command is the same for both.
        rate = (many - few) / (second.seconds - first.seconds)
        undisturbed = (many - few) / (second.cpu - first.cpu)
        beside = f"{undisturbed:.0f} in a second of processor time"
        table.add(f"import, series of {HANDS} hands", rate, "/s", at_least(300), beside)
        table.add("  memory of the process", second.memory, "MB", at_most(150))
        with LiveServer(Path(small)) as one, LiveServer(Path(large)) as other:
            compare(
                table, Book(one, first.token), Book(other, second.token), f"from {few} to {many:,} series"
            )


def compare(table: Table, small: Book, large: Book, sizes: str) -> None:
    """How many times the processor time of the small book each takes in the large one."""
    for what, take in ASKED_OF_BOOKS.items():
        few, many = alternating(lambda take=take: take(small), lambda take=take: take(large))
        times = f"{few * 1000:.2f} → {many * 1000:.2f} ms"
        table.add(what, many / few, "×", at_most(1.2), f"{times}, {sizes}")


def bring_in(instance: Path, count: int) -> Import:
    """A book of so many finished series, brought in by the command."""
    file = instance / "evenings.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(f"{json.dumps(evening)}\n" for evening in evenings(count))
    server = LiveServer(instance)
    began = time.monotonic()
    process = subprocess.Popen(
        [COMMAND, "import", str(file), "--book", "Club"],
        env=server.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    tokens = dict(line.split() for line in process.stdout)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"The import ended with {process.returncode}.")
    took = time.monotonic() - began
    return Import(took, used.ru_utime + used.ru_stime, used.ru_maxrss / KB_A_MB, tokens["owner"])


def evenings(count: int) -> Iterator[dict[str, Any]]:
    """Series files, an evening each, between two people; all of them are played to their end."""
    chance = Random(count)
    for number in range(count):
        started_at = FIRST_EVENING + timedelta(hours=number)
        yield {
            "format": "hollywood-gin/1",
            "id": str(UUID(int=chance.getrandbits(128), version=4)),
            "players": PLAYERS,
            "started_at": started_at.isoformat(),
            "first_dealer": "Ann",
            "rules": {"stake": {"amount": "0.05", "currency": "EUR"}},
            "hands": [
                {**deal(chance), "at": (started_at + timedelta(minutes=5 * played)).isoformat()}
                for played in range(HANDS)
            ],
        }


def deal(chance: Random) -> dict[str, Any]:
    """A hand, gin in one of four."""
    knocker, other = chance.sample(PLAYERS, 2)
    if chance.random() < 0.25:
        return {"how": "gin", "knocker": knocker, "deadwood": {other: chance.randint(5, 40)}}
    deadwood = {knocker: chance.randint(1, 10), other: chance.randint(0, 40)}
    return {"how": "knock", "knocker": knocker, "deadwood": deadwood}
