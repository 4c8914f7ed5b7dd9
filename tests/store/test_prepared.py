"""A prepared statement gives what SQLAlchemy gives, takes what it takes, and fails as it fails."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask, current_app
from sqlalchemy import bindparam, func, select, update

from scorekeeper.store.database import read_alone, read_within, write_within, writing
from scorekeeper.store.devices import rename_device
from scorekeeper.store.errors import Unavailable
from scorekeeper.store.models import Device, Entry, Series, db, table_of
from scorekeeper.store.prepared import Prepared
from tests.store.evening import ANN, BOB, Evening, gin, knock

SERIES, ENTRIES, DEVICES = table_of(Series), table_of(Entry), table_of(Device)

EVERYTHING = (
    select(SERIES, ENTRIES)
    .join(ENTRIES, ENTRIES.c.series_id == SERIES.c.id)
    .where(SERIES.c.id == bindparam("id"), func.coalesce(SERIES.c.note, "none") != "none")
    .order_by(ENTRIES.c.version)
)
"""Every type that is stored: ids, moments, JSON, numbers, words, and nothing."""

ONE = DEVICES.c.id == bindparam("device")
NAME = Prepared(select(DEVICES.c.name).where(ONE))
RENAME = Prepared(update(DEVICES).where(ONE), ["name"])


def test_it_gives_what_sqlalchemy_gives(evening: Evening) -> None:
    evening.keep(gin(ANN, 20), reason="said so", sent_at=datetime(2026, 11, 30, tzinfo=UTC))
    evening.keep(knock(BOB, 3, 8), key=uuid4())
    usual = [tuple(row) for row in db.session.execute(EVERYTHING, {"id": evening.id})]
    db.session.rollback()
    assert len(usual) == 2
    assert read_alone(Prepared(EVERYTHING), {"id": evening.id}) == usual


def test_it_takes_what_sqlalchemy_takes(evening: Evening) -> None:
    see = Prepared(update(DEVICES).where(ONE), ["name", "seen_at"])
    seen_at = datetime(2026, 11, 30, 21, 5, tzinfo=timezone(timedelta(hours=2)))
    ids = [evening.ann.id, evening.bob.id]
    with writing() as transaction:
        told = [{"device": device, "name": f"{device} 📱", "seen_at": seen_at} for device in ids]
        write_within(transaction, see, told)
    found = select(Device.name, Device.seen_at).where(Device.id.in_(ids)).order_by(Device.id)
    assert db.session.execute(found).all() == [(f"{device} 📱", seen_at) for device in ids]


def test_it_sees_what_its_transaction_wrote_and_leaves_it_to_that(evening: Evening) -> None:
    asked = {"device": evening.ann.id}

    def change_one_s_mind() -> None:
        with writing() as transaction:
            write_within(transaction, RENAME, [{**asked, "name": "gone"}])
            assert read_within(transaction, NAME, asked) == [("gone",)]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_one_s_mind()
    assert read_alone(NAME, asked) == [(evening.ann.name,)]


def test_a_connection_that_it_was_alone_on_begins_transactions_again(evening: Evening) -> None:
    asked = {"device": evening.ann.id}
    db.engine.dispose()
    with db.engine.connect() as first:
        same = first.connection.driver_connection
    read_alone(NAME, asked)
    with db.engine.connect() as again:
        # Into a file a thread goes on looking with the one that it got.
        assert (again.connection.driver_connection is same) == (db.engine.dialect.name != "sqlite")
        again.execute(update(DEVICES).values(name="gone"))
        again.rollback()
    assert read_alone(NAME, asked) == [(evening.ann.name,)]


def test_a_value_of_another_name_is_a_mistake(evening: Evening) -> None:
    with pytest.raises(KeyError, match="phone"):
        read_alone(NAME, {"phone": evening.ann.id})


def test_it_sees_what_was_written_since_it_looked_last(evening: Evening) -> None:
    app, asked = current_app._get_current_object(), {"device": evening.ann.id}
    for name in ("the kitchen's tablet", "Ann's old phone"):
        rename_device(evening.ann.id, name)
        assert read_alone(NAME, asked) == [(name,)]
        with ThreadPoolExecutor() as others:
            assert others.submit(seen_elsewhere, app, asked).result() == [(name,)]
    assert db.engine.pool.checkedout() <= 1, "what a thread had is given back when it ends"


def seen_elsewhere(app: Flask, asked: dict[str, int]) -> list[tuple[str, ...]]:
    """What another thread reads."""
    with app.app_context():
        return read_alone(NAME, asked)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CORRUPT], ids=["busy", "corrupt"])
def test_a_database_in_trouble_is_unavailable(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    asked = {"device": evening.ann.id}

    def fail(*_told: Any) -> None:
        error: Any = db.engine.dialect.loaded_dbapi.OperationalError("no luck")
        error.sqlite_errorcode = code
        raise error

    def read_in_a_transaction() -> None:
        with writing() as transaction:
            read_within(transaction, NAME, asked)

    with monkeypatch.context() as trouble:
        trouble.setattr(Prepared, "rows", fail)
        with pytest.raises(Unavailable):
            read_alone(NAME, asked)
        with pytest.raises(Unavailable):
            read_in_a_transaction()
    assert read_alone(NAME, asked) == [(evening.ann.name,)]
