"""What the operator decides: the folder, the database, the secret key, proxies, who may start books."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings, Unusable, instance_folder, read_settings


def settings(folder: Path, **environ: str) -> Settings:
    return read_settings({"SCOREKEEPER_INSTANCE": str(folder), **environ})


def test_a_checkout_keeps_its_data_in_its_own_folder(tmp_path: Path) -> None:
    checkout = Path(__file__).resolve().parents[2]
    assert instance_folder({}) == checkout / "instance"
    assert instance_folder({"SCOREKEEPER_INSTANCE": str(tmp_path)}) == tmp_path


def test_the_database_is_a_file_there_unless_another_is_named(tmp_path: Path) -> None:
    assert settings(tmp_path).database_url == f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"
    for spelling in ("postgres", "postgresql", "postgresql+psycopg"):
        named = settings(tmp_path, DATABASE_URL=f"{spelling}://ann@db/book").database_url
        assert named == "postgresql+psycopg://ann@db/book"


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = {told.secret_key for told in pool.map(settings, [tmp_path] * 40)}
    assert len(secrets) == 1
    assert len(secrets.pop()) == 64
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    settings(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    with pytest.raises(Unusable, match="chmod 600"):
        settings(tmp_path)


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch(0o600)
    with pytest.raises(Unusable, match="too short"):
        settings(tmp_path)


def test_many_machines_share_a_secret_by_the_environment(tmp_path: Path) -> None:
    assert settings(tmp_path, SCOREKEEPER_SECRET_KEY="x" * 40).secret_key == "x" * 40
    assert not (tmp_path / "secret_key").exists()


def test_nonsense_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, value in (
        ("SCOREKEEPER_PUBLIC_URL", "score.example"),
        ("SCOREKEEPER_PROXIES", "some"),
        ("SCOREKEEPER_PROXIES", "-1"),
        ("SCOREKEEPER_NEW_BOOKS", "maybe"),
        ("SCOREKEEPER_BOOKS_AN_HOUR", "-1"),
        ("SCOREKEEPER_SECRET_KEY", "short"),
    ):
        with pytest.raises(Unusable):
            settings(tmp_path, **{name: value})


def test_who_may_start_books(tmp_path: Path) -> None:
    assert settings(tmp_path).anyone_starts_books
    assert not settings(tmp_path, SCOREKEEPER_NEW_BOOKS="no").anyone_starts_books


def test_an_address_starts_60_books_an_hour_unless_the_operator_says_otherwise(tmp_path: Path) -> None:
    assert settings(tmp_path).books_an_hour == 60
    assert settings(tmp_path, SCOREKEEPER_BOOKS_AN_HOUR="500").books_an_hour == 500
    assert settings(tmp_path, SCOREKEEPER_BOOKS_AN_HOUR="no").books_an_hour is None
    assert settings(tmp_path).writes_a_minute is None


def test_a_proxy_is_believed_when_told_of(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path, SCOREKEEPER_PROXIES="1"))
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    answer = app.test_client().get("/rules", headers=told)
    assert "Strict-Transport-Security" in answer.headers
