"""The pages without JavaScript: a first visit, an evening of cards, its end, and the next one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

from tests.web.conftest import NEW_SERIES, Cast, Phone, errors, hidden, totals

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

Started = Callable[..., tuple[Phone, str]]

PICKED = {"tie", "preset", "first_dealer"}
"""Fields of a new series that are picked, not typed: what none of the choices is can't be shown again."""


def enter(phone: Phone, url: str, **fields: str) -> TestResponse:
    """Fill in the form of the series page and send it: the page with the result, or the form again."""
    return phone.send(f"{url}/hands", fields, phone.get(url).text)


def keep(phone: Phone, url: str, **fields: str) -> str:
    """Enter a hand and keep it: the series page after it."""
    shown = enter(phone, url, **fields)
    assert shown.status_code == 200, errors(shown)
    kept = phone.send(f"{url}/hands", {"keep": "1"}, shown.text)
    assert (kept.status_code, kept.headers["Location"]) == (303, url)
    return phone.get(url).text


def press(phone: Phone, url: str, what: str, **fields: str) -> TestResponse:
    """Tap one of the small buttons, as the page drew it."""
    base = re.search(r'name="base" value="(\d+)"', phone.get(url).text)
    assert base is not None
    return phone.post(f"{url}/{what}", base=base[1], **fields)


def status(page: str) -> str:
    """The status line, without markup."""
    told = re.search(r'<p role="status">(.*?)</p>', page, re.DOTALL)
    assert told is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", told[1])).strip()


def test_a_first_visit_gets_its_cookie_with_the_first_series(app: Flask) -> None:
    phone = Phone(app)
    assert "Set-Cookie" not in phone.get("/").headers
    page = phone.get("/series/new")
    assert phone.client.get_cookie("device") is None
    answer = phone.send("/series/new", NEW_SERIES, page.text)
    assert answer.status_code == 303
    cookie = next(told for told in answer.headers.getlist("Set-Cookie") if told.startswith("device="))
    assert {"HttpOnly", "SameSite=Lax", "Max-Age=34560000"} <= set(cookie.split("; "))
    assert totals(phone.get(answer.headers["Location"]).text) == {
        (name, game): 0 for name in ("Ann", "Bob") for game in (1, 2, 3)
    }
    assert "Ann" in phone.get("/").text


def test_start_tapped_twice_starts_one_series_and_makes_one_phone(app: Flask) -> None:
    phone = Phone(app)
    page = phone.get("/series/new").text
    session = phone.client.get_cookie("session")
    assert session is not None
    first = phone.send("/series/new", NEW_SERIES, page)
    # The second tap left before the first answer came, so with the cookies of before.
    again = Phone(app)
    again.client.set_cookie("session", session.value)
    second = again.send("/series/new", NEW_SERIES, page)
    assert first.headers["Location"] == second.headers["Location"]
    told = [phone.client.get_cookie("device") for phone in (phone, again)]
    assert told[0] is not None
    assert told[1] is not None
    assert told[0].value == told[1].value
    assert again.get(second.headers["Location"]).status_code == 200


def test_what_is_wrong_with_a_new_series_stands_beside_its_field_and_is_kept(app: Flask) -> None:
    phone = Phone(app)
    page = phone.get("/series/new").text
    for fields, sentence in (
        ({"player_1": ""}, "A name is missing"),
        ({"player_2": " ann"}, "The two players need different names"),
        ({"player_1": "x" * 41}, "A name has at most 40"),
        ({"target": "49"}, "goes from 50 to 500; 49 is outside"),
        ({"target": "99999999999"}, "from 50 to 500; 99999999999 is outside"),
        ({"gin_bonus": "²"}, "is a whole number"),
        ({"tie": "nobody"}, "is one of: an undercut, nobody scores."),
        ({"preset": "foo"}, "no rules of that name"),
        ({"first_dealer": "7"}, "who deals first"),
        ({"stake_amount": "0"}, "decimal above 0"),
        ({"stake_amount": "1", "stake_currency": "€"}, "three letters"),
        ({"stake_currency": "99999999999"}, "decimal above 0"),
    ):
        answer = phone.send("/series/new", {**NEW_SERIES, **fields}, page)
        assert answer.status_code == 422, fields
        assert any(sentence in told for told in errors(answer)), (fields, errors(answer))
        assert all(f'value="{value}"' in answer.text for key, value in fields.items() if key not in PICKED)
    assert phone.client.get_cookie("device") is None


def test_another_preset_counts_while_the_fields_are_as_they_came(started: Started) -> None:
    phone, url = started(preset="modern")
    told = phone.api("GET", url).get_json()["rules"]
    assert (told["undercut_bonus"], told["big_gin_bonus"], told["shutout"]) == (25, 31, "double_total")


def test_own_values_go_before_a_preset(started: Started) -> None:
    phone, url = started(preset="modern", gin_bonus="20", stake_amount="0,05", stake_currency="eur")
    told = phone.api("GET", url).get_json()["rules"]
    assert (told["undercut_bonus"], told["gin_bonus"]) == (25, 20)
    assert told["stake"] == {"amount": "0.05", "currency": "EUR"}


def test_the_first_dealer_is_drawn_or_picked(started: Started) -> None:
    phone, url = started(first_dealer="1")
    assert phone.api("GET", url).get_json()["first_dealer"] == "Bob"
    drawn = set()
    for _ in range(20):
        phone, url = started(first_dealer="draw")
        drawn.add(phone.api("GET", url).get_json()["first_dealer"])
    assert drawn == {"Ann", "Bob"}


def test_the_worked_example_by_form(started: Started) -> None:
    phone, url = started(player_1="Alexandra")
    keep(phone, url, who="1-knock", knocker_deadwood="3", other_deadwood="13")
    keep(phone, url, who="0-knock", knocker_deadwood="3", other_deadwood="21")
    keep(phone, url, who="1-gin", other_deadwood="5")
    page = keep(phone, url, who="1-knock", knocker_deadwood="1", other_deadwood="5")
    assert totals(page) == {
        ("Alexandra", 1): 18, ("Alexandra", 2): 0, ("Alexandra", 3): 0,
        ("Bob", 1): 44, ("Bob", 2): 34, ("Bob", 3): 4,
    }  # fmt: skip
    assert status(page) == "Hand 4: Bob +4 → games 1, 2, 3"


def test_the_result_is_shown_before_it_is_kept(started: Started) -> None:
    phone, url = started()
    shown = enter(phone, url, who="0-knock", knocker_deadwood="8", other_deadwood="8")
    assert shown.status_code == 200
    assert "undercut" in shown.text
    assert totals(phone.get(url).text)["Bob", 1] == 0
    back = phone.send(f"{url}/hands", {"change": "1"}, shown.text)
    assert back.status_code == 200
    assert re.search(r'name="knocker_deadwood" value="8" checked', back.text)
    assert 'name="other_deadwood" inputmode="numeric" maxlength="2" value="8"' in back.text


def test_what_is_wrong_with_a_hand_stands_beside_its_field_and_is_kept(started: Started) -> None:
    phone, url = started()
    for fields, sentence in (
        ({}, "Say who laid down"),
        ({"who": "2-gin", "other_deadwood": "4"}, "Say who laid down"),
        ({"who": "0-knock", "other_deadwood": "9"}, "deadwood of who knocked is missing"),
        ({"who": "0-knock", "knocker_deadwood": "4"}, "other player's deadwood is missing"),
        ({"who": "0-gin", "other_deadwood": "-3"}, "other player's deadwood is a whole number from 0 to 98"),
        ({"who": "0-gin", "other_deadwood": "99"}, "Bob's deadwood is from 0 to 98; 99 can't be."),
        ({"who": "0-gin", "other_deadwood": "99999999999"}, "other player's deadwood is a whole number"),
        ({"who": "1-knock", "knocker_deadwood": "15", "other_deadwood": "8"}, "Bob cannot knock with 15"),
        ({"who": "0-big_gin", "other_deadwood": "8"}, "Big gin is not played"),
        ({"who": "0-gin", "other_deadwood": "8", "spade": "1"}, "Spades do not double"),
        ({"who": "0-gin", "other_deadwood": "8", "knock_limit": "7"}, "only where Oklahoma is played"),
    ):
        answer = enter(phone, url, **fields)
        assert answer.status_code == 422, fields
        assert any(sentence in told for told in errors(answer)), (fields, errors(answer))
        if "other_deadwood" in fields:
            assert f'value="{fields["other_deadwood"]}"' in answer.text
    assert phone.api("GET", url).get_json()["version"] == 0


def test_a_form_sent_twice_or_after_back_keeps_one_hand(started: Started) -> None:
    phone, url = started()
    page = phone.get(url).text
    fields = {"who": "0-gin", "other_deadwood": "14", "keep": "1"}
    for _ in range(3):
        assert phone.send(f"{url}/hands", fields, page).status_code == 303
    assert phone.send(f"{url}/hands", {**fields, "keep": ""}, page).status_code == 303
    assert totals(phone.get(url).text)["Ann", 1] == 39
    changed = phone.send(f"{url}/hands", {**fields, "other_deadwood": "20"}, page)
    assert changed.status_code == 422
    assert "saved before" in errors(changed)[0]
    assert hidden(changed.text)["key"] != hidden(page)["key"]
    again = phone.send(f"{url}/hands", {**fields, "other_deadwood": "20"}, changed.text)
    assert again.status_code == 303
    assert totals(phone.get(url).text)["Ann", 1] == 84


def test_a_form_that_lost_its_id_or_its_base_is_given_back_whole(started: Started) -> None:
    phone, url = started()
    for lost in ({"key": ""}, {"key": "7"}, {"base": "9"}, {"base": "-1"}):
        told = phone.post(
            f"{url}/hands", **{"key": str(uuid4()), "base": "0", "who": "void", "keep": "1", **lost}
        )
        assert told.status_code == 422, lost
        assert errors(told)
        assert re.search(r'value="void" checked', told.text)
        assert phone.send(f"{url}/hands", {"who": "void"}, told.text).status_code in {200, 422}


def test_undo_and_redo_are_one_tap_each(started: Started) -> None:
    phone, url = started()
    keep(phone, url, who="0-gin", other_deadwood="14")
    assert press(phone, url, "undo").status_code == 303
    page = phone.get(url).text
    assert totals(page)["Ann", 1] == 0
    assert status(page) == "Taken back: hand 1: Ann +39, gin"
    assert press(phone, url, "redo").status_code == 303
    assert status(phone.get(url).text) == "Hand 1: Ann +39 → game 1"
    press(phone, url, "undo")
    nothing = press(phone, url, "undo")
    assert nothing.status_code == 409
    assert "did nothing" in status(nothing.text)


def test_an_undo_drawn_before_a_change_does_nothing(started: Started) -> None:
    phone, url = started()
    keep(phone, url, who="0-gin", other_deadwood="14")
    keep(phone, url, who="void")
    stale = phone.post(f"{url}/undo", base="1")
    assert stale.status_code == 409
    assert totals(stale.text)["Ann", 1] == 39
    assert phone.post(f"{url}/undo", base="nonsense").status_code == 422


def test_the_dealer_is_set_by_hand(started: Started) -> None:
    phone, url = started()
    assert press(phone, url, "dealer", dealer="1").status_code == 303
    page = phone.get(url).text
    assert status(page) == "Bob deals."
    assert press(phone, url, "dealer", dealer="2").status_code == 400


def test_undo_names_what_another_phone_did(cast: Cast) -> None:
    keep(cast.phones["scorer"], cast.url, who="0-gin", other_deadwood="14")
    assert "Undo The scorer&#39;s phone: hand 1<" in cast.phones["owner"].get(cast.url).text
    assert "phone: hand 1" not in cast.phones["scorer"].get(cast.url).text
    viewer = cast.phones["viewer"].get(cast.url).text
    assert "Undo" not in viewer


def test_a_series_to_its_end(started: Started) -> None:
    phone, url = started(stake_amount="0.05", stake_currency="EUR")
    keep(phone, url, who="1-knock", knocker_deadwood="2", other_deadwood="20")
    page = ""
    for _ in range(6):
        page = keep(phone, url, who="0-gin", other_deadwood="30")
        if "wins the series" in page:
            break
    assert re.search(r"<bdi[^>]*>Ann</bdi> wins the series", page)
    assert "Bob pays Ann" in page
    assert re.search(r'<form class="entry"[^>]* hidden', page)
    next_url = re.search(r'href="(/series/new\?like=[^"]+)"', page)
    keep_url = re.search(r'href="(/books/\d+/keep)"', page)
    assert next_url is not None
    assert keep_url is not None
    form = phone.get(next_url[1]).text
    assert 'name="player_1" value="Ann"' in form
    assert 'name="stake_amount" value="0.05"' in form or 'value="0.05"' in form
    assert press(phone, url, "undo").status_code == 303
    assert not re.search(r'<form class="entry"[^>]* hidden', phone.get(url).text)


def test_the_sheet_in_its_four_views(started: Started) -> None:
    phone, url = started()
    keep(phone, url, who="0-gin", other_deadwood="14")
    keep(phone, url, who="void")
    for query, caption in (
        ("", "Hands by game, newest first"),
        ("?by=player", "Hands by player, newest first"),
        ("?order=paper", "Hands by game, as on paper"),
        ("?by=player&order=paper", "Hands by player, as on paper"),
        ("?by=nonsense&order=%ff", "Hands by game, newest first"),
    ):
        assert caption in phone.get(url + query).text
    live = phone.get(f"{url}/live?by=player")
    assert "Hands by player" in live.text
    again = phone.get(f"{url}/live?by=player", headers={"If-None-Match": live.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = phone.get(f"{url}/live", headers={"If-None-Match": live.headers["ETag"]})
    assert other.status_code == 200


def test_keeping_the_book_on_another_phone(app: Flask, started: Started) -> None:
    phone, url = started()
    offered = phone.get("/books/1/keep").text
    assert "/join/" not in offered
    made = phone.send("/books/1/keep", {}, offered)
    assert made.headers["Cache-Control"] == "no-store"
    link = re.search(r"http://localhost(/join/[\w-]+)", made.text)
    assert link is not None
    assert "<svg" in made.text
    other = Phone(app)
    looked = other.get(link[1])
    assert (looked.status_code, looked.headers["Referrer-Policy"]) == (200, "no-referrer")
    assert other.get(url).status_code == 404
    joined = other.send(link[1], {}, looked.text)
    assert (joined.status_code, joined.headers["Location"]) == (303, "/")
    assert other.get(url).status_code == 200
    assert other.get("/books/1/keep").status_code == 200
    assert other.send(link[1], {}, looked.text).status_code in {303, 400}


def test_a_link_that_is_none_or_was_ended(app: Flask, cast: Cast) -> None:
    from scorekeeper.store.links import end_link, links_of, make_link

    assert Phone(app).get("/join/nonsense").status_code == 404
    with app.app_context():
        token = make_link(cast.book_id, "viewer", None)
        end_link(cast.book_id, links_of(cast.book_id)[0].link_id)
    assert Phone(app).get(f"/join/{token}").status_code == 410
    assert Phone(app).post(f"/join/{token}").status_code == 410


def test_names_are_printed_as_text(started: Started) -> None:
    name = "<b>{{7*7}}</b> \"O'N\u202e"
    phone, url = started(player_1=name)
    keep(phone, url, who="0-gin", other_deadwood="14")
    for page in (phone.get(url).text, phone.get("/").text, phone.get(f"{url}/rules").text):
        assert "<b>{{7*7}}" not in page
        assert "&lt;b&gt;{{7*7}}" in page


def test_a_revoked_phone_can_begin_anew(app: Flask, started: Started) -> None:
    from scorekeeper.store.devices import find_device, forget_device

    phone, url = started()
    cookie = phone.client.get_cookie("device")
    assert cookie is not None
    with app.app_context():
        bearer = find_device(cookie.value)
        assert bearer is not None
        forget_device(bearer.id)
    assert phone.get(url).status_code == 410
    answer = phone.send("/series/new", {**NEW_SERIES, "key": str(uuid4())}, phone.get("/series/new").text)
    assert answer.status_code == 303
    assert phone.get(answer.headers["Location"]).status_code == 200
