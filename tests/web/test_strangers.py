"""Whatever is sent to whatever route: a sentence and a 4xx, never a trace, never a token, never a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.web.conftest import EVENING, NEW_SERIES, Cast, Phone

if TYPE_CHECKING:
    from flask import Flask

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MEGABYTE = 1024 * 1024
BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "not UTF-8": b'{"how": "\xff\xfe"}',
    "half a surrogate": b'{"how": "\\ud800", "base": 0, "reason": "\\ud800", "name": "\\ud800"}',
    "a zero byte": b'{"name": "\\u0000", "base": 0, "reason": "\\u0000", "how": "void"}',
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"deadwood":' * 20_000 + b"1" + b"}" * 20_000,
    "a list": b"[]",
    "a number without end": b'{"base": ' + b"9" * 5000 + b"}",
    "not a number": b'{"base": NaN}',
    "wrong types": (
        b'{"base": [], "how": {}, "deadwood": [1], "key": 5, "reason": {}, "at": 3, "players": "x",'
        b' "hands": {}, "name": [], "dealer": [], "position": "1", "rules": 4}'
    ),
    "large numbers": (
        b'{"base": 99999999999, "how": "knock", "knocker": "Bob", "position": 99999999999,'
        b' "deadwood": {"Bob": 99999999999, "Alexandra": 99999999999}}'
    ),
    "a form": b"base=99999999999&knocker_deadwood=99999999999&other_deadwood=%ff&who=0-knock&key=%00",
    "too much": b" " * (MEGABYTE + 1),
}
PATHS = ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%00", "%ff%fe", "a" * 5000, "1e9", "-1", "{}", "%s"]


def routes(app: Flask, cast: Cast) -> list[tuple[str, str, str]]:
    """Every method of every route about this series and this book: endpoint, method, address."""
    known = {"series_id": cast.series_id, "hand_id": str(uuid4()), "book_id": cast.book_id, "game": 1}
    found = []
    for rule in app.url_map.iter_rules():
        values = {name: known.get(name, example(kind)) for name, kind in rule._converters.items()}
        url = app.url_map.bind("localhost").build(rule.endpoint, values)
        found += [(rule.endpoint, method, url) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
    return sorted(found)


def example(kind: Any) -> str | int:
    """Something that a part of a path may be."""
    if hasattr(kind, "items"):
        return str(min(kind.items))
    return 1 if "Integer" in type(kind).__name__ else "x"


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_no_body_breaks_any_route(app: Flask, cast: Cast, body: bytes) -> None:
    script, phone = cast.owner, cast.phones["owner"]
    token = phone.csrf()
    for endpoint, method, url in routes(app, cast):
        if method == "GET" or endpoint in {"devices.forget", "api.undo", "api.redo"}:
            continue
        if url.startswith("/api/"):
            answer = script.client.open(url, method=method, data=body, headers={**script.headers, **JSON})
            assert 400 <= answer.status_code < 500, (method, url, answer.status_code)
            assert answer.get_json()["error"], (method, url)
            continue
        headers = {"X-CSRFToken": token, **FORM}
        answer = phone.client.open(url, method=method, data=body, headers=headers)
        assert answer.status_code < 500, (method, url, answer.status_code)
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", PATHS)
def test_no_path_breaks_any_route(app: Flask, cast: Cast, path: str) -> None:
    phone = cast.phones["owner"]
    for rule in app.url_map.iter_rules():
        for name in rule.arguments:
            url = rule.rule
            for other in rule.arguments - {name}:
                url = fill(url, other, cast)
            url = fill(url, name, cast, path)
            answer = phone.get(url)
            assert answer.status_code < 500, url
            assert "root:" not in answer.text
            if url.startswith("/api/") and answer.status_code >= 400:
                assert answer.get_json()["error"], url


def fill(rule: str, name: str, cast: Cast, value: str | None = None) -> str:
    """The rule with a value in the place of its argument."""
    import re

    known = {"series_id": cast.series_id, "book_id": str(cast.book_id)}
    told = known.get(name, "1") if value is None else value
    return re.sub(rf"<[^<>]*\b{name}>", lambda _match: told, rule)


def test_no_answer_to_anybody_has_a_token_of_somebody_else(app: Flask, cast: Cast) -> None:
    """Nor does any page tell a phone its own: cookies do that."""
    for hand in EVENING:
        cast.record(hand)
    tokens = [script.headers["Authorization"].removeprefix("Bearer ") for script in cast.scripts.values()]
    tokens += [
        cookie.value
        for phone in cast.phones.values()
        if (cookie := phone.client.get_cookie("device")) is not None
    ]
    assert len(tokens) > 8
    for asker in (*cast.phones.values(), *cast.scripts.values()):
        headers: dict[str, Any] = getattr(asker, "headers", {})
        for _endpoint, method, url in routes(app, cast):
            if method == "GET":
                told = asker.client.get(url, headers=headers)
                assert not [token for token in tokens if token in told.text], url


def test_only_who_may_write_changes_anything(app: Flask, cast: Cast) -> None:
    for hand in EVENING:
        cast.record(hand)
    before = cast.read()
    hand_id = before["hands"][0]["id"]
    body = {"how": "void", "base": 4, "reason": "x", "dealer": "Bob"}
    for role in ("viewer", "stranger", "nobody", "revoked"):
        for method, path in (
            ("PUT", f"/hands/{uuid4()}"),
            ("PATCH", f"/hands/{hand_id}"),
            ("DELETE", f"/hands/{hand_id}"),
            ("POST", f"/hands/{hand_id}/restore"),
            ("POST", "/dealer"),
            ("POST", "/undo"),
            ("POST", "/redo"),
        ):
            answer = cast.scripts[role].call(method, cast.url + path, body)
            assert answer.status_code in {401, 403, 404, 410}, (role, method, path)
    assert cast.read() == before


def test_a_write_by_cookie_needs_the_page_s_token(app: Flask, cast: Cast) -> None:
    """Every one of them, and a foreign site that says so is told apart by nothing else."""
    phone = cast.phones["owner"]
    for endpoint, method, url in routes(app, cast):
        view = app.view_functions[endpoint]
        if method == "GET" or hasattr(view, "without_csrf"):
            continue
        answer = phone.client.open(url, method=method, json={}, headers={"Origin": "https://evil.example"})
        assert answer.status_code in {400, 404}, (method, url)
    assert cast.read()["version"] == 0


def test_a_token_that_somebody_made_up_makes_nobody_known(app: Flask) -> None:
    """A device cookie that was planted stays a stranger's: a series that is started gets a token of ours."""
    planted = "planted-by-somebody-who-waits-for-it"
    phone = Phone(app, planted)
    answer = phone.send("/series/new", NEW_SERIES, phone.get("/series/new").text)
    assert answer.status_code == 303
    cookie = phone.client.get_cookie("device")
    assert cookie is not None
    assert cookie.value != planted
    assert Phone(app, planted).get(answer.headers["Location"]).status_code == 404


def plant(thief: Phone, victim: Phone) -> None:
    """Put the session of somebody's browser into somebody else's."""
    session = thief.client.get_cookie("session")
    assert session is not None
    victim.client.set_cookie("session", session.value)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_planted_session_gives_neither_the_other_s_series(app: Flask, is_first: bool) -> None:
    """Whether the thief starts a series before his victim does, or after."""
    thief, victim = Phone(app), Phone(app)
    own = thief.get("/series/new").text
    plant(thief, victim)
    theirs = victim.get("/series/new").text
    asking = [(thief, own), (victim, theirs)]
    urls = {}
    for phone, page in asking if is_first else reversed(asking):
        urls[phone] = phone.send("/series/new", {**NEW_SERIES, "key": str(uuid4())}, page).headers["Location"]
    assert [phone.get(urls[phone]).status_code for phone in (thief, victim)] == [200, 200]
    assert thief.get(urls[victim]).status_code == 404
    assert victim.get(urls[thief]).status_code == 404


@pytest.mark.parametrize("is_first", [True, False])
def test_a_planted_session_lets_nobody_in_by_another_s_link(app: Flask, cast: Cast, is_first: bool) -> None:
    """Each comes in by a link of their own; the thief's leads next door."""
    from scorekeeper.store.links import make_link

    with app.app_context():
        links = [f"/join/{make_link(book, 'scorer', None)}" for book in (cast.book_id, cast.book_id + 1)]
    victim, thief = Phone(app), Phone(app)
    own = thief.get(links[1]).text
    plant(thief, victim)
    asking = [(thief, links[1], own), (victim, links[0], victim.get(links[0]).text)]
    for phone, link, page in asking if is_first else reversed(asking):
        assert phone.send(link, {}, page).status_code == 303
    assert victim.get(cast.url).status_code == 200
    assert thief.get(cast.url).status_code == 404
    assert "Next door" not in victim.get("/").text


def test_a_form_from_before_the_phone_s_secret_makes_a_phone_of_its_own(app: Flask) -> None:
    thief, victim = Phone(app), Phone(app)
    token = thief.csrf()
    thief.get("/series/new")
    plant(thief, victim)
    urls = []
    for phone in (thief, victim):
        form = {**NEW_SERIES, "key": str(uuid4()), "csrf_token": token}
        urls.append(phone.client.post("/series/new", data=form).headers["Location"])
    assert thief.get(urls[1]).status_code == victim.get(urls[0]).status_code == 404


def test_a_neighbour_s_page_writes_nothing(cast: Cast) -> None:
    """A site below the same domain, whose page has even got hold of a good token."""
    phone = cast.phones["owner"]
    for said, status in (("same-site", 400), ("cross-site", 400), ("same-origin", 303)):
        answer = phone.client.post(
            "/series/new",
            data={**NEW_SERIES, "key": str(uuid4()), "csrf_token": phone.csrf()},
            headers={"Sec-Fetch-Site": said},
        )
        assert answer.status_code == status, said


def test_cookies_of_an_older_release_or_another_key_harm_nobody(app: Flask, cast: Cast) -> None:
    """The device is known all the same; a form is sent again with a fresh token."""
    phone = cast.phones["scorer"]
    for session in ("", "x", "eyJhIjoxfQ.aaaa.bbbb", "a" * 4000):
        phone.client.set_cookie("session", session)
        assert phone.get(cast.url).status_code == 200
        answer = phone.client.post(f"{cast.url}/undo", data={"base": "0", "csrf_token": "old"})
        assert answer.status_code == 400
        assert 'name="base" value="0"' in answer.text
        assert phone.csrf()
