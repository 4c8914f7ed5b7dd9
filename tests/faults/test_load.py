"""Many phones at once: 200 that follow and 20 tables that record, on two workers, without a hand lost."""

from __future__ import annotations

import http.client
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from tests.calls import KNOCK, Caller, start_series
from tests.live import LiveServer

FOLLOWERS = 200
TABLES = 20
CONNECTIONS = 20
"""Of the followers' phones: each carries a tenth of them, which ask in turn."""
POLL_SECONDS = 2
"""As often as the page of a series asks that is being played."""
PAUSE = 2
"""Seconds between two hands of a table; a real one takes minutes."""


@dataclass
class Evening:
    """What happened while the load lasted."""

    answers: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int, seconds: float | None = None) -> None:
        with self.lock:
            self.answers[status] += 1
            if seconds is not None:
                self.seconds.append(seconds)


def play(port: int, url: str, token: str, until: float, evening: Evening, pause: float = PAUSE) -> list[str]:
    """A table that records until the time is up; the ids of what was acknowledged."""
    kept: list[str] = []
    with Caller(port, token) as caller:
        while time.monotonic() < until:
            hand_id, began = str(uuid4()), time.monotonic()
            status, _ = caller.call("PUT", f"{url}/hands/{hand_id}", {**KNOCK, "base": len(kept)})
            evening.note(status, time.monotonic() - began)
            if status == 201:
                kept.append(hand_id)
            time.sleep(pause)
    return kept


def follow(port: int, tables: list[tuple[str, str]], until: float, evening: Evening) -> None:
    """Phones that ask in turn, each with the tag that it has, as often as a page does."""
    tags = [""] * (FOLLOWERS // CONNECTIONS)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while time.monotonic() < until:
        for number, tag in enumerate(tags):
            url, token = tables[number % len(tables)]
            headers = {"Authorization": f"Bearer {token}", "If-None-Match": tag}
            connection.request("GET", f"/api{url}", headers=headers)
            answer = connection.getresponse()
            answer.read()
            evening.note(answer.status)
            tags[number] = answer.headers["ETag"] or ""
            time.sleep(POLL_SECONDS / len(tags))
    connection.close()


def spend_evening(database: str, folder: Path, seconds: float) -> None:
    """Everybody at once for so long: no error, every hand there once, and how long recording took."""
    with LiveServer(folder, workers=2, environ={"DATABASE_URL": database}) as server:
        started = [start_series(server.port) for _ in range(TABLES)]
        idle = Evening()
        url, scorer, _ = start_series(server.port)
        play(server.port, url, scorer, time.monotonic() + 6, idle, pause=0.2)
        evening, until = Evening(), time.monotonic() + seconds
        tables = [(url, token) for url, token, _ in started]
        with ThreadPoolExecutor(TABLES + CONNECTIONS) as pool:
            followers = [
                pool.submit(follow, server.port, tables[number:] + tables[:number], until, evening)
                for number in range(CONNECTIONS)
            ]
            kept = list(pool.map(lambda table: play(server.port, *table, until, evening), tables))
            for follower in followers:
                follower.result()
        assert evening.answers.keys() <= {200, 201, 304}, evening.answers
        for (url, token), ids in zip(tables, kept, strict=True):
            with Caller(server.port, token) as caller:
                _, series = caller.call("GET", url)
            assert [hand["id"] for hand in series["hands"]] == ids
        tell_times(idle, evening, seconds)


def tell_times(idle: Evening, evening: Evening, seconds: float) -> None:
    """How long recording took, held against an idle server where the load lasted long enough to say."""
    median, slowest = statistics.median(idle.seconds), statistics.quantiles(evening.seconds, n=100)[98]
    print(f"{evening.answers}, idle median {median * 1000:.1f} ms, p99 {slowest * 1000:.1f} ms")
    if seconds >= 60:
        assert slowest < 20 * median


def test_200_phones_follow_and_20_tables_record(database: str, tmp_path: Path) -> None:
    spend_evening(database, tmp_path, 5)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_200_phones_follow_and_20_tables_record_for_a_minute(database: str, tmp_path: Path) -> None:
    spend_evening(database, tmp_path, 60)
