"""The database reaches its newest shape once, whoever starts first, and has the shape the models say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import func, inspect, select

from scorekeeper.store import migrate
from scorekeeper.store.errors import Unavailable
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import Series, db
from tests.conftest import command, opened_app, postgresql_url
from tests.store.evening import VOID, start_evening

PROCESSES = 3

START = """
import sys
from pathlib import Path
from tests.conftest import opened_app
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import db
from tests.store.evening import VOID, start_evening
print("ready", flush=True)
sys.stdin.readline()
for url in sys.argv[2:]:
    with opened_app(url, Path(sys.argv[1])) as app, app.app_context():
        upgrade(app)
        start_evening().keep(VOID)
"""


@pytest.fixture
def nothing_on_sqlite(tmp_path: Path) -> str:
    """The URL of a SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'new.sqlite3'}"


@pytest.fixture
def nothing_on_postgresql(cluster: Path) -> Iterator[str]:
    """The URL of a PostgreSQL database without a table."""
    command(cluster, "CREATE DATABASE nothing_yet TEMPLATE template0")
    yield postgresql_url(cluster, "nothing_yet")
    command(cluster, "DROP DATABASE nothing_yet WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing_yet(request: pytest.FixtureRequest) -> str:
    """The URL of a database without a table, of either kind."""
    url: str = request.getfixturevalue(f"nothing_on_{request.param}")
    return url


def test_the_migrations_make_what_the_models_say(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, db.metadata) == []


def test_processes_that_start_at_once_on_an_empty_database_all_serve(
    nothing_on_sqlite: str, nothing_on_postgresql: str, tmp_path: Path
) -> None:
    urls = [nothing_on_sqlite, nothing_on_postgresql]
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", START, str(tmp_path), *urls],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=120)
    assert [process.returncode for process in processes] == [0] * PROCESSES
    for url in urls:
        with opened_app(url, tmp_path) as app, app.app_context():
            count = select(func.count()).select_from(Series)
            assert db.session.scalar(count) == PROCESSES


def test_upgrading_again_keeps_everything(nothing_yet: str, tmp_path: Path) -> None:
    with opened_app(nothing_yet, tmp_path) as app, app.app_context():
        upgrade(app)
        evening = start_evening()
        evening.keep(VOID)
        upgrade(app)
        assert evening.table().version == 1


def test_the_steps_go_back_too(nothing_yet: str, tmp_path: Path) -> None:
    with opened_app(nothing_yet, tmp_path) as app, app.app_context():
        upgrade(app)
        db.session.remove()
        config = Config()
        config.set_main_option("script_location", str(migrate.STEPS))
        alembic.downgrade(config, "base")
        assert inspect(db.engine).get_table_names() == ["alembic_version"]
        upgrade(app)
        start_evening()


def test_a_migration_that_another_process_never_ends_is_waited_for_and_given_up(
    nothing_yet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "PATIENCE", 1)
    with (
        opened_app(nothing_yet, tmp_path) as app,
        opened_app(nothing_yet, tmp_path) as other,
        app.app_context(),
        migrate.alone(db.engine),
        pytest.raises(Unavailable),
    ):
        upgrade(other)
