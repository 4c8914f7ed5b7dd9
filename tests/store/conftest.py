"""What the store's tests share: an application over either database, and a series between Ann and Bob.

One database serves all of them, as it would several households: each test starts a book of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import MIGRATED, command, opened_app, postgresql_url
from tests.store.evening import Evening, start_evening

SHARED = "store"


@pytest.fixture(scope="session")
def shared_sqlite(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a SQLite database for all tests of the store."""
    file = tmp_path_factory.mktemp("store") / "scorekeeper.sqlite3"
    shutil.copyfile(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture(scope="session")
def shared_postgresql(postgresql_template: Path) -> str:
    """The URL of a PostgreSQL database for all tests of the store."""
    command(postgresql_template, f"CREATE DATABASE {SHARED} TEMPLATE {MIGRATED}")
    return postgresql_url(postgresql_template, SHARED)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def store_app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application over the shared database of either kind."""
    url = request.getfixturevalue(f"shared_{request.param}")
    with opened_app(url, tmp_path_factory.mktemp("instance")) as app:
        yield app


@pytest.fixture
def store(store_app: Flask) -> Iterator[Flask]:
    """The application with its database within reach."""
    with store_app.app_context():
        yield store_app


@pytest.fixture
def evening(store: Flask) -> Evening:
    """A series between Ann and Bob without a hand yet."""
    return start_evening()
