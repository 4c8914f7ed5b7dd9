"""``scorekeeper score`` as a person or a script runs it."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import main

SEED: dict[str, Any] = {
    "players": ["Alexandra", "Bob"],
    "hands": [
        {"knocker": "Bob", "how": "knock", "deadwood": {"Bob": 3, "Alexandra": 13}},
        {"knocker": "Alexandra", "how": "knock", "deadwood": {"Alexandra": 4, "Bob": 22}},
        {"knocker": "Bob", "how": "gin", "deadwood": {"Alexandra": 5}},
        {"knocker": "Bob", "how": "knock", "deadwood": {"Bob": 10, "Alexandra": 14}},
    ],
}
CASES = Path(__file__).parent / "cases"


def score(tmp_path: Path, content: str | bytes, *options: str) -> int:
    file = tmp_path / "evening.jsonl"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return main(["score", *options, str(file)])


def test_prints_one_json_object_a_series(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(tmp_path, json.dumps(SEED, indent=2), "--json") == 0
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["hands"][0] == {
        "number": 1,
        "winner": "Bob",
        "result": "knock",
        "points": 10,
        "columns": [1],
        "dealer": None,
        "why": "Bob knocked with 3, Alexandra held 13: 13 − 3 = 10.",
    }
    assert sheet["columns"][0]["points"] == {"Alexandra": 18, "Bob": 44}
    assert (sheet["next_dealer"], sheet["net"], sheet["money"]) == ("Bob", {"Alexandra": 0, "Bob": 0}, None)


def test_draws_the_sheet_with_each_hands_arithmetic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(tmp_path, json.dumps(SEED)) == 0
    drawn = capsys.readouterr().out
    assert "Bob went gin, Alexandra held 5: 5 + 25 = 30." in drawn
    assert ["18", "44", "0", "34", "0", "4", "points"] in [line.split() for line in drawn.splitlines()]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("sv_SE.UTF-8", "Bob gick gin, Alexandra hade 5"),
        ("nl", "Bob maakte gin, Alexandra had 5"),
        ("fr_FR.UTF-8", "Bob went gin, Alexandra held 5"),
        ("C", "Bob went gin, Alexandra held 5"),
    ],
)
def test_speaks_the_language_of_the_terminal(
    wanted: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", wanted)
    assert score(tmp_path, json.dumps(SEED)) == 0
    assert told in capsys.readouterr().out


def test_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(SEED).encode())))
    assert main(["score", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == ["Alexandra", "Bob"]


def test_a_refused_series_leaves_its_neighbours_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = json.dumps({**SEED, "rules": {"target": float("nan")}})
    lines = [
        json.dumps(SEED),
        "",
        "no JSON",
        wrong,
        json.dumps({**SEED, "players": ["Ann"]}),
        json.dumps(SEED),
    ]
    assert score(tmp_path, "\r\n".join(lines).encode() + b"\n\xff\xfe\n", "--json") == 1
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in line for line in printed] == [False, True, True, True, False, True]
    assert "line 5, players" in printed[3]["error"]


def test_without_json_the_sentence_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(tmp_path, json.dumps({**SEED, "first_dealer": "Cy"})) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", "line 1, first_dealer: Cy does not play in this series.\n")


@pytest.mark.parametrize("content", ["", " \n\n", "no JSON", "[" * 100_000, "1" * 10_000, b"\xff\xfe\x00"])
def test_exit_2_when_nothing_could_be_read(tmp_path: Path, content: str | bytes) -> None:
    assert score(tmp_path, content, "--json") == 2
    assert main(["score", str(tmp_path / "nowhere.json")]) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["\ud800", "Bob"]},
        {"first_dealer": "\ud800"},
        {"id": "42"},
        {"started_at": "2026-11-30"},
        {"started_at": "0001-01-01T00:00:00+14:00"},
        {"hands": SEED["hands"] * 2501},
        {"hands": [{"how": "void", "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"}] * 2},
        {"rules": {"x" * 100_000: 1}},
        {"rules": {"target": 10**4000}},
        {"first_dealer": "x" * 5000 + "\n"},
    ],
    ids=repr,
)
def test_anything_malformed_is_one_short_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any]
) -> None:
    assert score(tmp_path, json.dumps({**SEED, **change}), "--json") == 1
    printed = capsys.readouterr().out
    assert len(printed) < 250
    assert json.loads(printed)["error"].endswith(".")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"players": ["Ann", "Bob"], "hands": [{"how": "void"}], "hands": []}', "“hands” is stated twice"),
        (
            '{\n"players": ["Ann", "Bob"],\n"rules": {"target": 100,\n"target": 200}, "hands": []}',
            "“target” is",
        ),
        ("[" * 100_000, "nested too deep"),
        ("1" * 10_000, "far too long"),
        ("{", "not JSON"),
    ],
    ids=["key", "key over lines", "deep", "long", "broken"],
)
def test_json_that_makes_no_sense_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    assert score(tmp_path, content, "--json") == 2
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1
    assert said in json.loads(printed[0])["error"]


def test_all_cases_in_one_go(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with (CASES / "series.jsonl").open(encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert score(tmp_path, "\n".join(json.dumps(case["series"]) for case in cases), "--json") == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [sheet["net"] for sheet in printed] == [case["expect"]["net"] for case in cases]
