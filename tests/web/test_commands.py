"""The commands that need the application: a link for whoever lost all devices, and migrating."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.conftest import opened_app
from tests.live import COMMAND
from tests.web.conftest import Phone


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'book.sqlite3'}"


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    environ |= {"SCOREKEEPER_INSTANCE": str(folder), "DATABASE_URL": url_in(folder), **more}
    return subprocess.run(
        [COMMAND, *words], env=environ, capture_output=True, text=True, timeout=60, check=False
    )


def test_upgrading_makes_the_database(tmp_path: Path) -> None:
    assert run(tmp_path, "upgrade").returncode == 0
    assert (tmp_path / "book.sqlite3").exists()
    assert run(tmp_path, "upgrade").returncode == 0


def test_a_link_lets_a_new_phone_in(tmp_path: Path) -> None:
    nothing = run(tmp_path, "link")
    assert (nothing.returncode, nothing.stderr) == (1, "")
    assert "no book yet" in nothing.stdout
    with opened_app(url_in(tmp_path), tmp_path) as app:
        for name in ("Kitchen table", "Club"):
            assert app.test_client().post("/api/books", json={"name": name}).status_code == 201
        unnamed = run(tmp_path, "link")
        assert unnamed.returncode == 1
        assert "Club, Kitchen table" in unnamed.stdout
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


def test_what_the_operator_got_wrong_is_one_sentence(tmp_path: Path) -> None:
    told = run(tmp_path, "link", SCOREKEEPER_PUBLIC_URL="score.example")
    assert (told.returncode, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 1
    for words in (["--port", "99999"], ["--workers", "0"], ["--port", "x"]):
        assert run(tmp_path, *words).returncode == 2
