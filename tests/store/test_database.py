"""What the database itself sees to: entries stay, connections are durable, and trouble has one name."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorekeeper.store import database
from scorekeeper.store.entries import record_hand
from scorekeeper.store.errors import Unavailable
from scorekeeper.store.grants import glance
from scorekeeper.store.models import db
from scorekeeper.store.series import LATELY, load_series
from tests.conftest import opened_app
from tests.store.evening import ANN, VOID, Evening, knock, start_evening


def run(sql: str, **facts: Any) -> None:
    """Have the database do this, past everything that the program would see to."""
    try:
        db.session.execute(text(sql), facts)
        db.session.commit()
    finally:
        db.session.rollback()


def key_of(evening: Evening) -> str:
    """The id of a series as the database spells it."""
    return evening.id.hex if db.engine.dialect.name == "sqlite" else str(evening.id)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET reason = 'x' WHERE series_id = :id",
        "UPDATE entries SET version = version + 10 WHERE series_id = :id",
        "DELETE FROM entries WHERE series_id = :id",
        "DELETE FROM entries",
        "DELETE FROM series WHERE id = :id",
    ],
)
def test_no_entry_is_changed_or_removed(evening: Evening, sql: str) -> None:
    evening.keep(knock(ANN, 3, 13))
    before = evening.table()
    with pytest.raises(IntegrityError):
        run(sql, **({"id": key_of(evening)} if ":id" in sql else {}))
    assert evening.table() == before


def test_no_entry_is_replaced(evening: Evening) -> None:
    evening.keep(knock(ANN, 3, 13))
    before = evening.table()
    columns = "series_id, version, kind, hand_id, key, device_id, at, sent_at, reason, body"
    if db.engine.dialect.name == "sqlite":
        for version in ("version", "version + 1"):
            chosen = columns.replace("version", version)
            with pytest.raises(IntegrityError):
                run(f"INSERT OR REPLACE INTO entries ({columns}) SELECT {chosen} FROM entries")
    with pytest.raises(IntegrityError):
        run(
            f"INSERT INTO entries ({columns}) SELECT {columns} FROM entries WHERE series_id = :id "
            "ON CONFLICT (series_id, version) DO UPDATE SET reason = 'x'",
            id=key_of(evening),
        )
    assert evening.table() == before


def test_the_whole_log_is_not_emptied_at_once(evening: Evening) -> None:
    if db.engine.dialect.name == "sqlite":
        return
    evening.keep(VOID)
    for sql in ("TRUNCATE entries", "TRUNCATE series CASCADE"):
        with pytest.raises(IntegrityError):
            run(sql)
    assert evening.table().version == 1


def test_a_purged_series_goes_with_its_log(evening: Evening) -> None:
    evening.keep(VOID)
    kept = start_evening()
    kept.keep(VOID)
    run("UPDATE series SET purged_at = CURRENT_TIMESTAMP WHERE id = :id", id=key_of(evening))
    with pytest.raises(IntegrityError):
        run("UPDATE entries SET reason = 'x' WHERE series_id = :id", id=key_of(evening))
    run("DELETE FROM entries WHERE series_id = :id", id=key_of(evening))
    run("DELETE FROM series WHERE id = :id", id=key_of(evening))
    assert kept.table().version == 1


def test_what_sqlite_is_told_on_every_connection(sqlite_database: str, tmp_path: Path) -> None:
    with opened_app(sqlite_database, tmp_path) as app, app.app_context(), db.engine.connect() as connection:
        for pragma, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == expected


@contextlib.contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that run meanwhile, those that begin a transaction left out."""
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if not statement.startswith("BEGIN"):
            said.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


def test_a_hand_takes_three_statements_and_a_sheet_one_and_a_poll_one(evening: Evening) -> None:
    for statements in (4, 3):  # before the first hand nothing is kept yet that would be read on from
        request = evening.ask()
        with counted() as said:
            record_hand(evening.id, uuid4(), VOID, request)
        assert len(said) == statements, said
    with counted() as said:
        load_series(evening.id)
    assert len(said) == 1, said
    LATELY.clear()
    with counted() as said:
        load_series(evening.id)
    assert len(said) == 2, said
    with counted() as said:
        glance("unknown", evening.id)
    assert len(said) == 1, said


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs that wait for others only briefly."""
    monkeypatch.setattr(database, "PATIENCE", 0.2)


def test_a_locked_sqlite_is_unavailable_and_then_again_available(
    impatient: None, sqlite_template: Path, tmp_path: Path
) -> None:
    file = tmp_path / "locked.sqlite3"
    shutil.copyfile(sqlite_template, file)
    with opened_app(f"sqlite:///{file}", tmp_path) as app, app.app_context():
        evening = start_evening()
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable) as unavailable:
                evening.record(VOID, base=0)
            assert unavailable.value.code == "database_unavailable"
            assert evening.table().version == 0, "reading goes on"
            other.execute("ROLLBACK")
        assert evening.record(VOID).new


def test_a_locked_row_of_postgresql_is_unavailable_and_then_again_available(
    impatient: None, postgresql_database: str, tmp_path: Path
) -> None:
    with opened_app(postgresql_database, tmp_path) as app, app.app_context():
        evening = start_evening()
        with psycopg.connect(postgresql_database.replace("+psycopg", "")) as other:
            other.execute("SELECT 1 FROM series FOR UPDATE")
            with pytest.raises(Unavailable):
                evening.record(VOID, base=0)
            assert evening.table().version == 0, "reading goes on"
        assert evening.record(VOID).new


def test_connections_that_the_server_dropped_are_made_anew(postgresql_database: str, tmp_path: Path) -> None:
    with opened_app(postgresql_database, tmp_path) as app, app.app_context():
        evening = start_evening()
        evening.table()
        with psycopg.connect(postgresql_database.replace("+psycopg", ""), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        db.session.remove()
        assert evening.table().version == 0


def test_a_server_that_is_gone_is_unavailable(tmp_path: Path) -> None:
    url = f"postgresql+psycopg://postgres@/nothing?host={tmp_path}"
    with opened_app(url, tmp_path) as app, app.app_context(), pytest.raises(Unavailable):
        start_evening()


def test_a_full_disk_is_unavailable_and_nothing_is_half_kept(sqlite_database: str, tmp_path: Path) -> None:
    with opened_app(sqlite_database, tmp_path) as app, app.app_context():
        evening = start_evening()
        evening.keep(VOID)
        pages = db.session.execute(text("PRAGMA page_count")).scalar_one()
        db.session.remove()

        def fill(connection: Any, *_more: object) -> None:
            connection.execute(f"PRAGMA max_page_count={pages}")

        db.engine.dispose()
        event.listen(db.engine, "connect", fill)
        kept = fill_up(evening)
        assert evening.table().version == kept


def fill_up(evening: Evening) -> int:
    """Enter hands until there is no room; how many were kept in all."""
    for kept in range(1, 200):
        try:
            evening.record(VOID, reason="x" * 500)
        except Unavailable:
            return kept
    raise AssertionError("the disk was never full")


def test_a_mistake_of_ours_is_no_trouble_of_the_database(store: Flask) -> None:
    with pytest.raises(DBAPIError) as mistake:
        run("SELECT nonsense FROM nowhere")
    assert "nowhere" in str(mistake.value)


def test_a_verb_lets_go_of_what_was_read_before(store: Flask) -> None:
    evening = start_evening()
    load_series(evening.id)
    assert db.session().in_transaction()
    evening.keep(VOID)
    assert not db.session().in_transaction()
