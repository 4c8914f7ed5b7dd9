"""`make bench`: what the program costs, beside the least that the same could cost.

Our server and a bare Flask application run side by side with the same flags and are asked in turn, so that a
machine which slows down slows both; of each figure the median of the rounds counts. `ARGS=--large` lets the
book grow to 100,000 series, which takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.config import read_settings
from scorekeeper.engine.seriesfile import read_series
from scorekeeper.engine.sheet import replay
from scorekeeper.store.models import db
from tests.live import LiveServer, free_port
from tests.load.client import Phone, seconds
from tests.load.figures import Table, alternating, at_least, at_most, cpu_seconds, memory_of
from tests.load.growth import FEW, LARGE, MANY, grow

CASES = Path(__file__).parent.parent / "cases" / "series.jsonl"
HANDS = 20
PAGE_HANDS = 30
ASKED = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"')
"""What a page brings along."""
KB = 1024
MB = 1024 * 1024


def knocks(one: str, other: str) -> dict[str, Any]:
    """A hand that is worth one point: a series of many of them is not over."""
    return {"how": "knock", "knocker": one, "deadwood": {one: 10, other: 11}}


def engine_speed() -> float:
    """Hands replayed a second, over the 300 whole series of the cases."""
    with CASES.open(encoding="utf-8") as lines:
        series = [read_series(json.loads(line)["series"]) for line in lines]
    hands = sum(len(one.hands) for one in series)

    def replay_all() -> None:
        for one in series:
            replay(one.rules, [filed.hand for filed in one.hands], one.first_dealer)

    return hands / min(seconds(replay_all, 3) for _ in range(5))


class Asking:
    """A connection that stays open to one of the two servers. Both are asked by the same code and told the
    same headers, those of a phone: what differs is what the servers do.
    """

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {**(headers or {})}

    def ask(self, method: str, path: str, body: str | None = None, status: int = 200) -> bytes:
        """The body of an answer that has this status."""
        self._connection.request(method, path, body, self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        expect(status, answer.status)
        return content


@contextmanager
def bare_server() -> Iterator[int]:
    """The port of the bare application, while it runs."""
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
            Asking(port).ask("GET", "/hello")
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("The bare server did not start.")


def recording(phone: Phone, ours: Asking, bare: Asking) -> tuple[float, float]:
    """Seconds that recording a hand takes here and a raw insert there."""
    hand = knocks("Ann", "Bob")
    hands = [json.dumps({**hand, "base": base}) for base in range(HANDS)]

    def evening() -> float:
        series = phone.start_series("Ann", "Bob")
        sent = iter([(f"/api/series/{series}/hands/{uuid4()}", body) for body in hands])
        return seconds(lambda: ours.ask("PUT", *next(sent), 201), HANDS)

    def inserts() -> float:
        sent = iter(hands)
        return seconds(lambda: bare.ask("PUT", "/record", next(sent), 201), HANDS)

    return alternating(evening, inserts)


def polling(ours: Asking, bare: Asking, series: str) -> tuple[float, float]:
    """Seconds that an unchanged poll takes here and a page of one word there."""
    poll = asking(ours, f"/series/{series}/live", 304)
    return alternating(lambda: seconds(poll, 100), lambda: seconds(asking(bare, "/hello"), 100))


def showing(ours: Asking, bare: Asking, series: str) -> tuple[float, float]:
    """Seconds that the series page takes here and a page of the same size there."""
    page = f"/series/{series}"
    filler = len(ours.ask("GET", page)) - len(bare.ask("GET", "/page/0"))
    show, same = asking(ours, page), asking(bare, f"/page/{filler}")
    return alternating(lambda: seconds(show, 30), lambda: seconds(same, 30))


def asking(server: Asking, path: str, status: int = 200) -> Callable[[], object]:
    """A request to be made again and again; of one that fails the time is worth nothing."""
    return lambda: server.ask("GET", path, None, status)


def expect(wanted: int, got: int) -> None:
    """A benchmark of errors is worth nothing."""
    if got != wanted:
        raise RuntimeError(f"{got} in place of {wanted}")


def long_series(phone: Phone) -> str:
    """A series of thirty hands, won in turn."""
    series = phone.start_series("Ann", "Bob")
    for base in range(PAGE_HANDS):
        names = ("Ann", "Bob") if base % 2 else ("Bob", "Ann")
        expect(201, phone.record(series, knocks(*names), base)[0])
    return series


def cpu_of_page(server: LiveServer, phone: Phone, series: str) -> float:
    """Seconds of our processor that a series page takes, packed as a phone asks for it."""
    show = asking(Asking(server.port, {**phone.headers, "Accept-Encoding": "gzip"}), f"/series/{series}")
    rounds = []
    for _ in range(5):
        began = cpu_seconds(server)
        seconds(show, 100)
        rounds.append((cpu_seconds(server) - began) / 100)
    return statistics.median(rounds)


def statements_of_page(server: LiveServer, phone: Phone, series: str) -> int:
    """How many SQL statements a series page takes, `BEGIN` included."""
    app = create_app(read_settings(server.environ))
    statements: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    asked = app.test_client(use_cookies=False).get(
        f"/series/{series}", headers={"Cookie": phone.headers["Cookie"]}
    )
    expect(200, asked.status_code)
    return len(statements)


def weight_of(ours: Asking, series: str) -> tuple[int, int]:
    """Bytes of a first visit, each body gzipped: what draws the page, and all of it with its scripts."""
    page = ours.ask("GET", f"/series/{series}")
    files = {path: ours.ask("GET", path) for path in ASKED.findall(page.decode())}
    weights = {path: len(gzip.compress(body, 9)) for path, body in files.items()}
    drawn = len(gzip.compress(page, 9)) + sum(size for path, size in weights.items() if path.endswith(".css"))
    return drawn, drawn + sum(size for path, size in weights.items() if path.endswith(".js"))


def measure_requests(table: Table) -> None:
    """What a request costs."""
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder)) as server, bare_server() as port:
        phone = Phone(server.address)
        series = long_series(phone)
        tag = phone.fetch(f"/series/{series}/live")[1]["ETag"]
        ours, bare = Asking(server.port, phone.headers), Asking(port, phone.headers)
        table.add_beside("recording a hand", recording(phone, ours, bare), "a raw insert", at_least(0.45))
        told = {**phone.headers, "If-None-Match": tag}
        polls = polling(Asking(server.port, told), Asking(port, told), series)
        table.add_beside("an unchanged poll", polls, "a page of one word", at_least(0.6))
        table.add_beside(
            "the series page, 30 hands", showing(ours, bare, series), "a Jinja page as large", at_least(0.6)
        )
        table.add("  its processor time", cpu_of_page(server, phone, series) * 1000, "ms", at_most(5))
        table.add("  its SQL statements", statements_of_page(server, phone, series), "", at_most(4))
        drawn, whole = weight_of(ours, series)
        table.add("  first visit, to draw it", drawn / KB, "KB", at_most(14))
        table.add("  first visit, in all", whole / KB, "KB", at_most(24))
        table.add("memory of a worker", memory_of(server) / MB, "MB", at_most(80))


def main() -> None:
    """Measures and prints the table as it comes about."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="let the book grow to 100,000 series")
    large = parser.parse_args().large
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    table = Table()
    table.add("the engine, a second", engine_speed(), "hands")
    measure_requests(table)
    grow(table, FEW, LARGE if large else MANY)
    table.tell_missed()


if __name__ == "__main__":
    main()
