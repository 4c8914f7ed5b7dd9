"""The database in its newest shape: made or migrated once, however many processes start at the same time."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from flask import Flask
from sqlalchemy import Connection, Engine, text

from scorekeeper.store.database import STEPS
from scorekeeper.store.errors import Newer, Unavailable
from scorekeeper.store.models import db
from scorekeeper.store.results import keep_first_results

PATIENCE = 60
"""Seconds that a process waits for another one's migration."""

LOCK = 0x486F6C6C79
"""The number of PostgreSQL's advisory lock for migrations; any that nobody else takes."""


def upgrade(app: Flask) -> None:
    """Bring the application's database to the newest shape. Raises ``Unavailable`` after a minute's wait, and
    ``Newer`` for one from the future.
    """
    with app.app_context(), alone(db.engine) as connection:
        config = Config()
        config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
        config.attributes["connection"] = connection
        before = MigrationContext.configure(connection).get_current_revision()
        try:
            command.upgrade(config, "head")
        except CommandError as trouble:
            raise Newer("database_newer") from trouble
        if before == BEFORE_RESULTS:
            keep_first_results(connection)


BEFORE_RESULTS = "0001"
"""The shape in which finished series had no results yet."""


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that no other process migrates beside."""
    lock = alone_on_sqlite if engine.dialect.name == "sqlite" else alone_on_postgresql
    with lock(engine) as connection:
        yield connection


@contextmanager
def alone_on_sqlite(engine: Engine) -> Iterator[Connection]:
    """Hold a lock on a file beside the database: turning on WAL, the first step, waits for nobody itself."""
    database = engine.url.database
    if database in (None, "", ":memory:"):
        with engine.begin() as connection:
            yield connection
        return
    assert database is not None
    with opened_alone(f"{database}.lock") as file:
        wait_for(file.fileno())
        if not Path(database).exists():  # to close a file that is in use would let go of its locks
            opened_alone(database).close()
        try:
            with engine.connect() as connection:
                connection.connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.Error as trouble:
            raise Unavailable("database_unavailable") from trouble
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection


def opened_alone(path: str) -> BinaryIO:
    """The file, made where there is none: nobody but its owner may read it, nor what SQLite makes beside it.

    Raises ``Unavailable`` where it can't be had.
    """
    try:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b")
    except OSError as trouble:
        raise Unavailable("database_unavailable") from trouble


def wait_for(descriptor: int) -> None:
    """Take the lock of an open file; closing it gives the lock back."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as trouble:
            if time.monotonic() > until:
                raise Unavailable("database_unavailable") from trouble
            time.sleep(0.05)
        else:
            return


@contextmanager
def alone_on_postgresql(engine: Engine) -> Iterator[Connection]:
    """Hold an advisory lock until the transaction ends."""
    with engine.begin() as connection:
        connection.execute(text(f"SET LOCAL lock_timeout = '{PATIENCE}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        yield connection
