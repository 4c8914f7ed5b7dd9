"""Many phones without a screen that follow one series.

`python -m tests.load.followers PORT PATH COOKIE COUNT`: each asks as a page does, in a thread of its own,
until standard input ends; then it is told how often which status came and what the slowest answer took, as
JSON.
"""

from __future__ import annotations

import http.client
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent.parent
PAUSE = (1.6, 2.2)
"""Seconds between two looks of a page while a series is played."""


class Followers:
    """All of them, and what they were answered."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self._port = port
        self._path = f"{path}/live"
        self._headers = {"Cookie": f"device={cookie}", "Accept-Encoding": "gzip, br"}
        self._is_over = threading.Event()
        self._answers: Counter[int] = Counter()
        self._slowest = 0.0

    def follow(self) -> None:
        """One of them."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        tag = ""
        while not self._is_over.wait(random.uniform(*PAUSE)):
            began = time.monotonic()
            connection.request("GET", self._path, headers={**self._headers, "If-None-Match": tag})
            answer = connection.getresponse()
            answer.read()
            tag = answer.headers["ETag"] or ""
            self._answers[answer.status] += 1
            self._slowest = max(self._slowest, time.monotonic() - began)
        connection.close()

    def run(self, count: int) -> dict[str, Any]:
        """So many of them until standard input ends."""
        threads = [threading.Thread(target=self.follow) for _ in range(count)]
        for thread in threads:
            thread.start()
        sys.stdin.read()
        self._is_over.set()
        for thread in threads:
            thread.join()
        return {"answers": self._answers, "slowest": round(self._slowest, 3)}


@contextmanager
def followers(port: int, path: str, cookie: str, count: int) -> Iterator[dict[str, Any]]:
    """So many phones on the series at `path` while the block runs; after it, what they were answered."""
    told: dict[str, Any] = {}
    command = [sys.executable, "-m", "tests.load.followers", str(port), path, cookie, str(count)]
    with subprocess.Popen(
        command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield told
        printed, _ = process.communicate()
        told.update(json.loads(printed))


def main() -> None:
    """Follows until told otherwise."""
    port, path, cookie, count = sys.argv[1:]
    print(json.dumps(Followers(int(port), path, cookie).run(int(count))))


if __name__ == "__main__":
    main()
