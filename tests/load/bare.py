"""What the benchmark measures against: the least that a Flask view can do, under the same server with the
same flags.

`python -m tests.load.bare PORT FOLDER` serves it until stopped.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, request

from scorekeeper.config import Settings
from scorekeeper.serve import Door, Server, open_doors, options

TABLE = "CREATE TABLE hands (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"


def bare_app(file: Path) -> Flask:
    """One raw insert, as durable as ours (WAL, synchronous FULL), and one page of nothing."""
    app = Flask(__name__)
    held = threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(held, "connection"):
            held.connection = sqlite3.connect(file, timeout=10, isolation_level=None)
            held.connection.execute("PRAGMA synchronous=FULL")
        opened: sqlite3.Connection = held.connection
        return opened

    @app.put("/record")
    def record() -> tuple[dict[str, int], int]:
        row = connection().execute("INSERT INTO hands (body) VALUES (?)", [request.get_data(as_text=True)])
        return {"id": row.lastrowid or 0}, 201

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    return app


class BareServer(Server):
    """Our server around the bare application."""

    def __init__(self, file: Path, door: Door) -> None:
        self._file = file
        settings = Settings(file.parent, f"sqlite:///{file}", secret_key="bare")
        super().__init__(settings, options(open_doors(door), door.workers))

    def load(self) -> Flask:
        return bare_app(self._file)


def main() -> None:
    """Makes the table and serves."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    file = folder / "bare.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(TABLE)
    connection.close()
    BareServer(file, Door("127.0.0.1", port)).run()


if __name__ == "__main__":
    main()
