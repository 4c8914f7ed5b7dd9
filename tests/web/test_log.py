"""The log of a series, as a page and as data: who, when, what it was and what it became."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import Rules
from scorekeeper.store.pad import CHANGES
from scorekeeper.words.log import tell_entry
from tests.web.conftest import Cast, new_series

if TYPE_CHECKING:
    from flask import Flask

KNOCK = {"how": "knock", "knocker": "Alexandra", "deadwood": {"Alexandra": 3, "Bob": 8}}
ENTRY = re.compile(r'<li id="entry-(\d+)"[^>]*>(.*?)</li>\s*(?=<li id="entry-|</ol>)', re.DOTALL)


def words(html: str) -> str:
    told = unescape(re.sub(r'<span class="hidden">.*?</span>|<[^>]+>', " ", html))
    return re.sub(r" ([,:])", r"\1", " ".join(told.split()))


def entries(page: str) -> dict[int, str]:
    """What the page tells, by number, in the order of the page."""
    return {int(seq): words(told) for seq, told in ENTRY.findall(page)}


def story(cast: Cast) -> dict[int, str]:
    return entries(cast.phones["viewer"].get(f"{cast.url}/log").text)


def log(cast: Cast) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = cast.viewer.call("GET", f"{cast.url}/log").get_json()["log"]
    return told


def change(cast: Cast, method: str, path: str, **body: Any) -> dict[str, Any]:
    body = {"base": cast.read()["version"], **body}
    answer = cast.owner.call(method, f"{cast.url}{path}", body)
    assert answer.status_code in {200, 201}, answer.text
    told: dict[str, Any] = answer.get_json()
    return told


def test_an_evening_as_somebody_reads_it_who_was_not_there(cast: Cast) -> None:
    first = cast.record(KNOCK, at="2026-11-30T19:05:12+01:00").get_json()["hands"][0]["id"]
    change(cast, "PATCH", f"/hands/{first}", deadwood={"Alexandra": 3, "Bob": 18}, reason="misheard")
    change(cast, "PATCH", f"/hands/{first}", dealer="Bob")
    change(cast, "DELETE", f"/hands/{first}")
    change(cast, "POST", f"/hands/{first}/restore")
    change(cast, "PUT", f"/hands/{uuid4()}", how="gin", knocker="Bob", deadwood={"Alexandra": 30}, position=1)
    change(cast, "POST", "/dealer", dealer="Alexandra")
    change(cast, "POST", "/undo", key=str(uuid4()))
    change(cast, "POST", "/redo", key=str(uuid4()))
    told = story(cast)
    assert list(told) == list(range(9, 0, -1)), "newest first"
    assert told[1].startswith("Hand 1 was entered Alexandra knocked 3, Bob 8: Alexandra +5 Script (scorer), ")
    assert told[2].startswith(
        "Hand 1 was corrected Alexandra knocked 3, Bob 8: Alexandra +5 → Alexandra knocked 3, Bob 18:"
        " Alexandra +15 misheard Script (owner), "
    )
    assert told[3].startswith("Hand 1 was corrected dealt as the rule says → Bob dealt ")
    assert told[4].startswith("Hand 1 was struck out Alexandra knocked 3, Bob 18: Alexandra +15 ")
    assert told[5].startswith("Hand 1 counts again Alexandra knocked 3, Bob 18: Alexandra +15 ")
    assert told[6].startswith("A forgotten hand was put in as hand 1 Bob gin, Alexandra 30: Bob +55 ")
    assert told[7].startswith("Who deals the next hand was set as the rule says → Alexandra ")
    assert told[8].startswith("Taken back: Alexandra as dealer Alexandra → as the rule says ")
    assert told[9].startswith("Back again: Alexandra as dealer as the rule says → Alexandra ")


def test_a_dispute_tells_who_said_what_and_what_became_of_it(app: Flask, cast: Cast) -> None:
    from scorekeeper.store.disputes import Claim, decide_dispute
    from scorekeeper.store.entries import Request

    hand_id = UUID(cast.record(KNOCK).get_json()["hands"][0]["id"])
    claims = (
        Claim(0, Hand("knock", 0, (3, 8))),
        Claim(1, Hand("knock", 1, (3, 8))),
        Claim(None, Hand("knock", 1, (30, 12))),
    )
    with app.app_context():
        decide_dispute(UUID(cast.series_id), hand_id, claims, 1, Request(None, 1, reason="the 5 was melded"))
        decide_dispute(UUID(cast.series_id), hand_id, claims, None, Request(None, 2))
    told = story(cast)
    assert told[2].startswith(
        "Hand 1 was disputed"
        " Alexandra says: Alexandra knocked 3, Bob 8: Alexandra +5 turned down"
        " Bob says: Bob knocked 8, Alexandra 3: undercut, Alexandra +15 kept"
        " Somebody else says: Bob knocked 12, Alexandra 30"
        " refused by the rules: Bob cannot knock with 12: the limit is 10."
        " Alexandra knocked 3, Bob 8: Alexandra +5 → Bob knocked 8, Alexandra 3: undercut, Alexandra +15"
        " the 5 was melded the command line, "
    )
    assert "The hand was left as it was." in told[3]
    assert "→" not in told[3]


def test_moments_are_told_by_the_clock_of_the_phone(app: Flask, cast: Cast) -> None:
    evening = new_series(started_at="2026-11-30T19:02:00+01:00")
    cast.series_id = cast.owner.call("POST", "/series", evening).get_json()["id"]
    cast.record(KNOCK, at="2026-11-30T23:05:12+03:00", sent_at="2026-11-30T20:05:12Z")
    cast.record(KNOCK)
    page = cast.phones["viewer"].get(f"{cast.url}/log").text
    first = log(cast)[0]
    at = datetime.fromisoformat(first["at"])
    assert first["sent_at"] == "2026-11-30T20:05:12+00:00"
    assert f'<time datetime="{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}">' in page
    there = at + timedelta(hours=3)
    assert f"{there:%H:%M}<" in page
    if at - datetime.fromisoformat(first["sent_at"]) > timedelta(minutes=2):
        assert "entered on the phone Mon 30 Nov 2026, 23:05" in story(cast)[1]


def test_what_a_phone_sent_late_says_when_it_was_entered(cast: Cast) -> None:
    an_hour_ago = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    cast.record(KNOCK, sent_at=an_hour_ago)
    assert "entered on the phone" in story(cast)[1]
    cast.record(KNOCK, sent_at=datetime.now(UTC).isoformat())
    assert "entered on the phone" not in story(cast)[2]


def test_a_long_log_comes_a_page_at_a_time(cast: Cast) -> None:
    evening = new_series(hands=[{"how": "void"}] * 230)
    cast.series_id = cast.owner.call("POST", "/series", evening).get_json()["id"]
    viewer = cast.phones["viewer"]
    seen: list[int] = []
    url = f"{cast.url}/log"
    pages = 0
    while url:
        page = viewer.get(url).text
        seen += entries(page)
        older = re.search(r'href="([^"]*before=\d+)"', page)
        url = older[1] if older else ""
        pages += 1
    assert seen == list(range(230, 0, -1))
    assert pages == 3
    assert "Newest entries" in page
    for odd in ("0", "-5", "1", "999999", "x", ""):
        assert viewer.get(f"{cast.url}/log?before={odd}").status_code == 200


def test_a_hand_s_number_is_that_of_its_time(cast: Cast) -> None:
    first = cast.record(KNOCK).get_json()["hands"][0]["id"]
    second = cast.record(KNOCK).get_json()["hands"][1]["id"]
    change(cast, "DELETE", f"/hands/{first}")
    change(cast, "PATCH", f"/hands/{second}", how="void")
    change(cast, "PATCH", f"/hands/{first}", how="void")
    told = story(cast)
    assert told[2].startswith("Hand 2 was entered")
    assert told[3].startswith("Hand 1 was struck out")
    assert told[4].startswith("Hand 1 was corrected Alexandra knocked 3, Bob 8: Alexandra +5 → no score")
    assert told[5].startswith("A struck hand was corrected")


def test_a_change_of_rules_names_each(app: Flask, cast: Cast) -> None:
    from scorekeeper.store.entries import Request, change_rules

    with app.app_context():
        change_rules(UUID(cast.series_id), Rules(gin_bonus=20, shutout="none"), Request(None, 0))
    assert story(cast)[1].startswith(
        "The rules were changed Gin bonus: 25 → 20 Shutout: 100 more → nothing more "
    )
    told = log(cast)[0]
    assert (told["kind"], told["old"]["gin_bonus"], told["new"]["gin_bonus"]) == ("rules", 25, 20)


def test_another_person_at_a_seat_is_told_by_name(app: Flask, cast: Cast) -> None:
    from scorekeeper.store.entries import Request
    from scorekeeper.store.people import correct_player

    with app.app_context():
        correct_player(UUID(cast.series_id), 1, "Cy", Request(None, 0))
    assert story(cast)[1].startswith("Who played was put right Bob → Cy ")


@pytest.mark.parametrize("kind", [*CHANGES, "rules", "copy", "players", "note"])
def test_every_kind_of_entry_has_words(kind: str) -> None:
    assert tell_entry(kind, 3, None)
    assert tell_entry(kind, None, None)


def test_leaving_a_series_unfinished_is_told(cast: Cast) -> None:
    evening = new_series(abandoned_at="2026-11-30T23:00:00+01:00", next_dealer="Bob")
    cast.series_id = cast.owner.call("POST", "/series", evening).get_json()["id"]
    told = story(cast)
    assert told[1].startswith("Who deals the next hand was set as the rule says → Bob")
    assert told[2].startswith("The series was left unfinished")
    abandoned = log(cast)[1]
    assert (abandoned["old"], abandoned["new"]) == (None, "2026-11-30T23:00:00+01:00")


def test_every_entry_has_what_the_contract_names(cast: Cast) -> None:
    hand = cast.record(KNOCK).get_json()["hands"][0]["id"]
    change(cast, "PATCH", f"/hands/{hand}", how="void", reason="misdeal")
    change(cast, "DELETE", f"/hands/{hand}", reason="twice")
    change(cast, "POST", f"/hands/{hand}/restore")
    change(cast, "POST", "/dealer", dealer="Bob")
    change(cast, "POST", "/undo")
    change(cast, "POST", "/undo")
    change(cast, "POST", "/redo")
    told = log(cast)
    names = {"seq", "at", "sent_at", "device", "kind", "hand", "old", "new", "reason"}
    assert all(names <= entry.keys() for entry in told)
    assert [entry["seq"] for entry in told] == list(range(1, 9))
    assert [entry["kind"] for entry in told] == [
        "record",
        "amend",
        "strike",
        "restore",
        "dealer",
        "undo",
        "undo",
        "redo",
    ]
    record, amend, strike, restore, dealer, undealt, unrestored, restored = told
    assert (record["old"], record["new"]["how"]) == (None, "knock")
    assert (amend["old"]["how"], amend["new"]["how"], amend["reason"]) == ("knock", "void", "misdeal")
    assert (strike["old"]["how"], strike["new"], strike["reason"]) == ("void", None, "twice")
    assert (restore["old"], restore["new"]["how"]) == (None, "void")
    assert (dealer["old"], dealer["new"], dealer["hand"]) == (None, "Bob", None)
    assert (undealt["old"], undealt["new"]) == ("Bob", None)
    assert (unrestored["old"]["how"], unrestored["new"], unrestored["hand"]) == ("void", None, hand)
    assert (restored["old"], restored["new"]["how"], restored["of"]) == (None, "void", 4)


def test_who_may_read_the_log(cast: Cast) -> None:
    asked = {role: phone.get(f"{cast.url}/log").status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 200, "stranger": 404, "revoked": 410}
    assert "Nothing has happened yet." in cast.phones["viewer"].get(f"{cast.url}/log").text


def test_a_name_from_right_to_left_is_set_apart(cast: Cast) -> None:
    evening = new_series(
        players=["משה", "Bob"], hands=[{"how": "gin", "knocker": "Bob", "deadwood": {"משה": 3}}]
    )
    cast.series_id = cast.owner.call("POST", "/series", evening).get_json()["id"]
    assert "Bob gin, \u2068משה\u2069 3: Bob +28" in story(cast)[1]
