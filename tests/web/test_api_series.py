"""Books, series, lists: POST and GET of the API, and the tag that spares an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from tests.web.conftest import EVENING, Cast, Phone, Script, counted_queries, new_book, new_series

if TYPE_CHECKING:
    from flask import Flask


def test_a_book_comes_with_a_token_for_each_role(app: Flask) -> None:
    book = new_book(app, "  Kitchen   table ")
    assert set(book) == {"id", "owner_token", "scorer_token", "viewer_token"}
    owner, scorer, viewer = (Script(app, book[f"{role}_token"]) for role in ("owner", "scorer", "viewer"))
    assert owner.call("POST", "/series", new_series()).get_json()["book"] == "Kitchen table"
    assert scorer.call("POST", "/series", new_series()).status_code == 201
    for body in (new_series(), {"players": "nonsense"}, None):
        assert viewer.call("POST", "/series", body).status_code == 403


def test_a_book_needs_a_name(app: Flask) -> None:
    for body in ({}, {"name": ""}, {"name": "  "}, {"name": 7}, {"name": None}, {"name": "x" * 501}):
        answer = app.test_client().post("/api/books", json=body)
        assert (answer.status_code, answer.get_json()["field"]) == (422, "name")


def test_the_operator_can_close_the_door_to_new_books(app: Flask) -> None:
    app.extensions["settings"] = replace(app.extensions["settings"], anyone_starts_books=False)
    assert app.test_client().post("/api/books", json={"name": "Kitchen table"}).status_code == 403
    assert app.test_client().get("/series/new").status_code == 403
    assert app.test_client().post("/series/new").status_code in {400, 403}


def test_a_series_is_answered_as_get_answers_it(cast: Cast) -> None:
    body = new_series(
        hands=EVENING, first_dealer="Bob", note="at home", started_at="2026-11-30T19:02:00+01:00"
    )
    made = cast.scorer.call("POST", "/series", body)
    assert made.status_code == 201
    told = made.get_json()
    assert told == cast.viewer.call("GET", f"/series/{body['id']}").get_json()
    assert told["version"] == 4
    assert told["started_at"] == "2026-11-30T19:02:00+01:00"
    assert told["hands"][0]["dealer"] == "Bob"
    assert told["rules"]["stake"] is None
    assert len(told["rules"]) == 22


def test_the_same_series_again_is_answered_200(cast: Cast) -> None:
    body = new_series(hands=EVENING)
    answers = [cast.scorer.call("POST", "/series", body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 200, 200]
    other = cast.scorer.call("POST", "/series", {**body, "note": "another"})
    assert (other.status_code, other.get_json()["field"]) == (422, "id")


def test_the_id_of_another_book_s_series_is_taken_and_nothing_is_shown(cast: Cast) -> None:
    taken = cast.stranger.call("POST", "/series", {**new_series(), "id": cast.series_id})
    assert taken.status_code == 409
    assert set(taken.get_json()) == {"error", "field"}


def test_a_series_that_is_none_is_refused_with_field_and_hand(cast: Cast) -> None:
    for body, field in (
        ({}, "players"),
        (new_series(players=["Ann", "ann "]), "players"),
        (new_series(rules={"target": 40}), "rules.target"),
        (new_series(rules={"stake": {"amount": "1"}}), "rules.stake.currency"),
        (new_series(id="7"), "id"),
        (new_series(hands=[{"how": "knock", "knocker": "Cy", "deadwood": {}}]), "knocker"),
        (new_series(players=["a\x00", "b"]), "players"),
        (new_series(started_at="yesterday"), "started_at"),
    ):
        refused = cast.scorer.call("POST", "/series", body)
        assert (refused.status_code, refused.get_json()["field"]) == (422, field)
    assert (
        "hand 2"
        in cast.scorer.call(
            "POST", "/series", new_series(hands=[{"how": "void"}, {"how": "gin"}])
        ).get_json()["error"]
    )


def test_an_unchanged_series_is_answered_304_by_one_query(app: Flask, cast: Cast) -> None:
    first = cast.viewer.call("GET", cast.url)
    known = {"If-None-Match": first.headers["ETag"]}
    with counted_queries(app) as queries:
        again = cast.viewer.call("GET", cast.url, headers=known)
    assert (again.status_code, again.data, len(queries)) == (304, b"", 1)
    assert again.headers["ETag"] == first.headers["ETag"]
    cast.record(EVENING[0])
    changed = cast.viewer.call("GET", cast.url, headers=known)
    assert (changed.status_code, changed.get_json()["version"]) == (200, 1)


def test_the_tag_changes_with_a_name(app: Flask, cast: Cast) -> None:
    from sqlalchemy import text

    from scorekeeper.store.models import db

    tag = cast.viewer.call("GET", cast.url).headers["ETag"]
    with app.app_context():
        db.session.execute(text("UPDATE people SET name = 'Sascha' WHERE name = 'Alexandra'"))
        db.session.commit()
    again = cast.viewer.call("GET", cast.url, headers={"If-None-Match": tag})
    assert again.get_json()["players"] == ["Sascha", "Bob"]


def test_who_may_look_at_a_series(cast: Cast) -> None:
    for path in ("", "/log"):
        asked = {
            role: script.call("GET", f"{cast.url}{path}").status_code for role, script in cast.scripts.items()
        }
        assert asked == {
            "owner": 200, "scorer": 200, "viewer": 200, "stranger": 404, "nobody": 401, "revoked": 401
        }  # fmt: skip


def test_an_unknown_series_is_404_in_json(cast: Cast) -> None:
    for path in (f"/series/{uuid4()}", "/series/7", "/series/%ff", "/nothing"):
        answer = cast.owner.call("GET", path)
        assert answer.status_code == 404
        assert answer.get_json()["error"]


def test_lists_are_newest_first_a_page_at_a_time(cast: Cast) -> None:
    for number in range(60):
        body = new_series(started_at=f"2026-01-01T00:00:{number:02}Z", players=["Ann", f"Guest {number % 2}"])
        cast.scorer.call("POST", "/series", body)
    first = cast.viewer.call("GET", "/series").get_json()
    assert len(first["series"]) == 50
    assert set(first["series"][0]) == {
        "id", "players", "started_at", "last_played_at", "state", "games_won", "winner", "net", "version"
    }  # fmt: skip
    second = cast.viewer.call("GET", "/series", query_string={"after": first["next"]}).get_json()
    assert (len(second["series"]), second["next"]) == (11, None)
    played = [series["last_played_at"] for series in first["series"] + second["series"]]
    assert played == sorted(played, reverse=True)
    theirs = cast.viewer.call("GET", "/series", query_string={"player": " guest  1"}).get_json()
    assert len(theirs["series"]) == 30
    assert cast.stranger.call("GET", "/series").get_json()["series"] == []
    assert cast.nobody.call("GET", "/series").status_code == 401
    for query in ({"after": "x"}, {"after": "\x00"}, {"player": "\x00"}):
        assert cast.viewer.call("GET", "/series", query_string=query).status_code == 422


def test_a_phone_with_several_books_names_one(app: Flask, cast: Cast) -> None:
    phone = cast.phones["owner"]
    from scorekeeper.store.links import join, make_link
    from scorekeeper.store.scorebooks import make_book

    with app.app_context():
        other = make_book("Club")
        join(make_link(other.id, "owner", None), device_of(app, phone))
    refused = phone.api("POST", "/series", new_series())
    assert (refused.status_code, refused.get_json()["field"]) == (422, "book")
    assert phone.api("POST", "/series", new_series(book="Nowhere")).status_code == 422
    assert phone.api("POST", "/series", new_series(book=" club")).get_json()["book"] == "Club"


def device_of(app: Flask, phone: Phone) -> int:
    from scorekeeper.store.devices import find_device

    cookie = phone.client.get_cookie("device")
    assert cookie is not None
    found = find_device(cookie.value)
    assert found is not None
    return found.id


def test_wrong_methods_are_told_what_is_right(cast: Cast) -> None:
    for method, path in (("DELETE", cast.url), ("PUT", "/series"), ("POST", f"{cast.url}/log")):
        answer = cast.owner.call(method, path, {})
        assert answer.status_code == 405
        assert answer.headers["Allow"]
        assert answer.get_json()["error"]
    assert cast.owner.call("OPTIONS", cast.url).status_code == 200
    assert cast.viewer.call("HEAD", cast.url).status_code == 200


def test_a_phone_s_write_needs_the_page_s_token(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    bare = phone.client.post(f"/api{cast.url}/dealer", json={"base": 0, "dealer": "Bob"})
    assert (bare.status_code, bare.get_json()["field"]) == (400, "csrf_token")
    assert phone.api("POST", f"{cast.url}/dealer", {"base": 0, "dealer": "Bob"}).status_code == 200
    assert cast.phones["viewer"].api("POST", f"{cast.url}/dealer", {}).status_code == 403
    assert cast.phones["stranger"].api("POST", f"{cast.url}/dealer", {}).status_code == 401
