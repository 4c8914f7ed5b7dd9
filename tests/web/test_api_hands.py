"""Hands, undo, redo and dealer over the API: the contract, sentence by sentence."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import EVENING, Cast

KNOCK = EVENING[0]
GIN = EVENING[2]


def test_the_worked_example(cast: Cast) -> None:
    for hand in EVENING:
        assert cast.record(hand).status_code == 201
    columns = cast.read()["columns"]
    assert [column["points"] for column in columns] == [
        {"Alexandra": 18, "Bob": 44},
        {"Alexandra": 0, "Bob": 34},
        {"Alexandra": 0, "Bob": 4},
    ]


def test_a_put_answers_what_get_answers(cast: Cast) -> None:
    answer = cast.record(KNOCK, at="2026-11-30T19:05:12+01:00")
    assert answer.get_json() == cast.read()
    (hand,) = answer.get_json()["hands"]
    assert hand.items() >= {"number": 1, "how": "knock", "knocker": "Bob", "winner": "Bob"}.items()
    assert hand["deadwood"] == {"Bob": 3, "Alexandra": 13}
    assert hand["at"] == "2026-11-30T19:05:12+01:00"


def test_the_same_hand_again_is_answered_200_and_kept_once(cast: Cast) -> None:
    url = f"{cast.url}/hands/{uuid4()}"
    assert cast.scorer.call("PUT", url, {**KNOCK, "base": 0}).status_code == 201
    for base in (0, 1, 99):
        again = cast.scorer.call("PUT", url, {**KNOCK, "base": base, "at": "2026-01-01T00:00:00Z"})
        assert again.status_code == 200
        assert again.get_json() == cast.read()
    assert cast.read()["version"] == 1


def test_the_same_id_with_other_numbers_is_refused(cast: Cast) -> None:
    url = f"{cast.url}/hands/{uuid4()}"
    cast.scorer.call("PUT", url, {**KNOCK, "base": 0})
    other = cast.scorer.call("PUT", url, {**KNOCK, "deadwood": {"Bob": 4, "Alexandra": 13}, "base": 1})
    assert (other.status_code, other.get_json()["field"]) == (422, "id")
    assert cast.read()["version"] == 1


def test_a_base_that_can_be_none_is_refused(cast: Cast) -> None:
    for base in (None, -1, 1, "0", 0.5, True, [], {}, 10**40):
        answer = cast.scorer.call("PUT", f"{cast.url}/hands/{uuid4()}", {**KNOCK, "base": base})
        assert (answer.status_code, answer.get_json()["field"]) == (422, "base")
    assert cast.read()["version"] == 0


def test_a_whole_base_may_be_written_with_a_point(cast: Cast) -> None:
    body = {**KNOCK, "base": 0.0}
    assert cast.scorer.call("PUT", f"{cast.url}/hands/{uuid4()}", body).status_code == 201


def test_somebody_elses_hand_makes_a_base_stale_one_s_own_does_not(cast: Cast) -> None:
    cast.record(KNOCK)
    assert cast.scorer.call("PUT", f"{cast.url}/hands/{uuid4()}", {**GIN, "base": 0}).status_code == 201
    stale = cast.owner.call("PUT", f"{cast.url}/hands/{uuid4()}", {"how": "void", "base": 0})
    assert stale.status_code == 409
    told = stale.get_json()
    assert told["series"] == cast.read()
    assert told["same_as"] is None
    assert cast.read()["version"] == 2


def test_a_stale_hand_alike_is_named(cast: Cast) -> None:
    cast.record(KNOCK)
    stale = cast.owner.call("PUT", f"{cast.url}/hands/{uuid4()}", {**KNOCK, "base": 0})
    assert stale.status_code == 409
    assert stale.get_json()["same_as"] == cast.read()["hands"][0]["id"]


def test_a_hand_is_put_before_another(cast: Cast) -> None:
    for hand in (KNOCK, GIN):
        cast.record(hand)
    assert cast.record({"how": "void"}, position=2).status_code == 201
    assert [hand["how"] for hand in cast.read()["hands"]] == ["knock", "void", "gin"]
    for position in (0, 5, "1", 1.5, True):
        refused = cast.record({"how": "void"}, position=position)
        assert (refused.status_code, refused.get_json()["field"]) == (422, "position")
    assert cast.record({"how": "void"}, position=4).status_code == 201
    assert [hand["number"] for hand in cast.read()["hands"]] == [1, 2, 3, 4]


def test_an_illegal_hand_is_refused_by_field_and_in_words(cast: Cast) -> None:
    refused = cast.record({"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 15, "Alexandra": 8}})
    assert refused.status_code == 422
    told = refused.get_json()
    assert told["field"] == "deadwood"
    assert told["error"] == "Bob cannot knock with 15: the limit is 10, and Alexandra held 8. Swapped?"


def test_a_claimed_winner_is_checked_and_not_kept(cast: Cast) -> None:
    assert cast.record(KNOCK, winner="Alexandra").get_json()["field"] == "winner"
    assert cast.record(KNOCK, winner="Bob").status_code == 201


def test_amending_keeps_the_place_and_drops_what_has_no_use(cast: Cast) -> None:
    for hand in (KNOCK, GIN):
        cast.record(hand)
    first = cast.read()["hands"][0]["id"]
    body = {"how": "gin", "base": 2, "reason": "he had no deadwood at all"}
    amended = cast.scorer.call("PATCH", f"{cast.url}/hands/{first}", body)
    assert amended.status_code == 200
    told = amended.get_json()["hands"][0]
    assert (told["number"], told["how"], told["points"]) == (1, "gin", 38)
    unchanged = cast.scorer.call("PATCH", f"{cast.url}/hands/{first}", {"how": "gin", "base": 3})
    assert (unchanged.status_code, unchanged.get_json()["version"]) == (200, 3)


def test_a_time_can_be_amended(cast: Cast) -> None:
    hand = cast.record(KNOCK).get_json()["hands"][0]["id"]
    url = f"{cast.url}/hands/{hand}"
    for told in ("19:05", "2026-11-30T19:05:12", 7, True):
        refused = cast.scorer.call("PATCH", url, {"at": told, "base": 1})
        assert (refused.status_code, refused.get_json()["field"]) == (422, "at")
    body = {"at": "2026-11-30T19:05:12+01:00", "base": 1}
    assert cast.scorer.call("PATCH", url, body).get_json()["hands"][0]["at"] == "2026-11-30T19:05:12+01:00"


def test_a_time_is_told_with_the_offset_that_it_was_amended_with_last(cast: Cast) -> None:
    hand = cast.record({**KNOCK, "at": "2026-11-30T20:00:00+02:00"}).get_json()["hands"][0]["id"]
    for base, at in enumerate(("2026-11-30T19:00:00+00:00", "2026-11-30T18:00:00+00:00"), 1):
        amended = cast.scorer.call("PATCH", f"{cast.url}/hands/{hand}", {"at": at, "base": base})
        assert amended.get_json()["hands"][0]["at"] == at
        assert cast.viewer.call("GET", cast.url).get_json()["hands"][0]["at"] == at


def test_striking_out_and_restoring(cast: Cast) -> None:
    for hand in (KNOCK, GIN):
        cast.record(hand)
    first = cast.read()["hands"][0]["id"]
    struck = cast.scorer.call("DELETE", f"{cast.url}/hands/{first}", {"base": 2, "reason": "entered twice"})
    assert struck.status_code == 200
    told = struck.get_json()["hands"]
    assert (told[0]["struck"], told[0]["number"], told[1]["number"]) == (True, None, 1)
    again = cast.scorer.call("DELETE", f"{cast.url}/hands/{first}", {"base": 3})
    assert (again.status_code, again.get_json()["version"]) == (200, 3)
    restored = cast.scorer.call("POST", f"{cast.url}/hands/{first}/restore", {"base": 3})
    assert [hand["number"] for hand in restored.get_json()["hands"]] == [1, 2]


def test_undo_and_redo_say_what_they_did(cast: Cast) -> None:
    cast.record(KNOCK)
    undone = cast.owner.call("POST", f"{cast.url}/undo", {"base": 1})
    assert (undone.status_code, undone.get_json()["hands"]) == (200, [])
    assert undone.get_json()["undone"] == "Taken back: hand 1: Bob +10"
    assert cast.owner.call("POST", f"{cast.url}/undo", {"base": 2}).status_code == 422
    redone = cast.owner.call("POST", f"{cast.url}/redo", {"base": 2})
    assert redone.get_json()["redone"] == "Back again: hand 1: Bob +10"
    assert cast.owner.call("POST", f"{cast.url}/redo", {"base": 3}).status_code == 422


def test_undo_means_the_version_it_was_drawn_at(cast: Cast) -> None:
    cast.record(KNOCK)
    cast.record(GIN)
    stale = cast.scorer.call("POST", f"{cast.url}/undo", {"base": 1})
    assert (stale.status_code, stale.get_json()["series"]["version"]) == (409, 2)


def test_a_key_makes_an_undo_once(cast: Cast) -> None:
    cast.record(KNOCK)
    cast.record(GIN)
    body = {"base": 2, "key": str(uuid4())}
    first, again = (cast.scorer.call("POST", f"{cast.url}/undo", body) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.get_json()["undone"] == again.get_json()["undone"]
    assert cast.read()["version"] == 3
    assert cast.scorer.call("POST", f"{cast.url}/redo", body).status_code == 422


def test_a_dealer_set_by_hand_belongs_to_the_next_hand(cast: Cast) -> None:
    assert cast.scorer.call("POST", f"{cast.url}/dealer", {"base": 0, "dealer": "Bob"}).status_code == 200
    assert cast.read()["next_dealer"] == "Bob"
    assert cast.record(KNOCK).get_json()["hands"][0]["dealer"] == "Bob"


def test_only_a_player_deals(cast: Cast) -> None:
    for dealer in ("Cy", 0, True, [], ""):
        refused = cast.scorer.call("POST", f"{cast.url}/dealer", {"base": 0, "dealer": dealer})
        assert (refused.status_code, refused.get_json()["field"]) == (422, "dealer")


def test_the_log_tells_who_what_and_what_it_was_before(cast: Cast) -> None:
    hand = cast.record(KNOCK, at="2026-11-30T19:05:12+01:00").get_json()["hands"][0]["id"]
    cast.owner.call("PATCH", f"{cast.url}/hands/{hand}", {"deadwood": {"Bob": 4, "Alexandra": 13}, "base": 1})
    cast.owner.call("POST", f"{cast.url}/undo", {"base": 2, "reason": "it was right"})
    log = cast.viewer.call("GET", f"{cast.url}/log").get_json()["log"]
    assert [(entry["seq"], entry["kind"], entry["hand"]) for entry in log] == [
        (1, "record", hand),
        (2, "amend", hand),
        (3, "undo", hand),
    ]
    assert log[0]["old"] is None
    assert log[0]["sent_at"] == "2026-11-30T18:05:12+00:00"
    assert [entry["device"] for entry in log] == ["Script (scorer)", "Script (owner)", "Script (owner)"]
    assert (log[1]["old"]["deadwood"]["Bob"], log[1]["new"]["deadwood"]["Bob"]) == (3, 4)
    assert (log[2]["old"]["deadwood"]["Bob"], log[2]["new"]["deadwood"]["Bob"]) == (4, 3)
    assert log[2]["reason"] == "it was right"


def test_a_hand_after_the_end_is_kept_and_scores_nothing(cast: Cast) -> None:
    while not cast.read()["over"]:
        cast.record({"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 80}})
    told = cast.record(KNOCK)
    assert told.status_code == 201
    assert told.get_json()["hands"][-1]["after_end"] is True


WRITES: list[tuple[str, str, dict[str, Any]]] = [
    ("PUT", "/hands/{hand}", KNOCK),
    ("PATCH", "/hands/{hand}", KNOCK),
    ("DELETE", "/hands/{hand}", {}),
    ("POST", "/hands/{hand}/restore", {}),
    ("POST", "/dealer", {"dealer": "Bob"}),
    ("POST", "/undo", {}),
    ("POST", "/redo", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_every_write_asks_who_it_is(cast: Cast, method: str, path: str, body: dict[str, Any]) -> None:
    url = cast.url + path.format(hand=uuid4())
    asked = {
        role: cast.scripts[role].call(method, url, {**body, "base": 0}).status_code
        for role in ("viewer", "stranger", "nobody", "revoked")
    }
    assert asked == {"viewer": 403, "stranger": 404, "nobody": 401, "revoked": 401}
    assert cast.read()["version"] == 0


NOT_JSON: list[bytes] = [
    b"{",
    b"",
    b"[1]",
    b"null",
    b"\xff\xfe{}",
    b'{"base": NaN}',
    b"[" * 100_000,
    b'{"base": ' + b"1" * 10_000 + b"}",
]
NO_BODY_OF_OURS: list[tuple[bytes, str, int]] = [
    *((content, "application/json", 400) for content in NOT_JSON),
    (b"base=1", "application/x-www-form-urlencoded", 415),
    (b'{"base": 0}', "text/plain", 415),
    (b"x" * (1024 * 1024 + 1), "application/json", 413),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_no_body_is_too_bad_for_an_answer(cast: Cast, method: str, path: str, body: dict[str, Any]) -> None:
    url = cast.url + path.format(hand=uuid4())
    for content, kind, status in NO_BODY_OF_OURS:
        answer = cast.scorer.call(method, url, data=content, content_type=kind)
        assert answer.status_code == status, content[:20]
        assert answer.get_json()["error"]


@pytest.mark.parametrize("field", ["key", "reason", "at", "sent_at"])
def test_what_any_write_may_carry_is_checked(cast: Cast, field: str) -> None:
    for value in (7, True, [], {}, "\0", "\ud800", "x" * 501):
        answer = cast.record(KNOCK, **{field: value})
        assert (answer.status_code, answer.get_json()["field"]) == (422, field)
    assert cast.read()["version"] == 0
