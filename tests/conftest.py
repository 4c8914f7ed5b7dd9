"""What all tests share: an empty database of either kind, the application over it, and no skipping.

The application is imported inside the fixtures, so that the engine's tests start without it.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.words.locale import SOURCE_LANGUAGE, speaking
from tests.postgres import running_cluster

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

MIGRATED = "migrated"
SECRET_KEY = "a secret that only tests know, long enough for anybody"
numbers = itertools.count(1)

# How long an example takes says more about the machine than about the code.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that could not run has proved nothing, so a skipped one fails the run as a failed one does."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the terminal speaks: a test that wants another language says so."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with speaking(SOURCE_LANGUAGE):
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty, migrated database; a test that asks for it runs on both kinds."""
    url: str = request.getfixturevalue(f"{request.param}_database")
    return url


@pytest.fixture
def sqlite_database(sqlite_template: Path, tmp_path: Path) -> str:
    """The URL of a SQLite database of this test's own."""
    file = tmp_path / "scorekeeper.sqlite3"
    shutil.copyfile(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture
def postgresql_database(postgresql_template: Path) -> Iterator[str]:
    """The URL of a PostgreSQL database of this test's own."""
    name = f"test_{next(numbers)}"
    command(postgresql_template, f"CREATE DATABASE {name} TEMPLATE {MIGRATED}")
    yield postgresql_url(postgresql_template, name)
    command(postgresql_template, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Path]:
    """The socket's folder of a PostgreSQL cluster of this run's own, user postgres."""
    with running_cluster() as folder:
        yield folder


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy; migrating once saves every test the time."""
    folder = tmp_path_factory.mktemp("template")
    file = folder / "scorekeeper.sqlite3"
    migrate(f"sqlite:///{file}", folder)
    return file


@pytest.fixture(scope="session")
def postgresql_template(cluster: Path) -> Path:
    """The cluster once it holds a migrated database to copy."""
    command(cluster, f"CREATE DATABASE {MIGRATED} TEMPLATE template0")
    migrate(postgresql_url(cluster, MIGRATED), cluster)
    return cluster


@pytest.fixture
def app(database: str, tmp_path: Path) -> Iterator[Flask]:
    """The application over an empty database."""
    with opened_app(database, tmp_path) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a past; more of them come from `app.test_client()`."""
    return app.test_client()


@contextlib.contextmanager
def opened_app(url: str, instance: Path, **more: Any) -> Iterator[Flask]:
    """The application over the database at `url`, whose connections are given back in the end; `more` are
    the operator's other settings.
    """
    from scorekeeper import create_app
    from scorekeeper.config import Settings
    from scorekeeper.store.models import db

    told = {"secret_key": SECRET_KEY, "testing": True, **more}
    app = create_app(Settings(instance=instance, database_url=url, **told))
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def migrate(url: str, instance: Path) -> None:
    """Bring the empty database at `url` to the newest shape, as the command does."""
    from scorekeeper.store.migrate import upgrade

    with opened_app(url, instance) as app:
        upgrade(app)


def postgresql_url(cluster: Path, name: str) -> str:
    """The database of that name as SQLAlchemy spells it."""
    return f"postgresql+psycopg://postgres@/{name}?host={cluster}"


def command(cluster: Path, sql: str) -> None:
    """Have the cluster make or drop a database, which no transaction may do."""
    with psycopg.connect(
        host=str(cluster), user="postgres", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(sql.encode())
