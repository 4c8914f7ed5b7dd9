"""What tests of the running server call it with, and how they look at its processes."""

from __future__ import annotations

import http.client
import json
import socket
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

KNOCK = {"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Alexandra": 13}}


class Caller:
    """A client of the API with a connection of its own."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Content-Type": "application/json"}
        if token is not None:
            self.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        sent = None if body is None else json.dumps(body)
        self.connection.request(method, f"/api{path}", sent, self.headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()


def ask(port: int, token: str | None, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """One call of the API."""
    with Caller(port, token) as caller:
        return caller.call(method, path, body)


def start_series(port: int) -> tuple[str, str, str]:
    """A new book with one series: its address, and the tokens of a scorer and an owner."""
    _, book = ask(port, None, "POST", "/books", {"name": "Kitchen table"})
    new = {"players": ["Alexandra", "Bob"], "hands": []}
    _, series = ask(port, book["owner_token"], "POST", "/series", new)
    return f"/series/{series['id']}", book["scorer_token"], book["owner_token"]


def children_of(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in told.split()]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and is not buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def can_bind(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def eventually(holds: Any, seconds: float = 10) -> bool:
    """Whether something becomes true in time."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
