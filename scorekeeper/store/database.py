"""The way to the database: how connections are set up, how a verb writes, what trouble looks like."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy.session import Session
from pydantic_core import from_json, to_json
from sqlalchemy import Connection, Dialect, Engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.orm import scoped_session
from sqlalchemy.pool import Pool, PoolProxiedConnection

from scorekeeper.store.errors import Unavailable
from scorekeeper.store.models import db
from scorekeeper.store.prepared import Prepared

STEPS = Path(__file__).resolve().parent.parent / "migrations"

Transaction: TypeAlias = scoped_session[Session] | Connection
"""What statements go through: the session a request reads with, or the connection of a verb that writes."""

PATIENCE = 10
"""Seconds that a verb waits for another writer, for a free connection, or for a server to pick up."""

PAUSE = 0.002
"""Seconds between two looks whether the other writer is done: about as long as one writes."""

PRIMARY = 0xFF
"""The part of SQLite's error codes that tells the kind of error."""

CONNECTIONS = 20
"""Connections a process keeps at most; more than the threads of a worker, so that none ever waits."""


def install_store(app: Flask) -> None:
    """Bind the database of ``SQLALCHEMY_DATABASE_URI`` to the application. Connects to nothing yet."""
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", engine_options(app.config["SQLALCHEMY_DATABASE_URI"]))
    db.init_app(app)
    Migrate(app, db, directory=str(STEPS))
    with app.app_context():
        prepare_engine(db.engine)


def engine_options(url: str) -> dict[str, Any]:
    """What SQLAlchemy is told about this kind of database."""
    # Values of statements are hands and names: nothing for the log of a failure.
    pool: dict[str, Any] = {
        "json_serializer": write_json,
        "json_deserializer": from_json,
        "pool_size": CONNECTIONS,
        "max_overflow": 0,
        "pool_timeout": PATIENCE,
        "hide_parameters": True,
    }
    if make_url(url).get_backend_name() == "sqlite":
        if make_url(url).database in (None, "", ":memory:"):
            return {}
        return pool | {"connect_args": {"timeout": PATIENCE}}
    waits = (
        f"-c timezone=UTC -c lock_timeout={PATIENCE}s -c idle_in_transaction_session_timeout={6 * PATIENCE}s"
    )
    return pool | {
        "pool_pre_ping": True,
        "connect_args": {"connect_timeout": PATIENCE, "options": waits},
    }


def write_json(value: object) -> str:
    """JSON as it is stored, several times as fast as the standard library's."""
    return to_json(value).decode()


def prepare_engine(engine: Engine) -> None:
    """Say on every connection what durability and locking this program counts on."""
    event.listen(engine, "handle_error", tell_trouble)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_sqlite)


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Leave transactions to us: the driver's own lose concurrent read-then-write updates without an error.

    WAL is a property of the file and set once, by the migrations.
    """
    connection.isolation_level = None
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: Connection) -> None:
    """Take the write lock first where something will be written: a read lock can't always be raised later."""
    cursor = connection.connection.cursor()
    if connection.get_execution_options().get("writes"):
        take_turn(cursor)
    else:
        cursor.execute("BEGIN")


def take_turn(cursor: Any) -> None:
    """Begin a transaction that writes as soon as nobody else does. Raises ``Unavailable``.

    SQLite would wait by itself, but it looks ever more seldom: under load, who has waited long waits on.
    """
    until = time.monotonic() + PATIENCE
    cursor.execute("PRAGMA busy_timeout=0")
    try:
        while not begins(cursor, until):
            time.sleep(PAUSE)
    finally:
        cursor.execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")


def begins(cursor: Any, until: float) -> bool:
    """Whether the transaction has begun, since nobody else writes. Raises ``Unavailable`` when it is late."""
    try:
        cursor.execute("BEGIN IMMEDIATE")
    except sqlite3.DatabaseError as trouble:
        is_taken = trouble.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_BUSY
        if not is_taken or time.monotonic() > until:
            raise Unavailable("database_unavailable") from trouble
        return False
    return True


def tell_trouble(context: ExceptionContext) -> None:
    """Raise ``Unavailable`` in place of what the drivers say when the database is busy, full or gone.

    A connection found dead before it is used is no trouble: the pool opens another. Nor is a mistake in a
    statement, which SQLite's driver calls by the same name; a file that is no database has another.
    """
    if not context.is_pre_ping and is_trouble(context.original_exception, context.dialect):
        raise Unavailable("database_unavailable") from context.original_exception


def is_trouble(error: BaseException, dialect: Dialect) -> bool:
    """Whether a driver's error tells of the database, not of what it was asked."""
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_ERROR:
        return False
    driver = dialect.loaded_dbapi
    is_broken = code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    return is_broken or isinstance(error, driver.OperationalError | driver.InterfaceError)


def read_alone(statement: Prepared, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of one statement that needs no transaction around it: what every phone asks every two seconds
    is one trip to the database. Raises ``Unavailable``.
    """
    engine = db.engine
    look = look_into_file if engine.dialect.name == "sqlite" else ask_server
    try:
        return look(engine, statement, values)
    except engine.dialect.loaded_dbapi.Error as error:
        heed(error, engine.dialect)
        raise


class Own(threading.local):
    """A thread's own connection to a file, and the pool that it is of."""

    pooled: PoolProxiedConnection | None = None
    pool: Pool | None = None


OWN = Own()


def look_into_file(engine: Engine, statement: Prepared, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The rows over the thread's own connection, where a statement stands alone that nothing was begun for:
    to take one from the pool and to give it back takes as long as the look.
    """
    if OWN.pool is not engine.pool or OWN.pooled is None:
        if OWN.pooled is not None:
            OWN.pooled.close()
        OWN.pooled, OWN.pool = engine.raw_connection(), engine.pool
    try:
        return statement.rows(engine, OWN.pooled.driver_connection, values)
    except engine.dialect.loaded_dbapi.Error as error:
        OWN.pooled.invalidate(error)
        OWN.pool = None
        raise


def ask_server(engine: Engine, statement: Prepared, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The rows over a connection that is taken from the pool, found alive, and given back."""
    with closing(engine.raw_connection()) as pooled:
        try:
            with by_itself(pooled.driver_connection) as driver:
                return statement.rows(engine, driver, values)
        except engine.dialect.loaded_dbapi.Error as error:
            pooled.invalidate(error)
            raise


@contextmanager
def by_itself(driver: Any) -> Iterator[Any]:
    """A server's connection on which each statement stands alone."""
    driver.autocommit = True
    try:
        yield driver
    finally:
        if not driver.closed:
            driver.autocommit = False


def read_within(
    transaction: Connection, statement: Prepared, values: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """The rows of a statement as a transaction that writes sees them. Raises ``Unavailable``."""
    try:
        return statement.rows(transaction.engine, transaction.connection.driver_connection, values)
    except transaction.dialect.loaded_dbapi.Error as error:
        heed(error, transaction.dialect)
        raise


def write_within(transaction: Connection, statement: Prepared, every: Iterable[Mapping[str, Any]]) -> None:
    """Write by a statement with each of these values. Raises ``Unavailable``."""
    try:
        statement.run(transaction.engine, transaction.connection.driver_connection, every)
    except transaction.dialect.loaded_dbapi.Error as error:
        heed(error, transaction.dialect)
        raise


def heed(error: Exception, dialect: Dialect) -> None:
    """Raise ``Unavailable`` likewise where the driver was asked without SQLAlchemy between."""
    if is_trouble(error, dialect):
        raise Unavailable("database_unavailable") from error


@contextmanager
def writing() -> Iterator[Connection]:
    """A transaction that writes: all is kept at the end of the block, or nothing where an error leaves it.

    On SQLite it waits its turn before it reads anything. On PostgreSQL the verb locks the row it goes by.
    Whatever was read before in this request is let go of.
    """
    if db.session.registry.has():
        db.session.rollback()
    try:
        with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection
    except PoolExhausted as trouble:
        raise Unavailable("database_unavailable") from trouble
