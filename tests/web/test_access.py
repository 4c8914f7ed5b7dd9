"""Every route, asked by everybody: a stranger learns nothing, a viewer changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.web.conftest import Cast, Phone, Script

if TYPE_CHECKING:
    from flask import Flask

SERIES_PAGES = ["", "/live", "/rules"]
SERIES_FORMS = ["/hands", "/undo", "/redo", "/dealer"]


def routes(app: Flask) -> list[tuple[str, Any]]:
    return [(rule.rule, app.view_functions[rule.endpoint]) for rule in app.url_map.iter_rules()]


def test_every_view_declares_who_may_ask_it(app: Flask) -> None:
    assert len(routes(app)) > 20
    for rule, view in routes(app):
        assert hasattr(view, "access"), f"{rule} says nothing about access"


def test_everything_about_a_series_or_a_book_is_behind_access(app: Flask) -> None:
    for rule, view in routes(app):
        if "series_id" in rule or "book_id" in rule:
            assert not view.access.is_open, rule


def test_a_view_that_declares_nothing_answers_404(app: Flask) -> None:
    app._got_first_request = False
    app.add_url_rule("/forgotten", view_func=lambda: "a secret")
    assert app.test_client().get("/forgotten").status_code == 404


@pytest.mark.parametrize("path", SERIES_PAGES)
def test_who_sees_the_pages_of_a_series(cast: Cast, path: str) -> None:
    asked = {role: phone.get(cast.url + path).status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 200, "stranger": 404, "revoked": 410}


@pytest.mark.parametrize("path", SERIES_FORMS)
def test_who_sends_the_forms_of_a_series(cast: Cast, path: str) -> None:
    asked = {role: phone.post(cast.url + path).status_code for role, phone in cast.phones.items()}
    assert (asked["viewer"], asked["stranger"], asked["revoked"]) == (403, 404, 410)
    assert {asked["owner"], asked["scorer"]} <= {303, 400, 409, 422}
    assert cast.read()["version"] == 0


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_owners_keep_a_book(cast: Cast, method: str) -> None:
    url = f"/books/{cast.book_id}/keep"
    asked = {
        role: (phone.get(url) if method == "GET" else phone.post(url)).status_code
        for role, phone in cast.phones.items()
    }
    assert asked == {"owner": 200, "scorer": 403, "viewer": 403, "stranger": 404, "revoked": 410}


def test_a_series_that_is_not_there_looks_like_one_that_may_not_be_seen(cast: Cast) -> None:
    there = cast.phones["stranger"].get(cast.url)
    gone = cast.phones["stranger"].get(f"/series/{uuid4()}")
    assert (there.status_code, there.data) == (gone.status_code, gone.data)
    assert cast.phones["owner"].get("/books/999/keep").status_code == 404
    assert cast.phones["owner"].get("/books/99999999999999999999999/keep").status_code == 404


def test_a_viewer_s_page_has_no_form_and_no_token(cast: Cast) -> None:
    page = cast.phones["viewer"].get(cast.url).text
    assert 'name="csrf_token"' not in page
    assert "<form" not in page


def test_a_token_opens_no_page_and_a_basic_header_no_api(app: Flask, cast: Cast) -> None:
    bearer = cast.owner.headers
    assert app.test_client().get(cast.url, headers=bearer).status_code == 404
    for header in ("", "Bearer", "Bearer ", "Basic abc", bearer["Authorization"].replace("Bearer ", "")):
        told = Script(app, None).call("GET", cast.url, headers={"Authorization": header})
        assert told.status_code == 401
        assert told.headers["WWW-Authenticate"] == "Bearer"


def test_a_cookie_of_nonsense_is_a_stranger_s(app: Flask, cast: Cast) -> None:
    for token in ("", "x", "ü", "%00", "a" * 4000):
        assert Phone(app, token).get(cast.url).status_code == 404
        assert Phone(app, token).get("/").status_code == 200


@pytest.mark.parametrize("role", ["owner", "scorer", "viewer", "stranger", "revoked"])
def test_no_route_breaks_whoever_asks_by_whatever_method(app: Flask, cast: Cast, role: str) -> None:
    known = {"series_id": cast.series_id, "hand_id": str(uuid4()), "book_id": cast.book_id, "token": "x"}
    phone = cast.phones[role]
    token = phone.csrf()
    for rule in app.url_map.iter_rules():
        values = {name: known.get(name, "x") for name in rule.arguments}
        url = app.url_map.bind("localhost").build(rule.endpoint, values)
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            answer = phone.client.open(url, method=method, headers={"X-CSRFToken": token}, data=b"\xff")
            assert answer.status_code < 500, (method, url)
            if url.startswith("/api/") and answer.status_code >= 400 and method != "HEAD":
                assert answer.get_json()["error"], (method, url)
