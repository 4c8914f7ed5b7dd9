"""Home, the list, and what is done with a series as a whole: left, taken up, noted, corrected, deleted."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from tests.web.conftest import Cast, Phone, counted_queries, errors
from tests.web.history import EUR, EVENING, evenings, gin, keep, pair_url, people_in, sweep, words

if TYPE_CHECKING:
    from flask import Flask

SERIES_PAGES = ["/about", "/print", "/export.jsonl", "/export.csv"]


@pytest.mark.parametrize("path", SERIES_PAGES)
def test_who_sees_a_series_as_a_whole(cast: Cast, path: str) -> None:
    asked = {role: phone.get(cast.url + path).status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 200, "stranger": 404, "revoked": 410}


@pytest.mark.parametrize("path", ["/note", "/leave", "/resume", "/players", "/delete"])
def test_who_changes_a_series_as_a_whole(cast: Cast, path: str) -> None:
    fields = {"base": "0", "note": "rain", "seat": "0", "name": "Cy"}

    def post(role: str) -> int:
        return cast.phones[role].post(cast.url + path, **fields).status_code

    assert [post(role) for role in ("viewer", "stranger", "revoked")] == [403, 404, 410]
    assert post("scorer") == (403 if path in {"/players", "/delete"} else 303)
    assert post("owner") in {303, 409}


# --- home and the list -----------------------------------------------------------------------------------


def test_home_has_running_ones_on_top_then_the_pair_then_earlier_ones(cast: Cast) -> None:
    evenings(cast, "Alexandra", "Bob", "112", rules=EUR)
    page = cast.phones["owner"].get("/").text
    told = words(page)
    places = [told.index(part) for part in ("Go on", "Same again", "Alexandra against Bob", "Earlier")]
    assert places == sorted(places)
    assert "3 series, last on 3 Mar" in told or "last on Tue 3 Mar" in told
    assert "Series won: Alexandra 2, Bob 1" in told
    assert "Bob owes Alexandra" in told


def test_a_first_visit_and_a_book_without_a_finished_series_say_nothing_odd(cast: Cast, phone: Phone) -> None:
    for page in (phone.get("/").text, cast.phones["owner"].get("/").text):
        told = words(page)
        assert "against" not in told
        assert not re.search(r"\b(None|NaN|nan|null|0%)\b", told)


def test_who_comes_with_nothing_finds_where_a_code_is_typed(cast: Cast, phone: Phone) -> None:
    told = words(phone.get("/").text)
    assert told.index("New series") < told.rindex("Type a code")
    assert words(cast.phones["owner"].get("/").text).count("Type a code") == 1, "only in the menu"


def test_the_list_goes_on_page_by_page_and_misses_none(cast: Cast) -> None:
    ids = evenings(cast, "Alexandra", "Bob", "12" * 23)
    phone, url, seen = cast.phones["viewer"], "/series", []
    while url:
        page = phone.get(url).text
        seen += re.findall(r'<a href="/series/([0-9a-f-]{36})">', page)
        older = re.search(r'href="(/series\?after=[^"]+)"', page)
        url = older[1] if older else ""
    assert seen == [cast.series_id, *reversed(ids)] or seen == [*reversed(ids), cast.series_id]
    assert phone.get("/series?after=nonsense").status_code == 422


def test_the_list_by_opponent_takes_any_spelling(cast: Cast) -> None:
    evenings(cast, "Alexandra", "Bob", "1")
    theirs = evenings(cast, "Cy", "Bob", "2")
    page = cast.phones["owner"].get("/series?player=%20cY%20").text
    assert re.findall(r'<a href="/series/([0-9a-f-]{36})">', page) == theirs
    assert "Nobody of that name" in cast.phones["owner"].get("/series?player=Dee").text


def test_a_stranger_has_no_list(phone: Phone) -> None:
    assert phone.get("/series").status_code == 404


def test_home_asks_the_database_as_often_in_a_large_book(app: Flask, cast: Cast) -> None:
    phone = cast.phones["owner"]

    def asked(url: str) -> int:
        phone.get(url)
        with counted_queries(app) as queries:
            assert phone.get(url).status_code == 200
        return len(queries)

    evenings(cast, "Alexandra", "Bob", "12" * 6)
    pages = ("/", "/series", pair_url(phone, cast, "Alexandra", "Bob"), people_in(phone, cast)["Bob"])
    few = [asked(page) for page in pages]
    evenings(cast, "Alexandra", "Bob", "12" * 20)
    assert [asked(page) for page in pages] == few


def test_a_day_is_one_of_the_reader_s_own_calendar(cast: Cast) -> None:
    keep(cast, "Alexandra", "Bob", sweep("Bob", "Alexandra"), started_at="2026-03-01T23:30:00+00:00")
    phone = cast.phones["owner"]
    for zone, day in (("America/Los_Angeles", "Sun 1 Mar"), ("Australia/Brisbane", "Mon 2 Mar")):
        phone.client.set_cookie("zone", zone)
        assert day in words(phone.get("/series").text)
    for nonsense in ("Nowhere/Land", "../etc/passwd", "Europe", "x" * 100):
        phone.client.set_cookie("zone", nonsense)
        assert phone.get("/series").status_code == 200


def test_an_evening_past_midnight_belongs_to_the_day_it_began(cast: Cast) -> None:
    hands = [
        {**hand, "at": f"2026-03-02T00:{minute}:00+01:00"}
        for minute, hand in zip(("10", "20", "30", "40"), sweep("Bob", "Alexandra"), strict=True)
    ]
    keep(cast, "Alexandra", "Bob", hands, started_at="2026-03-01T23:30:00+01:00")
    assert "Sun 1 Mar" in words(cast.phones["owner"].get("/series").text)


# --- left unfinished -------------------------------------------------------------------------------------


def test_a_series_left_unfinished_settles_its_closed_games_and_counts_for_nobody(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    hands = [gin("Bob", "Alexandra", 60), gin("Bob", "Alexandra", 60)]
    series = keep(cast, "Alexandra", "Bob", hands, rules=EUR)
    url = f"/series/{series['id']}"
    about = phone.get(f"{url}/about").text
    assert "Alexandra pays Bob" in words(about)
    left = phone.send(f"{url}/leave", {}, about)
    assert left.headers["Location"] == url
    page = phone.get(url).text
    assert "Left unfinished" in words(page)
    assert "Alexandra pays Bob" in words(page)
    assert cast.viewer.call("GET", f"/series/{series['id']}").get_json()["state"] == "abandoned"
    assert "left unfinished after 2 hands" in words(phone.get("/").text)
    assert "have not finished a series" in phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text


def test_leaving_is_undone_by_a_tap_and_taken_up_again(cast: Cast) -> None:
    phone, url = cast.phones["scorer"], cast.url
    for back in ("undo", "resume"):
        phone.post(f"{url}/leave", base=str(cast.read()["version"]))
        assert cast.read()["state"] == "abandoned"
        phone.post(f"{url}/{back}", base=str(cast.read()["version"]))
        assert cast.read()["state"] == "running"


def test_a_series_that_is_over_is_not_left(cast: Cast) -> None:
    series = keep(cast, "Alexandra", "Bob", sweep("Bob", "Alexandra"))
    answer = cast.phones["owner"].post(f"/series/{series['id']}/leave", base=str(series["version"]))
    assert answer.status_code == 409
    assert cast.viewer.call("GET", f"/series/{series['id']}").get_json()["state"] == "over"


# --- note and people -------------------------------------------------------------------------------------


def test_a_note_is_kept_logged_listed_and_exported(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    about = phone.get(f"{cast.url}/about").text
    phone.send(f"{cast.url}/note", {"note": " On the boat, <b>rain</b> "}, about)
    assert cast.read()["note"] == "On the boat, <b>rain</b>"
    for path in (f"{cast.url}/about", f"{cast.url}/print", "/series"):
        assert "On the boat, &lt;b&gt;rain&lt;/b&gt;" in phone.get(path).text
    assert "The note was changed" in words(phone.get(f"{cast.url}/log").text)
    assert "On the boat" in phone.get(f"{cast.url}/export.jsonl").text
    too_long = phone.post(f"{cast.url}/note", base="1", note="x" * 501)
    assert too_long.status_code == 422
    assert errors(too_long) == ["The note has at most 500 characters."]
    assert "x" * 501 in too_long.text


def test_a_wrong_opponent_is_corrected_and_the_record_follows(cast: Cast) -> None:
    phone = cast.phones["owner"]
    [wrong] = evenings(cast, "Alexandra", "Bob", "1")
    about = phone.get(f"/series/{wrong}/about").text
    phone.send(f"/series/{wrong}/players", {"seat": "1", "name": "cy"}, about)
    assert "1 to 0" in words(phone.get(people_in(phone, cast)["Alexandra"]).text)
    assert "Alexandra beat cy" in words(phone.get("/series").text)
    page = phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text
    assert "have not finished a series" in page
    log = words(phone.get(f"/series/{wrong}/log").text)
    assert "Who played was put right Bob → became cy" in log


def test_somebody_of_the_same_name_is_kept_apart_on_request(cast: Cast) -> None:
    phone = cast.phones["owner"]
    evenings(cast, "Alexandra", "Bob", "1")
    [other] = evenings(cast, "Alexandra", "Cy", "1")
    phone.post(f"/series/{other}/players", base="4", seat="1", name="bob", apart="1")
    assert {"Bob", "bob (2)"} <= people_in(phone, cast).keys()
    alike = phone.post(f"/series/{other}/players", base="5", seat="1", name="ALEXANDRA")
    assert alike.status_code == 422
    assert errors(alike)


def test_a_form_about_a_series_that_somebody_changed_says_so_and_keeps_what_was_typed(cast: Cast) -> None:
    cast.record({"how": "void"})
    cast.owner.call("POST", f"{cast.url}/dealer", {"base": 1, "dealer": "Bob"})
    answer = cast.phones["scorer"].post(f"{cast.url}/note", base="0", note="rain")
    assert answer.status_code == 409
    assert "rain" in answer.text
    assert cast.read()["note"] == ""


# --- deleted ---------------------------------------------------------------------------------------------


def test_a_deleted_series_is_out_of_sight_and_comes_back_by_one_tap_from_home(cast: Cast) -> None:
    phone = cast.phones["owner"]
    series = evenings(cast, "Alexandra", "Bob", "12")[1]
    before = words(phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text)
    gone = phone.send(f"/series/{series}/delete", {}, phone.get(f"/series/{series}/about").text)
    assert gone.headers["Location"] == "/"
    for path in ("", "/about", "/log", "/export.jsonl"):
        assert phone.get(f"/series/{series}{path}").status_code == 404
    assert "1 series" in words(phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text)
    for _reload in range(2):
        home = phone.get("/").text
        assert "Series Alexandra v Bob of" in words(home)
    for other in ("scorer", "viewer"):
        assert "Bring it back" not in cast.phones[other].get("/").text
    back = re.search(r'action="(/books/\d+/series/[^"]+/restore)"', home)
    assert back
    assert cast.phones["scorer"].post(back[1]).status_code == 403
    assert cast.phones["stranger"].post(back[1]).status_code == 404
    assert phone.send(back[1], {}, home).headers["Location"] == f"/series/{series}"
    assert words(phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text) == before
    assert "Bring it back" not in phone.get("/").text


def test_after_thirty_days_a_deleted_series_is_gone_with_its_log(app: Flask, cast: Cast) -> None:
    from datetime import UTC, datetime

    from scorekeeper.store.removal import KEPT_FOR
    from scorekeeper.store.removal import sweep as sweep_out

    phone = cast.phones["owner"]
    phone.post(f"{cast.url}/delete")
    with app.app_context():
        sweep_out(datetime.now(UTC) + KEPT_FOR - timedelta(hours=1))
    assert "Bring it back" in phone.get("/").text
    with app.app_context():
        sweep_out(datetime.now(UTC) + KEPT_FOR + timedelta(hours=1))
    assert "Bring it back" not in phone.get("/").text


def test_a_whole_book_is_deleted_by_typing_its_name(cast: Cast) -> None:
    phone, url = cast.phones["owner"], f"/books/{cast.book_id}/delete"
    page = phone.get(url).text
    assert f"/books/{cast.book_id}/export.jsonl" in page
    wrong = phone.send(url, {"name": "Kitchen"}, page)
    assert wrong.status_code == 422
    assert errors(wrong)
    assert cast.read()["version"] == 0
    done = phone.send(url, {"name": " kitchen TABLE "}, page)
    assert "is deleted" in words(done.text)
    assert phone.get(cast.url).status_code in {404, 410}
    assert cast.viewer.call("GET", cast.url).status_code == 401


def test_only_owners_delete_a_book(cast: Cast) -> None:
    for method in ("get", "post"):
        asked = {
            role: getattr(phone, method)(f"/books/{cast.book_id}/delete").status_code
            for role, phone in cast.phones.items()
            if role != "owner"
        }
        assert asked == {"scorer": 403, "viewer": 403, "stranger": 404, "revoked": 410}


# --- paper -----------------------------------------------------------------------------------------------


def test_print_has_the_pad_in_both_customs_with_extras_and_settlement(cast: Cast) -> None:
    [series] = evenings(cast, "Alexandra", "Bob", "2", rules=EUR)
    phone = cast.phones["viewer"]
    page = phone.get(f"/series/{series}/print").text
    assert 'class="by-game"' in page
    assert 'class="by-player"' in phone.get(f"/series/{series}/print?by=player").text
    told = words(page)
    for part in ("boxes", "shutout", "total", "value", "Bob wins the series", "Alexandra pays Bob"):
        assert part in told
    assert '<a href="/series' not in page.split("<main")[1].split('class="sheet"')[1]


@pytest.mark.parametrize("names", [("=1+1", "<b>O'Neil</b>"), ("עִבְרִית", "👩‍👩‍👧‍👦"), ("Łukasz", "李" * 24)])
def test_names_are_printed_as_text_everywhere(cast: Cast, names: tuple[str, str]) -> None:
    one, other = names
    [series] = evenings(cast, one, other, "1", rules=EUR)
    phone = cast.phones["owner"]
    pages = ["/", "/series", f"/series/{series}/about", f"/series/{series}/print"]
    pages += [pair_url(phone, cast, one, other), people_in(phone, cast)[one]]
    for page in pages:
        answer = phone.get(page)
        assert answer.status_code == 200
        assert "<b>O" not in answer.text
        assert one in words(answer.text)
    for kind in ("jsonl", "csv"):
        file = phone.get(f"/series/{series}/export.{kind}")
        told = unquote(file.headers["Content-Disposition"])
        assert file.status_code == 200
        assert f"{EVENING.date()}.{kind}" in told
        assert not set('<>"') & set(
            told.split("UTF-8''")[-1].removeprefix("attachment; filename=").strip('"')
        )
