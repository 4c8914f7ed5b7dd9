"""What the benchmark measures against: the least that a Flask view can do, under the same server with the
same flags.

`python -m tests.load.bare PORT FOLDER` serves it until stopped.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, abort, render_template, request

from scorekeeper.serve import Door, Server, open_doors, options

TABLE = "CREATE TABLE hands (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"
ROWS = [
    {
        "number": number,
        "cells": [
            {"total": 3 * number, "plus": 3} if column % 2 == number % 2 else None for column in range(6)
        ],
    }
    for number in range(1, 31)
]
"""Thirty hands, each entered in three games, as values that are there already."""


def bare_app(file: Path) -> Flask:
    """One raw insert, as durable as ours (WAL, synchronous FULL), a page of one word, and a page as large as
    that of a series, made by Jinja as it comes: a table of thirty hands with their addresses, then text.
    """
    app = Flask(__name__, template_folder=str(Path(__file__).parent))
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

    @app.get("/page/<int:rest>")
    def page(rest: int) -> str:
        return render_template("bare.html", title="Ann v Bob", rows=ROWS, rest="x" * rest)

    @app.get("/hands/<int:number>")
    def hand(number: int) -> str:
        abort(404)

    return app


def main() -> None:
    """Makes the table and serves."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    file = folder / "bare.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(TABLE)
    connection.close()
    door = Door("127.0.0.1", port)
    Server(bare_app(file), options(open_doors(door), door.workers)).run()


if __name__ == "__main__":
    main()
