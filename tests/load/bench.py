"""`make bench`: how fast the engine is, and what recording a hand costs beside the least that it could cost.

Both servers run side by side with the same flags and are asked in turn, so that a machine which slows down
slows both; of each figure the median of the rounds counts.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.engine.seriesfile import read_series
from scorekeeper.engine.sheet import replay
from tests.live import LiveServer, free_port
from tests.load.client import Phone, seconds

CASES = Path(__file__).parent.parent / "cases" / "series.jsonl"
ROUNDS = 15
HANDS = 20
HAND = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 10, "Bob": 11}}
"""Small enough that a series of `HANDS` of them is not over."""


def engine_speed() -> float:
    """Hands replayed a second, over the 300 whole series of the cases."""
    with CASES.open(encoding="utf-8") as lines:
        series = [read_series(json.loads(line)["series"]) for line in lines]
    hands = sum(len(one.hands) for one in series)

    def replay_all() -> None:
        for one in series:
            replay(one.rules, [filed.hand for filed in one.hands], one.first_dealer)

    return hands / statistics.median(seconds(replay_all, 3) for _ in range(5))


@contextmanager
def bare_server() -> Iterator[int]:
    """The bare application's port, while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        process = subprocess.Popen([sys.executable, "-m", "tests.load.bare", str(port), folder])
        try:
            wait_for(port)
            yield port
        finally:
            process.terminate()
            process.wait(15)


def wait_for(port: int) -> None:
    """Comes back once something answers at the port."""
    for _ in range(200):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", "/hello")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("The bare server did not start.")


def recording(ours: LiveServer, bare: int) -> tuple[float, float]:
    """Seconds that recording a hand takes here and a raw insert there."""
    phone = Phone(ours.address)
    raw = http.client.HTTPConnection("127.0.0.1", bare, timeout=30)

    def insert() -> None:
        raw.request("PUT", "/record", json.dumps(HAND), {"Content-Type": "application/json"})
        raw.getresponse().read()

    def evening() -> float:
        series = phone.start_series("Ann", "Bob")
        bases: Iterator[int] = iter(range(HANDS))
        return seconds(lambda: expect(201, phone.record(series, HAND, next(bases))[0]), HANDS)

    return alternating(evening, lambda: seconds(insert, HANDS))


def polling(ours: LiveServer, bare: int) -> tuple[float, float]:
    """Seconds that an unchanged poll takes here and a page of one word there."""
    phone = Phone(ours.address)
    path = f"/series/{phone.start_series('Ann', 'Bob')}/live"
    connection = http.client.HTTPConnection("127.0.0.1", ours.port, timeout=30)
    raw = http.client.HTTPConnection("127.0.0.1", bare, timeout=30)
    connection.request("GET", path, headers=phone.headers)
    first = connection.getresponse()
    first.read()
    headers = {**phone.headers, "If-None-Match": str(first.headers["ETag"])}

    def poll() -> None:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        expect(304, answer.status)

    def hello() -> None:
        raw.request("GET", "/hello")
        raw.getresponse().read()

    return alternating(lambda: seconds(poll, 100), lambda: seconds(hello, 100))


def alternating(ours: Callable[[], float], bare: Callable[[], float]) -> tuple[float, float]:
    """The medians of both, asked in turn after a round that does not count."""
    ours(), bare()
    rounds = [(ours(), bare()) for _ in range(ROUNDS)]
    return statistics.median(one for one, _ in rounds), statistics.median(two for _, two in rounds)


def expect(wanted: int, got: int) -> None:
    """A benchmark of errors is worth nothing."""
    if got != wanted:
        raise RuntimeError(f"{got} in place of {wanted}")


def main() -> None:
    """Measures and prints the table."""
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"engine: {engine_speed():,.0f} hands a second")
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder)) as ours, bare_server() as bare:
        for what, (mine, least) in (("recording", recording(ours, bare)), ("poll", polling(ours, bare))):
            print(f"{what:10} {mine * 1000:6.2f} ms   bare {least * 1000:6.2f} ms   ratio {least / mine:.2f}")


if __name__ == "__main__":
    main()
