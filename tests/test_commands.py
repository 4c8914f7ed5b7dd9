"""Export, import, check, sweep and backup as an operator runs them."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.cli import main
from tests.store.shelf import deal_book

HAND = {"how": "knock", "knocker": "Ann", "deadwood": {"Ann": 4, "Bob": 26}}
SERIES: dict[str, Any] = {
    "book": "Kitchen table",
    "players": ["Ann", "Bob"],
    "hands": [HAND, {"how": "void"}],
}


@pytest.fixture
def instance(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine's own, with a database of either kind."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", database)
    return tmp_path


@pytest.fixture
def sqlite_instance(sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same with SQLite, which is a file of this folder."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", sqlite_database)
    return tmp_path


def file_with(folder: Path, *series: object) -> str:
    """A file with a series a line."""
    file = folder / "series.jsonl"
    lines = (line if isinstance(line, str) else json.dumps(line) for line in series)
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_out_and_in_again(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dealt = list(deal_book(Random(9), ("Ann", "Bob", "Cy"), 30))
    assert main(["import", file_with(instance, *dealt), "--book", "Kitchen table"]) == 0
    told = capsys.readouterr()
    assert [line.split(" ")[0] for line in told.out.splitlines()] == ["owner", "scorer", "viewer"]
    assert "30 new, 0 there already, 0 refused." in told.err
    assert main(["export"]) == 0
    exported = capsys.readouterr().out
    assert len(exported.splitlines()) == 30
    assert {json.loads(line)["book"] for line in exported.splitlines()} == {"Kitchen table"}
    assert main(["import", file_with(instance, exported)]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "0 new, 30 there already, 0 refused.\n")
    assert main(["export", "--book", "Kitchen table"]) == 0
    assert capsys.readouterr().out == exported
    assert main(["check"]) == 0


def test_a_spoilt_line_hides_no_other(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**SERIES, "hands": [HAND, {**HAND, "deadwood": {"Ann": 4, "Bob": 99}}]}
    assert main(["import", file_with(instance, SERIES, "", "no JSON", wrong, {**SERIES, "note": "2"})]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("New book: Kitchen table")
    assert told[1].startswith("line 3: This is not JSON")
    assert told[2].startswith("line 4, hand 2, deadwood: Bob's deadwood is from 0 to 98")
    assert told[3] == "2 new, 0 there already, 2 refused."


def test_one_series_over_many_lines(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", file_with(instance, json.dumps(SERIES, indent=2))]) == 0
    assert "1 new" in capsys.readouterr().err


def test_nothing_that_could_be_read(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", file_with(instance, "no JSON")]) == 2
    assert main(["import", file_with(instance, "")]) == 2
    assert main(["import", str(instance / "nowhere.jsonl")]) == 2
    assert main(["import", str(instance)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_series_that_name_no_book(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    without = {key: value for key, value in SERIES.items() if key != "book"}
    main(["import", file_with(instance, without)])
    main(["import", file_with(instance, {**without, "note": "into the only one"})])
    capsys.readouterr()
    main(["export"])
    assert {json.loads(line)["book"] for line in capsys.readouterr().out.splitlines()} == {"Imported series"}


def test_a_spreadsheet(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", file_with(instance, SERIES)])
    capsys.readouterr()
    assert main(["export", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out.removeprefix("\ufeff"))))
    assert [(row["winner"], row["points"]) for row in rows] == [("Ann", "22"), ("", "0")]
    assert main(["export", "--book", "Nobody's"]) == 1
    assert "no book called Nobody's" in capsys.readouterr().err


def test_a_notebook(
    instance: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (instance / "notebook.txt").write_text("Ann knock 4 26\nBob gin 31\n\nvoid\nAnn 18\n")
    call = ["import", "--paper", "Ann", "Bob", "--book", "Old", str(instance / "notebook.txt")]
    assert main(call) == 0
    assert main(call) == 0
    assert "0 new, 1 there already" in capsys.readouterr().err
    main(["export"])
    (line,) = capsys.readouterr().out.splitlines()
    assert [hand["how"] for hand in json.loads(line)["hands"]] == ["knock", "gin", "void", "points"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ann 18\nCy 4\nAnn knock\n")))
    assert main(["import", "--paper", "Ann", "Bob", "-"]) == 1
    told = capsys.readouterr().err
    assert "line 2, hand 2" in told
    assert "line 3, hand 3" in told
    assert "0 new" in told


def test_a_summary_that_was_broken_is_found(
    sqlite_instance: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", file_with(sqlite_instance, SERIES)])
    with closing(sqlite3.connect(sqlite_instance / "scorekeeper.sqlite3")) as connection, connection:
        connection.execute("UPDATE series SET knocks0 = 7")
    capsys.readouterr()
    assert main(["check"]) == 1
    told = capsys.readouterr().out
    assert "knocks0 is kept as 7, but comes to 1." in told
    assert "1 difference." in told


def test_sweeping(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep"]) == 0
    assert capsys.readouterr().out == "Gone for good: 0 series, 0 books.\n"


def test_a_backup_is_whole_while_somebody_writes(
    sqlite_instance: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy = sqlite_instance / "scorekeeper.sqlite3", sqlite_instance / "copy.sqlite3"
    main(["import", file_with(sqlite_instance, SERIES)])
    copy.write_text("an older copy")
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE series SET note = 'half done'")
        assert main(["backup", str(copy)]) == 0
        writer.execute("ROLLBACK")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT note, hand_count FROM series").fetchall() == [("", 2)]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert sorted(path.name for path in sqlite_instance.glob("*copy*")) == ["copy.sqlite3"]
    capsys.readouterr()
    assert main(["backup", str(database)]) == 1
    assert main(["backup", str(sqlite_instance / "nowhere" / "copy.sqlite3")]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_only_sqlite_is_copied(
    postgresql_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", postgresql_database)
    assert main(["backup", str(tmp_path / "copy")]) == 1
    assert "pg_dump" in capsys.readouterr().err
