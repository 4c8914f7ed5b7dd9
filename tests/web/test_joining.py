"""Letting others in, coming in, and being shut out again: as phones without JavaScript see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import NEW_SERIES, Cast, Phone, errors, hidden

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

LINK = re.compile(r'<input id="link" value="([^"]+)"')
CODE = re.compile(r'<p class="code"[^>]*>([^<]+)</p>')
HINDI = "कमला"


def share(phone: Phone, url: str, **fields: str) -> TestResponse:
    """Send the form of a page that makes links."""
    return phone.send(url, fields, phone.get(url).text)


def link_from(phone: Phone, url: str, **fields: str) -> str:
    """The path of a fresh link."""
    page = share(phone, url, kind="link", **fields)
    assert page.status_code == 200
    found = LINK.search(page.text)
    assert found, page.text
    return "/join/" + unescape(found[1]).rpartition("/")[2]


def code_from(phone: Phone, url: str, **fields: str) -> str:
    """A fresh code, as it is shown."""
    found = CODE.search(share(phone, url, kind="code", **fields).text)
    assert found
    return found[1]


def follow(phone: Phone, link: str, **fields: str) -> TestResponse:
    """Open a link and press the button."""
    return phone.send(link, fields, phone.get(link).text)


def type_code(phone: Phone, code: str, **fields: str) -> TestResponse:
    """Type a code and press the button of the page that says what it opens."""
    asked = phone.send("/join", {"code": code}, phone.get("/join").text)
    if asked.status_code != 200:
        return asked
    return phone.send("/join", fields, asked.text)


@pytest.fixture
def owner(cast: Cast) -> Phone:
    return cast.phones["owner"]


# --- sharing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "reach", "says"),
    [
        (
            "scorer",
            "series",
            "the series Alexandra against Bob and those that follow it, to enter and correct",
        ),
        ("viewer", "series", "the series Alexandra against Bob and those that follow it, to look at"),
        ("scorer", "book", "the whole book “Kitchen table”, every series in it, to enter and correct hands"),
        ("viewer", "book", "the whole book “Kitchen table”, every series in it, to look at"),
    ],
)
@pytest.mark.parametrize("kind", ["link", "code"])
def test_a_link_or_code_opens_what_it_says(
    app: Flask, cast: Cast, owner: Phone, kind: str, role: str, reach: str, says: str
) -> None:
    other = cast.owner.call("POST", "/series", {"players": ["Cy", "Dee"], "hands": []}).get_json()["id"]
    page = share(owner, f"{cast.url}/share", kind=kind, role=role, reach=reach)
    assert f"It opens {says}" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert re.search(r'<svg[^>]*class="[^"]*"', page.text) and "style=" not in page.text
    guest = Phone(app)
    if kind == "link":
        found = LINK.search(page.text)
        assert found
        link = "/join/" + found[1].rpartition("/")[2]
        seen = guest.get(link)
        answer = guest.send(link, {"name": "Bob's phone"}, seen.text)
    else:
        found = CODE.search(page.text)
        assert found
        seen = guest.send("/join", {"code": found[1]}, guest.get("/join").text)
        answer = guest.send("/join", {"name": "Bob's phone"}, seen.text)
    assert f"It opens {says}" in seen.text
    assert "You are invited from The owner&#39;s phone." in seen.text
    assert answer.status_code == 303
    assert answer.headers["Location"] == (cast.url if reach == "series" else "/")
    page_of_series = guest.get(cast.url)
    assert page_of_series.status_code == 200
    assert ("<form" in page_of_series.text) == (role == "scorer")
    assert guest.get(f"/series/{other}").status_code == (200 if reach == "book" else 404)
    assert guest.get(f"{cast.url}/share").status_code == 403


def test_a_phone_that_nobody_named_invites_and_is_undone_without_a_name(
    app: Flask, started: Callable[..., tuple[Phone, str]]
) -> None:
    owner, url = started()
    dealt = {"base": "0", "dealer": "1"}
    assert owner.post(f"{url}/dealer", **dealt).status_code == 303
    guest, link = Phone(app), link_from(owner, f"{url}/share")
    assert "You are invited." in guest.get(link).text
    follow(guest, link, name="Bob's phone")
    assert ">Undo Bob as dealer<" in guest.get(url).text


def test_a_series_is_shared_narrowly_unless_asked_otherwise(app: Flask, cast: Cast, owner: Phone) -> None:
    guest = Phone(app)
    follow(guest, link_from(owner, f"{cast.url}/share"))
    assert guest.get(f"/books/{cast.book_id}/devices").status_code == 404


def test_the_same_form_makes_one_link_and_another_form_another(cast: Cast, owner: Phone) -> None:
    url = f"{cast.url}/share"
    page = owner.get(url).text
    for kind, pattern in (("link", LINK), ("code", CODE)):
        shown = {pattern.search(owner.send(url, {"kind": kind}, page).text)[1] for _ in range(3)}  # type: ignore[index]
        assert len(shown) == 1
        assert not shown & set(pattern.findall(owner.send(url, {"kind": kind}, owner.get(url).text).text))


@pytest.mark.parametrize("field", ["role", "reach", "life", "kind"])
def test_what_the_form_does_not_offer_is_refused(cast: Cast, owner: Phone, field: str) -> None:
    assert share(owner, f"{cast.url}/share", **{field: "owner"}).status_code == 400


def test_a_link_for_a_day_says_so_in_the_list(cast: Cast, owner: Phone) -> None:
    share(owner, f"/books/{cast.book_id}/share", kind="link", life="day")
    assert "good until" in owner.get(f"/books/{cast.book_id}/devices").text


def test_names_are_printed_as_text_everywhere(app: Flask, cast: Cast, owner: Phone) -> None:
    guest = Phone(app)
    name = "<b>{{7*7}}</b>\u202eabc"
    follow(guest, link_from(owner, f"{cast.url}/share"), name=name)
    listed = owner.get(f"/books/{cast.book_id}/devices").text
    assert "&lt;b&gt;{{7*7}}&lt;/b&gt;" in listed
    assert "<b>{{7*7}}" not in listed and "49" not in re.findall(r"<bdi>([^<]*)</bdi>", listed)


# --- joining ---------------------------------------------------------------------------------------------


def test_looking_at_a_link_joins_nobody_and_the_button_takes_it_out_of_the_address(
    app: Flask, cast: Cast, owner: Phone
) -> None:
    link = link_from(owner, f"{cast.url}/share")
    robot = Phone(app)
    for method in ("GET", "HEAD"):
        answer = robot.client.open(link, method=method)
        assert answer.status_code == 200
    for header, value in (
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Robots-Tag", "noindex"),
    ):
        assert answer.headers[header] == value
    assert robot.get(cast.url).status_code == 404
    before = devices(owner, cast)
    assert robot.post(link.replace("/join/", "/join/x")).status_code == 404
    assert devices(owner, cast) == before
    answer = follow(robot, link)
    assert link.rpartition("/")[2] not in answer.headers["Location"]
    assert robot.get(cast.url).status_code == 200


def test_a_phone_is_called_as_chosen_or_typed_or_by_its_kind(app: Flask, cast: Cast, owner: Phone) -> None:
    link = link_from(owner, f"{cast.url}/share")
    page = Phone(app).get(link).text
    assert re.findall(r'name="called" value="([^"]+)"', page) == ["Alexandra&#39;s phone", "Bob&#39;s phone"]
    for fields in (
        {"called": "Bob's phone"},
        {"called": "Bob's phone", "name": f"  {HINDI}  "},
        {"name": " "},
    ):
        assert follow(Phone(app), link, **fields).status_code == 303
    assert devices(owner, cast)[-3:] == ["Bob's phone", HINDI, "Computer"]


@pytest.mark.parametrize("name", ["x" * 41, "a\x07b"])
def test_a_name_that_can_t_be_kept_comes_back_with_a_sentence(
    app: Flask, cast: Cast, owner: Phone, name: str
) -> None:
    guest, code = Phone(app), code_from(owner, f"{cast.url}/share")
    for answer in (
        follow(guest, link_from(owner, f"{cast.url}/share"), name=name),
        type_code(guest, code, name=name),
    ):
        assert answer.status_code == 422
        assert errors(answer)
    assert guest.get(cast.url).status_code == 404
    assert type_code(guest, code, name="Cy").status_code == 303, "the code was not spent"


def test_a_form_sent_twice_joins_one_phone(app: Flask, cast: Cast, owner: Phone) -> None:
    before = devices(owner, cast)
    guest, link = Phone(app), link_from(owner, f"{cast.url}/share")
    page = guest.get(link).text
    assert [guest.send(link, {"name": "Cy"}, page).status_code for _ in range(2)] == [303, 303]
    code = code_from(owner, f"/books/{cast.book_id}/share")
    asked = guest.send("/join", {"code": code}, guest.get("/join").text).text
    assert [guest.send("/join", {}, asked).status_code for _ in range(2)] == [303, 303]
    assert devices(owner, cast) == [*before, "Cy"]


def test_who_is_in_already_is_told_so(cast: Cast, owner: Phone) -> None:
    page = owner.get(link_from(owner, f"{cast.url}/share")).text
    assert "This phone may do that already." in page
    assert f'href="{cast.url}"' in page


def test_wrong_used_and_ended_codes_fail_with_one_sentence(app: Flask, cast: Cast, owner: Phone) -> None:
    used, ended = (code_from(owner, f"{cast.url}/share") for _ in range(2))
    type_code(Phone(app), used)
    owner.post(newest_end(owner, cast))
    told = set()
    for code in ("AAA AAA", used, ended, "", "x" * 300, "\u202e💥"):
        guest = Phone(app)
        answer = type_code(guest, code)
        again = guest.post("/join", code=code, sure="1")
        assert answer.status_code == again.status_code == 422
        told |= {*errors(answer), *errors(again)}
    assert len(told) == 1


def test_guesses_make_no_devices(app: Flask, cast: Cast) -> None:
    from sqlalchemy import func, select

    from scorekeeper.store.models import Device, db

    def count() -> int:
        with app.app_context():
            return db.session.execute(select(func.count()).select_from(Device)).scalar_one()

    before = count()
    guest = Phone(app)
    for _ in range(5):
        guest.post("/join", code="AAA AAA", sure="1")
        guest.post("/join/never-a-link")
    assert count() == before


@pytest.mark.parametrize("way", ["code", "link", "both"])
def test_the_thirty_first_try_in_a_minute_is_refused(app: Flask, cast: Cast, owner: Phone, way: str) -> None:
    code, link = code_from(owner, f"{cast.url}/share"), link_from(owner, f"{cast.url}/share")
    guest = Phone(app)
    token = guest.csrf()

    def guess(number: int) -> int:
        if way == "link" or (way == "both" and number % 2):
            return guest.get(f"/join/guess-{number}").status_code
        return guest.client.post("/join", data={"csrf_token": token, "code": f"AAA{number}"}).status_code

    assert {guess(number) for number in range(30)} <= {404, 422}
    refused = guest.get(link)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert "Too many tries" in refused.text
    assert guest.client.post("/join", data={"csrf_token": token, "code": code}).status_code == 429
    assert guest.get(cast.url).status_code == 404
    elsewhere = guest.get(link, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 200


def test_one_household_has_one_share_of_tries(app: Flask) -> None:
    guest = Phone(app)

    def guess(address: str) -> int:
        return guest.get("/join/guess", environ_overrides={"REMOTE_ADDR": address}).status_code

    assert {guess(f"2001:db8:0:1::{number:x}") for number in range(30)} == {404}
    assert guess("2001:db8:0:1:ffff::1") == 429
    assert guess("2001:db8:0:2::1") == 404
    assert {guess("::ffff:192.0.2.1"), guess("192.0.2.1"), guess("not an address")} == {404}


def test_tries_at_once_are_all_counted(app: Flask) -> None:
    def guess(number: int) -> int:
        return app.test_client().get(f"/join/guess-{number}").status_code

    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(guess, range(42)))
    assert (told.count(404), told.count(429)) == (30, 12)


# --- another phone of one's own --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["link", "code"])
def test_another_phone_of_one_s_own_gets_all_books(app: Flask, cast: Cast, owner: Phone, kind: str) -> None:
    other = app.test_client().post("/api/books", json={"name": "Club"}).get_json()["id"]
    with app.app_context():
        from scorekeeper.store.links import make_link

        follow(owner, f"/join/{make_link(other, 'owner', None)}")
    url = f"/books/{cast.book_id}/keep"
    page = owner.get(url).text
    assert "Kitchen table" in page and "Club" in page
    tablet = Phone(app)
    if kind == "link":
        follow(tablet, link_from(owner, url))
    else:
        type_code(tablet, code_from(owner, url))
    for book in (cast.book_id, other):
        assert tablet.get(f"/books/{book}/devices").status_code == 200


# --- devices ---------------------------------------------------------------------------------------------


def devices(owner: Phone, cast: Cast) -> list[str]:
    """The names of the phones of the book, in the order they came; programs aside."""
    page = owner.get(f"/books/{cast.book_id}/devices").text
    listed = re.findall(r'<li class="device"><p><b><bdi>([^<]*)</bdi></b>(.*)</p>', page)
    return [unescape(name) for name, notes in listed if "a program" not in notes]


def actions(owner: Phone, cast: Cast, name: str) -> dict[str, str]:
    """Where the forms about a phone are sent, by their last word."""
    page = owner.get(f"/books/{cast.book_id}/devices").text
    row = next(row for row in page.split('<li class="device">') if f"<bdi>{name}</bdi>" in unescape(row))
    return {url.rpartition("/")[2]: url for url in re.findall(r'action="([^"]+)"', row)}


def newest_end(owner: Phone, cast: Cast) -> str:
    """Where the form that ends the newest link is sent."""
    page = owner.get(f"/books/{cast.book_id}/devices").text
    return re.findall(r'action="(/books/\d+/links/\d+/end)"', page)[0]


def test_a_phone_is_shut_out_at_once_and_its_link_with_it(app: Flask, cast: Cast, owner: Phone) -> None:
    link = link_from(owner, f"{cast.url}/share")
    guest, other = Phone(app), Phone(app)
    follow(guest, link, name="Cy's phone")
    follow(other, link_from(owner, f"{cast.url}/share"), name="Dee's phone")
    answer = owner.post(actions(owner, cast, "Cy's phone")["revoke"])
    assert answer.status_code == 303
    assert guest.get(cast.url).status_code == 410
    assert guest.get(f"{cast.url}/live").status_code == 410
    assert guest.api("GET", cast.url).status_code == 410
    assert guest.post(link).status_code == 410
    assert Phone(app).get(link).status_code == 410
    assert other.get(cast.url).status_code == 200
    assert "Cy's phone" not in devices(owner, cast)
    assert guest.get("/").status_code == 200


def test_a_phone_is_renamed_by_an_owner_and_by_itself(app: Flask, cast: Cast, owner: Phone) -> None:
    guest = Phone(app)
    follow(guest, link_from(owner, f"{cast.url}/share"), name="Cy")
    rename = actions(owner, cast, "Cy")["name"]
    assert owner.post(rename, name=" Cy's  phone ").status_code == 303
    assert "Cy's phone" in devices(owner, cast)
    refused = owner.post(rename, name="")
    assert (refused.status_code, len(errors(refused))) == (422, 1)
    assert guest.post("/devices/name", name="Cy's tablet").status_code == 303
    assert "Cy's tablet" in devices(owner, cast)
    assert guest.post("/devices/name", name="x" * 41).status_code == 422


def test_an_owner_renames_no_phone_that_other_books_know(app: Flask, cast: Cast, owner: Phone) -> None:
    guest = Phone(app)
    follow(guest, link_from(owner, f"{cast.url}/share"), name="Cy")
    rename = actions(owner, cast, "Cy")["name"]
    guest.send("/series/new", NEW_SERIES, guest.get("/series/new").text)
    assert "name" not in actions(owner, cast, "Cy")
    assert owner.post(rename, name="Nobody").status_code == 403


def test_nobody_shuts_himself_out_nor_reaches_into_another_book(app: Flask, cast: Cast, owner: Phone) -> None:
    own = actions(owner, cast, "The owner's phone")
    assert "revoke" not in own
    assert owner.post(own["name"].replace("/name", "/revoke")).status_code == 403
    other = app.test_client().post("/api/books", json={"name": "Next door"}).get_json()["id"]
    foreign = own["name"].replace(f"/books/{cast.book_id}/", f"/books/{other}/")
    assert owner.post(foreign, name="x").status_code == 404
    scorer = actions(owner, cast, "The scorer's phone")["revoke"]
    number = re.sub(r"/devices/\d+/", f"/devices/{10**6}/", scorer)
    assert owner.post(number).status_code == 404
    assert owner.post(newest_end(owner, cast).replace("/links/", "/links/99")).status_code == 404


def test_a_link_is_ended_by_itself(app: Flask, cast: Cast, owner: Phone) -> None:
    link = link_from(owner, f"{cast.url}/share")
    guest = Phone(app)
    follow(guest, link)
    assert owner.post(newest_end(owner, cast)).status_code == 303
    assert Phone(app).get(link).status_code == 410
    assert guest.get(cast.url).status_code == 200, "who came by it stays"


def test_this_phone_warns_where_it_is_the_only_key(app: Flask, cast: Cast, owner: Phone) -> None:
    alone = Phone(app)
    alone.send("/series/new", NEW_SERIES, alone.get("/series/new").text)
    assert "No other phone is a key to it." in alone.get("/devices").text
    assert "No other phone is a key to it." not in owner.get("/devices").text
    assert "2 series of somebody else" not in alone.get("/devices").text


def test_a_forgotten_phone_is_a_stranger(app: Flask, cast: Cast) -> None:
    phone = cast.phones["scorer"]
    kept = phone.client.get_cookie("device")
    assert kept is not None
    answer = phone.send("/devices/forget", {}, phone.get("/devices").text)
    assert answer.status_code == 200
    assert '"storage"' in answer.headers["Clear-Site-Data"]
    plain = phone.client.post("/devices/forget", base_url="http://home.example", data={"csrf_token": ""})
    assert "Clear-Site-Data" not in plain.headers, "browsers complain about it over plain http"
    assert phone.client.get_cookie("device") is None
    assert phone.client.get_cookie("session") is None
    assert phone.get(cast.url).status_code == 404
    assert Phone(app, kept.value).get(cast.url).status_code == 410, "a copy of the cookie is good no more"
    assert phone.post("/devices/forget").status_code == 200


def test_when_a_phone_was_last_seen_costs_a_poll_nothing(app: Flask, cast: Cast) -> None:
    from tests.web.conftest import counted_queries

    viewer = cast.phones["viewer"]
    tag = viewer.get(f"{cast.url}/live").headers["ETag"]
    with counted_queries(app) as told:
        assert viewer.get(f"{cast.url}/live", headers={"If-None-Match": tag}).status_code == 304
    assert len(told) == 1


# --- the next series -------------------------------------------------------------------------------------


def test_a_scorer_of_one_series_starts_the_next_of_the_same_people_in_their_book(
    app: Flask, cast: Cast, owner: Phone
) -> None:
    scorer, viewer = Phone(app), Phone(app)
    follow(scorer, link_from(owner, f"{cast.url}/share"), name="Cy")
    follow(viewer, link_from(owner, f"{cast.url}/share", role="viewer"), name="Dee")
    form = f"/series/new?like={cast.series_id}"
    names = {"player_1": "Bob", "player_2": "ALEXANDRA"}
    started = scorer.send(form, {**NEW_SERIES, **names}, scorer.get(form).text)
    assert started.status_code == 303
    series = started.headers["Location"]
    assert {phone.get(series).status_code for phone in (owner, scorer, viewer)} == {200}
    assert "<form" not in viewer.get(series).text
    assert scorer.get("/series/new").status_code == 200
    others = scorer.send(form, NEW_SERIES, scorer.get(form).text).headers["Location"]
    assert owner.get(others).status_code == 404, "other people are no business of this book"


def test_a_scorer_of_one_series_starts_the_next_by_the_api_too(app: Flask, cast: Cast, owner: Phone) -> None:
    scorer, viewer = Phone(app), Phone(app)
    follow(scorer, link_from(owner, f"{cast.url}/share"), name="Cy")
    follow(viewer, link_from(owner, f"{cast.url}/share", role="viewer"), name="Dee")
    same, others = ({"players": players, "hands": []} for players in (["Bob", "Alexandra"], ["Bob", "Cy"]))
    assert scorer.api("POST", "/series", same).status_code == 201
    assert scorer.api("POST", "/series", {**same, "book": "kitchen TABLE"}).status_code == 201
    assert scorer.api("POST", "/series", others).status_code == 403
    assert viewer.api("POST", "/series", same).status_code == 403


def test_where_books_are_closed_a_scorer_may_still_go_on(app: Flask, cast: Cast, owner: Phone) -> None:
    from dataclasses import replace

    scorer, viewer = Phone(app), Phone(app)
    follow(scorer, link_from(owner, f"{cast.url}/share"), name="Cy")
    follow(viewer, link_from(owner, f"{cast.url}/share", role="viewer"), name="Dee")
    app.extensions["settings"] = replace(app.extensions["settings"], anyone_starts_books=False)
    form = f"/series/new?like={cast.series_id}"
    names = {"player_1": "Alexandra", "player_2": "Bob"}
    assert scorer.get(form).status_code == 200
    assert scorer.send(form, {**NEW_SERIES, **names}, scorer.get(form).text).status_code == 303
    assert scorer.send(form, NEW_SERIES, scorer.get(form).text).status_code == 403
    assert viewer.get(form).status_code == 403


def test_a_viewer_is_offered_no_next_series(cast: Cast) -> None:
    assert "Same again" in cast.phones["scorer"].get("/").text
    assert "Same again" not in cast.phones["viewer"].get("/").text


def test_every_form_brings_its_token(cast: Cast, owner: Phone) -> None:
    for url in (
        f"{cast.url}/share",
        f"/books/{cast.book_id}/keep",
        f"/books/{cast.book_id}/devices",
        "/join",
    ):
        page = owner.get(url).text
        assert page.count("<form") == page.count('name="csrf_token"'), url
        assert hidden(page)["csrf_token"]
