"""Series as files out of the pages and in again, and a notebook's sheet typed line by line."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from tests.web.conftest import NEW_SERIES, Cast, Phone, errors, new_book
from tests.web.history import EUR, evenings, gin, keep, knock, sweep, words

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

NAMES = [
    ("Jürgen", "Łukasz"),
    ("李", "עִבְרִית"),
    ("O'Neil", "<b>"),
    ("=1+1", "👩‍👩‍👧‍👦🃏"),
    ("A" * 24, "@home"),
]

RULES = {key: NEW_SERIES[key] for key in NEW_SERIES if key not in {"player_1", "player_2", "first_dealer"}}


def exported(phone: Phone, cast: Cast, book_id: int | None = None) -> str:
    return phone.get(f"/books/{book_id or cast.book_id}/export.jsonl").text


def bring(phone: Phone, book_id: int, body: bytes, name: str = "book.jsonl") -> TestResponse:
    """Upload a file by the form; put together here, since the test client leaves a large one's file open."""
    head = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return phone.client.post(
        f"/books/{book_id}/import",
        data=head.encode() + body + b"\r\n--edge--\r\n",
        content_type="multipart/form-data; boundary=edge",
        headers={"X-CSRFToken": phone.csrf()},
    )


def joined_owner(app: Flask, book_id: int) -> Phone:
    from tests.web.conftest import joined_phone

    return joined_phone(app, book_id, "owner")


# --- out and in ------------------------------------------------------------------------------------------


def test_a_book_goes_out_and_comes_into_another_place_as_it_was(app: Flask, cast: Cast) -> None:
    for one, other in NAMES:
        keep(cast, one, other, [*sweep(one, other)[:2], {"how": "void"}], note="=note", rules=EUR)
    cast.record({"how": "void"})
    phone = cast.phones["owner"]
    before = exported(phone, cast)
    assert before.count("\n") == len(NAMES) + 1
    phone.post(f"/books/{cast.book_id}/delete", name="Kitchen table")
    with app.app_context():
        from datetime import UTC, datetime, timedelta

        from scorekeeper.store.removal import sweep as sweep_out

        sweep_out(datetime.now(UTC) + timedelta(days=31))
    book = new_book(app, "Kitchen table")
    owner = joined_owner(app, book["id"])
    told = bring(owner, book["id"], before.encode())
    assert f"{len(NAMES) + 1} new, 0 there already, 0 refused." in words(told.text)
    assert exported(owner, cast, book["id"]) == before
    again = bring(owner, book["id"], before.encode())
    assert f"0 new, {len(NAMES) + 1} there already" in words(again.text)
    assert exported(owner, cast, book["id"]) == before


def test_what_is_refused_is_told_by_line_and_the_rest_is_kept(cast: Cast) -> None:
    good = {"players": ["Dee", "Eve"], "hands": [gin("Dee", "Eve", 4)]}
    bad = {"players": ["Dee", "Eve"], "hands": [knock("Dee", "Eve", 3, 9), knock("Dee", "Eve", 40, 20)]}
    lines = [
        json.dumps(good),
        "{nonsense",
        "",
        json.dumps(bad),
        json.dumps({**good, "players": ["Dee", "<i>"]}),
    ]
    told = words(bring(cast.phones["scorer"], cast.book_id, "\n".join(lines).encode()).text)
    assert "1 new, 0 there already, 3 refused." in told
    assert "line 2" in told
    assert "line 4, hand 2, deadwood : Dee cannot knock with 40" in told.replace(" :", " :")


def test_one_series_spread_over_lines_is_a_file_too(cast: Cast) -> None:
    body = json.dumps({"players": ["Dee", "Eve"], "hands": []}, indent=2).encode()
    assert "1 new" in words(bring(cast.phones["owner"], cast.book_id, b"\xef\xbb\xbf" + body).text)


def test_a_form_without_a_series_says_so(cast: Cast) -> None:
    phone = cast.phones["owner"]
    for answer in (
        bring(phone, cast.book_id, b"", name=""),
        bring(phone, cast.book_id, b" \n\n"),
        phone.post(f"/books/{cast.book_id}/import"),
    ):
        assert answer.status_code == 422
        assert errors(answer)


def test_a_book_larger_than_a_body_may_be_comes_in_and_one_larger_than_a_file_may_be_does_not(
    cast: Cast,
) -> None:
    series = {"players": ["Dee", "Eve"], "hands": [gin("Dee", "Eve", 4)], "padding": "x" * 400_000}
    lines = [json.dumps({**series, "note": str(number)}) for number in range(4)]
    phone = cast.phones["owner"]
    assert "4 new" in words(bring(phone, cast.book_id, "\n".join(lines).encode()).text)
    assert bring(phone, cast.book_id, b" " * (16 * 1024 * 1024)).status_code == 413
    other = phone.client.post(f"/books/{cast.book_id}/paper", data={"lines": "x" * (1024 * 1024)})
    assert other.status_code == 413


def test_nobody_brings_a_series_into_a_book_by_an_id_of_another(cast: Cast) -> None:
    taken = cast.stranger.call("POST", "/series", {"players": ["Dee", "Eve"], "hands": []}).get_json()
    body = {"id": taken["id"], "players": ["Dee", "Eve"], "hands": []}
    told = words(bring(cast.phones["owner"], cast.book_id, json.dumps(body).encode()).text)
    assert "0 new, 0 there already, 1 refused." in told
    assert "in another book" in told


def test_csv_has_one_hand_a_row_the_right_winner_and_no_formula(cast: Cast) -> None:
    hands = [gin("=1+1", "Bob", 31), knock("Bob", "=1+1", 3, 20), {"how": "void"}]
    series = keep(cast, "=1+1", "Bob", hands)
    file = cast.phones["viewer"].get(f"/series/{series['id']}/export.csv")
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert [(row["result"], row["winner"], row["points"]) for row in rows] == [
        ("gin", "'=1+1", "56"),
        ("knock", "Bob", "17"),
        ("void", "", "0"),
    ]
    assert (
        len(
            list(csv.reader(io.StringIO(cast.phones["viewer"].get(f"/books/{cast.book_id}/export.csv").text)))
        )
        == 4
    )


@pytest.mark.parametrize(
    ("zone", "day"), [("America/Los_Angeles", "2026-03-01"), ("Australia/Brisbane", "2026-03-02")]
)
def test_a_file_is_named_by_the_reader_s_day(cast: Cast, zone: str, day: str) -> None:
    series = keep(cast, "Jürgen", "a/b:c", [], started_at="2026-03-01T23:30:00+00:00")
    phone = cast.phones["owner"]
    phone.client.set_cookie("zone", zone)
    name = phone.get(f"/series/{series['id']}/export.jsonl").headers["Content-Disposition"]
    assert unquote(name).endswith(f"Jürgen v a b c {day}.jsonl")


def test_a_file_is_named_by_the_day_at_the_table_where_the_reader_s_zone_is_unknown(cast: Cast) -> None:
    series = keep(cast, "Ann", "Bob", [], started_at="2026-03-01T00:30:00+10:00")
    name = cast.phones["owner"].get(f"/series/{series['id']}/export.csv").headers["Content-Disposition"]
    assert name == 'attachment; filename="Ann v Bob 2026-03-01.csv"'


# --- a notebook ------------------------------------------------------------------------------------------

SHEET = """Ann knock 4 26
Bob gin 31
void
Ann 18
Bob undercut 9 3
# a line of talk
ann: knock 10 12

Bob 10"""


def typed(**more: str) -> dict[str, str]:
    return {**RULES, "player_1": "Ann", "player_2": "Bob", "day": "2019-08-03", "note": "Norderney", **more}


def test_a_paper_sheet_is_shown_before_it_is_kept_and_is_the_series_entered_by_hand(cast: Cast) -> None:
    phone, url = cast.phones["scorer"], f"/books/{cast.book_id}/paper"
    page = phone.get(url).text
    look = phone.send(url, typed(lines=SHEET), page)
    assert look.status_code == 200
    assert "The sheet, as it will be kept" in words(look.text)
    assert 'class="by-game"' in look.text
    assert cast.owner.call("GET", "/series?player=Ann").get_json()["series"] == []
    kept = phone.send(url, typed(lines=SHEET, keep="1"), look.text)
    told = cast.viewer.call("GET", kept.headers["Location"]).get_json()
    again = phone.send(url, typed(lines=SHEET, keep="1"), look.text)
    assert again.headers["Location"] == kept.headers["Location"]
    entered = keep(
        cast,
        "Ann",
        "Bob",
        [
            knock("Ann", "Bob", 4, 26),
            gin("Bob", "Ann", 31),
            {"how": "void"},
            {"how": "points", "winner": "Ann", "points": 18},
            knock("Ann", "Bob", 9, 3),
            knock("Ann", "Bob", 10, 12),
            {"how": "points", "winner": "Bob", "points": 10},
        ],
    )
    assert same_sheet(told) == same_sheet(entered)
    assert (told["note"], told["started_at"][:10]) == ("Norderney", "2019-08-03")
    assert "3 Aug 2019" in words(phone.get("/series?player=ann").text)


def same_sheet(told: dict[str, Any]) -> dict[str, Any]:
    """What two tellings of a series have in common."""
    own = {"id", "version", "note", "started_at", "last_played_at", "undoable", "redoable", "age"}
    hands = [{key: value for key, value in hand.items() if key not in {"id", "at"}} for hand in told["hands"]]
    return {key: value for key, value in told.items() if key not in own} | {"hands": hands}


def test_lines_that_can_t_be_read_are_told_by_number_and_nothing_is_lost(cast: Cast) -> None:
    phone, url = cast.phones["scorer"], f"/books/{cast.book_id}/paper"
    lines = "Ann knock 4 26\nCarl gin 3\nBob gin\n<b>void</b>\nAnn knock 40 20"
    answer = phone.send(url, typed(lines=lines, target="150", preset="own", keep="1"), phone.get(url).text)
    assert answer.status_code == 422
    told = words(answer.text)
    assert "Lines 2, 3, 4, 5 can't be read" in told
    assert re.findall(r'<li value="(\d)">', answer.text) == ["2", "3", "4", "5"]
    assert "Carl gin 3" in answer.text
    assert (
        "Ann knock 4 26\nCarl gin 3\nBob gin\n&lt;b&gt;void&lt;/b&gt;\nAnn knock 40 20</textarea>"
        in answer.text
    )
    for name, value in (("player_1", "Ann"), ("day", "2019-08-03"), ("note", "Norderney"), ("target", "150")):
        assert re.search(f'name="{name}" value="{value}"', answer.text)
    assert cast.owner.call("GET", "/series?player=Ann").get_json()["series"] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player_1", ""),
        ("player_2", " ann "),
        ("lines", " "),
        ("day", "3 Aug"),
        ("day", "2999-01-01"),
        ("target", "7"),
        ("note", "x" * 501),
    ],
)
def test_a_paper_form_that_lacks_something_comes_back(cast: Cast, field: str, value: str) -> None:
    phone, url = cast.phones["scorer"], f"/books/{cast.book_id}/paper"
    answer = phone.send(url, typed(lines=SHEET, keep="1") | {field: value}, phone.get(url).text)
    assert answer.status_code == 422
    assert f'id="{field}-told"' in answer.text
    assert errors(answer)


def test_a_finished_paper_sheet_is_shown_with_its_settlement(cast: Cast) -> None:
    phone, url = cast.phones["owner"], f"/books/{cast.book_id}/paper"
    look = phone.send(url, typed(lines="Ann gin 60\n" * 4), phone.get(url).text)
    told = words(look.text)
    assert "Ann wins the series" in told
    assert "Settlement" in told
    evenings(cast, "Ann", "Bob", "1")
