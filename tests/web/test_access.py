"""Every route, asked by everybody: a stranger learns nothing, a viewer changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from werkzeug.routing import AnyConverter, IntegerConverter, Rule, UUIDConverter

from scorekeeper.web.access import OpenToBook, OpenToSeries
from tests.web.conftest import Cast, Phone, Script

if TYPE_CHECKING:
    from flask import Flask

SERIES_PAGES = ["", "/live", "/rules"]
SERIES_FORMS = ["/hands", "/undo", "/redo", "/dealer"]
LAST_OF_ALL = {"devices.forget", "removal.delete", "removal.remove_book"}
RIGHTS = {"owner": {"look", "write", "own"}, "scorer": {"look", "write"}, "viewer": {"look"}}
"""What each role has a right to in a series."""
ADMITTED = {200, 201, 303, 304, 400, 404, 409, 415, 422}
"""Answers that come from a view itself: who asks was let through to it."""


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


def address_of(app: Flask, rule: Rule, cast: Cast) -> str:
    """An address of a route: about the cast's series and book, and else about what is not there."""
    values: dict[str, Any] = {"series_id": cast.series_id, "book_id": cast.book_id}
    for name, converter in rule._converters.items():
        match converter:
            case UUIDConverter():
                values.setdefault(name, str(uuid4()))
            case IntegerConverter():
                values.setdefault(name, 10**6)
            case AnyConverter():
                values[name] = min(converter.items)
            case _:
                values[name] = "x"
    return app.url_map.bind("localhost").build(rule.endpoint, {name: values[name] for name in rule.arguments})


def asked_everywhere(app: Flask, cast: Cast, phone: Phone) -> Iterator[tuple[str, Any, int]]:
    """What a phone is answered by every method of every route: the route, its access, the status.

    All but those routes after which it is no longer the same phone, or there is nothing left to ask for.
    """
    token = phone.csrf()
    for rule in app.url_map.iter_rules():
        if rule.endpoint in LAST_OF_ALL:
            continue
        url = address_of(app, rule, cast)
        access = app.view_functions[rule.endpoint].access  # type: ignore[attr-defined]
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            answer = phone.client.open(url, method=method, headers={"X-CSRFToken": token})
            yield f"{method} {url}", access, answer.status_code


@pytest.mark.parametrize("role", ["owner", "scorer", "viewer"])
def test_each_role_gets_as_far_as_every_route_says(app: Flask, cast: Cast, role: str) -> None:
    walked = 0
    for asked, access, status in asked_everywhere(app, cast, cast.phones[role]):
        if not isinstance(access, OpenToSeries | OpenToBook):
            continue
        may = access.right in RIGHTS[role]
        walked += 1
        assert status in ADMITTED if may else status == 403, (asked, status)
    assert walked > 30


def test_a_stranger_and_who_was_shut_out_get_nowhere_on_any_route(app: Flask, cast: Cast) -> None:
    lost = {404: [cast.phones["stranger"], Phone(app, "never-a-token")]}
    lost[410] = [cast.phones["revoked"], shut_out_phone(app, cast)]
    for expected, phones in lost.items():
        for phone in phones:
            for asked, access, status in asked_everywhere(app, cast, phone):
                if access.is_open:
                    continue
                in_api = {401, 404, 410} if "/api/" in asked else {expected}
                if not isinstance(access, OpenToSeries | OpenToBook):
                    in_api |= ADMITTED
                if asked == "POST /api/series":
                    in_api |= {403}  # who writes nowhere is told so before the body is read
                assert status in in_api, (asked, status)


def test_who_was_shut_out_is_told_so_at_the_next_request(app: Flask, cast: Cast) -> None:
    phone = shut_out_phone(app, cast)
    page = phone.get(cast.url)
    assert page.status_code == 410
    assert "An owner of this book has ended what this phone may do in it." in page.text
    assert 'href="/join"' in page.text
    told = phone.api("PUT", f"{cast.url}/hands/{uuid4()}", {"how": "void", "base": 0})
    assert told.status_code == 410
    assert told.get_json()["error"]
    assert phone.get("/").status_code == 200


def shut_out_phone(app: Flask, cast: Cast) -> Phone:
    """A phone whose grant in this book an owner ended; elsewhere it is as good as any."""
    from scorekeeper.store.devices import make_device
    from scorekeeper.store.grants import revoke
    from scorekeeper.store.links import join, make_link

    with app.app_context():
        made = make_device("phone", "Cy's phone")
        join(make_link(cast.book_id, "scorer", None), made.bearer.id)
        phone = Phone(app, made.token)
        assert phone.get(cast.url).status_code == 200
        revoke(cast.book_id, made.bearer.id)
    return phone


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
    phone = cast.phones[role]
    token = phone.csrf()
    for rule in app.url_map.iter_rules():
        url = address_of(app, rule, cast)
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            answer = phone.client.open(url, method=method, headers={"X-CSRFToken": token}, data=b"\xff")
            assert answer.status_code < 500, (method, url)
            if url.startswith("/api/") and answer.status_code >= 400 and method != "HEAD":
                assert answer.get_json()["error"], (method, url)
