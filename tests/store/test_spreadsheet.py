"""CSV: one hand a row, harmless in any spreadsheet."""

from __future__ import annotations

import csv
import io
from uuid import uuid4

from flask import Flask

from scorekeeper.store.scorebooks import books_named
from scorekeeper.store.spreadsheet import COLUMNS, export_rows
from tests.store.evening import ANN, BOB, VOID, gin, knock, paper
from tests.store.shelf import a_book, evening_in


def rows_of(book: str) -> list[dict[str, str]]:
    text = "".join(export_rows(books_named(book)))
    assert text.encode().startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_row_a_hand_with_the_name_of_the_winner(store: Flask) -> None:
    book = a_book()
    evening = evening_in(book, names=("Ann", "Jürgen"), first_dealer=BOB)
    struck = uuid4()
    evening.record(knock(ANN, 9, 4))
    evening.record(gin(BOB, 3), struck)
    evening.record(VOID)
    evening.record(paper(ANN, 100))
    evening.strike(struck)
    rows = rows_of(book)
    assert len(rows) == 4
    assert {
        key: rows[0][key] for key in ("player_1", "player_2", "hand", "dealer", "how", "laid_down_by")
    } == {
        "player_1": "Ann",
        "player_2": "Jürgen",
        "hand": "1",
        "dealer": "Jürgen",
        "how": "knock",
        "laid_down_by": "Ann",
    }
    assert [rows[0][key] for key in ("deadwood_1", "deadwood_2", "result", "winner", "points")] == [
        *("9", "4", "undercut", "Jürgen", "15"),
    ]
    assert [rows[0][f"game_{number}"] for number in (1, 2, 3)] == ["x", "", ""]
    assert (rows[1]["struck"], rows[1]["hand"], rows[1]["points"]) == ("x", "", "")
    assert (rows[2]["hand"], rows[2]["winner"], rows[2]["points"]) == ("2", "", "0")
    assert (rows[3]["how"], rows[3]["winner"], rows[3]["points"]) == ("points", "Ann", "100")


def test_nothing_is_a_formula(store: Flask) -> None:
    book = f"=cmd|' /C calc'!A0 {uuid4()}"
    evening = evening_in(book, names=("=1+1", "-2"))
    evening.record(gin(ANN, 3))
    (row,) = rows_of(book)
    assert row["book"] == f"'{book}"
    assert (row["player_1"], row["player_2"], row["winner"]) == ("'=1+1", "'-2", "'=1+1")


def test_an_empty_book_is_a_line_of_names(store: Flask) -> None:
    assert "".join(export_rows(())) == "\ufeff" + ",".join(COLUMNS) + "\r\n"
