"""The commands that need the application: a link for whoever lost all devices, and migrating."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import opened_app
from tests.live import COMMAND
from tests.web.conftest import Phone


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'book.sqlite3'}"


def run(folder: Path, *words: str, command: Path = COMMAND, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    environ |= {"SCOREKEEPER_INSTANCE": str(folder), "DATABASE_URL": url_in(folder), **more}
    return subprocess.run(
        [command, *words], env=environ, capture_output=True, text=True, timeout=60, check=False
    )


def test_upgrading_makes_the_database(tmp_path: Path) -> None:
    assert run(tmp_path, "upgrade").returncode == 0
    assert (tmp_path / "book.sqlite3").exists()
    assert run(tmp_path, "upgrade").returncode == 0


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    assert run(tmp_path, "upgrade").returncode == 0
    with closing(sqlite3.connect(tmp_path / "book.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    told = run(tmp_path, "check")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == "scorekeeper: This score book belongs to a newer release: start that one.\n"


def test_a_link_lets_a_new_phone_in(tmp_path: Path) -> None:
    nothing = run(tmp_path, "link")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert "no book yet" in nothing.stderr
    with opened_app(url_in(tmp_path), tmp_path) as app:
        for name in ("Kitchen table", "Club"):
            assert app.test_client().post("/api/books", json={"name": name}).status_code == 201
        unnamed = run(tmp_path, "link")
        assert (unnamed.returncode, unnamed.stdout) == (1, "")
        assert "Club, Kitchen table" in unnamed.stderr
        told = run(
            tmp_path,
            *("link", "--book", "Kitchen  table", "--role", "scorer"),
            SCOREKEEPER_PUBLIC_URL="http://localhost",
        )
        assert told.returncode == 0
        link = re.match(r"http://localhost(/join/[\w-]+)\n", told.stdout)
        assert link is not None
        assert told.stdout.count("█") > 100
        phone = Phone(app)
        page = phone.get(link[1])
        assert "to enter and correct hands" in page.text
        assert phone.send(link[1], {}, page.text).status_code == 303


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SCOREKEEPER_PUBLIC_URL", "score.example", "begins with http://"),
        ("SCOREKEEPER_INSTANCE", "/proc/x", "Nothing can be kept in /proc/x"),
        ("SCOREKEEPER_INSTANCE", "{folder}/file", "File exists"),
        ("SCOREKEEPER_INSTANCE", "{folder}/odd", "Is a directory"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL is to be"),
        ("DATABASE_URL", "mysql://ann:secret@db/book", "DATABASE_URL is to be"),
        ("DATABASE_URL", "postgresql://ann:secret@db:port/book", "DATABASE_URL is to be"),
        ("DATABASE_URL", "postgresql://ann:secret@nowhere.invalid/book", "nowhere.invalid"),
        ("DATABASE_URL", "sqlite:////proc/x/book.sqlite3", "No such file or directory"),
        ("DATABASE_URL", "sqlite:///{folder}/file", "file is not a database"),
    ],
)
def test_what_the_operator_got_wrong_is_one_sentence(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    (tmp_path / "file").write_text("This is a shopping list and no database at all, however long.\n" * 20)
    (tmp_path / "odd" / "secret_key").mkdir(parents=True)
    told = run(tmp_path, "link", **{name: value.format(folder=tmp_path)})
    assert (told.returncode, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 1
    assert said in told.stderr
    assert "secret@" not in told.stderr


def test_what_makes_no_sense_on_the_command_line(tmp_path: Path) -> None:
    for words in (["--port", "99999"], ["--workers", "0"], ["--port", "x"]):
        assert run(tmp_path, *words).returncode == 2
    elsewhere = run(tmp_path, "--host", "192.0.2.7", "--port", "0")
    assert elsewhere.stderr == "scorekeeper: There is no address 192.0.2.7 to listen on.\n"


@pytest.mark.parametrize("words", ["score --json {file} >&-", "score {file} >/dev/full", "check >/dev/full"])
def test_nowhere_to_print_to_is_one_sentence(tmp_path: Path, words: str) -> None:
    file = tmp_path / "evening.json"
    file.write_text('{"players": ["Ann", "Bob"], "hands": [{"how": "void"}]}')
    told = run(tmp_path, "-c", f"exec {COMMAND} {words.format(file=file)}", command=Path("/bin/sh"))
    assert told.returncode == 1
    assert told.stderr.startswith("scorekeeper: Standard output")
    assert len(told.stderr.splitlines()) == 1


def test_a_database_is_its_owner_s_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert run(folder, "upgrade").returncode == 0
    modes = {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}
    assert modes == {"new": 0o700, "secret_key": 0o600, "book.sqlite3": 0o600, "book.sqlite3.lock": 0o600}
