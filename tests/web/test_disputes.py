"""Settling a dispute by form alone: what is shown, what is kept, what is asked for first."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.web.conftest import Cast, Phone, errors, hidden

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

KNOCK = {"how": "knock", "knocker": "Alexandra", "deadwood": {"Alexandra": 3, "Bob": 8}}
ROW = re.compile(r"<tr>\s*<th scope=\"row(?:group)?\"[^>]*>(.*?)</th>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<td(?: class=\"(\w+)\")?>(.*?)</td>", re.DOTALL)
CHECKED = re.compile(r'name="(claim\d-who)" value="([^"]*)" checked')
TYPED = re.compile(r'name="(claim\d-(?:deadwood_\d|points))" value="([^"]*)"')


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace(" ,", ",").split())


def rows(page: str) -> dict[str, list[tuple[str, bool]]]:
    """The comparison: by label, for each claim what it says and whether it is marked as different."""
    table = page[page.index('id="comparison"') : page.index('id="decisions"')]
    told = re.sub(r"</th></tr><tr>", "</th>", table)
    return {
        words(label): [(words(cell), mark == "differs") for mark, cell in CELL.findall(cells)]
        for label, cells in ROW.findall(told)
    }


def told_fields(page: str) -> dict[str, str]:
    """The form as it stands, hidden fields included."""
    return hidden(page) | dict(CHECKED.findall(page)) | dict(TYPED.findall(page))


class Argument:
    """A dispute on a series' last hand, argued on one phone."""

    def __init__(self, cast: Cast, hand: dict[str, Any] = KNOCK, role: str = "scorer") -> None:
        self.cast = cast
        self.hand_id = cast.record(hand).get_json()["hands"][-1]["id"]
        self.phone: Phone = cast.phones[role]
        self.url = f"{cast.url}/hands/{self.hand_id}/dispute"
        self.page = self.phone.get(self.url).text

    def send(self, **fields: str) -> TestResponse:
        named = {name.replace("__", "-"): value for name, value in fields.items()}
        answer = self.phone.client.post(self.url, data=told_fields(self.page) | named)
        if answer.status_code < 300 or answer.status_code >= 400:
            self.page = answer.text
        return answer

    def log(self) -> list[dict[str, Any]]:
        log: list[dict[str, Any]] = self.cast.viewer.call("GET", f"{self.cast.url}/log").get_json()["log"]
        return log


def test_both_stories_are_there_from_the_start(cast: Cast) -> None:
    page = Argument(cast).page
    assert (
        told_fields(page).items()
        >= {
            "claim1-says": "0",
            "claim1-who": "0-knock",
            "claim1-deadwood_0": "3",
            "claim1-deadwood_1": "8",
            "claim2-says": "1",
            "claim2-who": "1-knock",
            "claim2-deadwood_0": "3",
            "claim2-deadwood_1": "8",
            "claim3-says": "third",
        }.items()
    )
    told = rows(page)
    assert told["This hand"] == [
        ("Alexandra +5 game 1", False),
        ("Alexandra +15, undercut game 1", True),
    ]
    assert told["Game 1"] == [("Alexandra 5 Bob 0", False), ("Alexandra 15 Bob 0", True)]
    assert told["Game 2"] == [("Alexandra 0 Bob 0", False), ("Alexandra 0 Bob 0", False)]
    assert told["The series"] == [("goes on", False), ("goes on", False)]


@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [
        ({"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 4, "Alexandra": 30}}, "1-knock", "0-knock"),
        ({"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 30}}, "1-gin", "0-gin"),
        ({"how": "points", "winner": "Bob", "points": 18}, "1-points", "0-points"),
        ({"how": "void"}, "void", None),
    ],
)
def test_the_other_story_is_the_likely_one(
    cast: Cast, hand: dict[str, Any], first: str, second: str | None
) -> None:
    told = told_fields(Argument(cast, hand).page)
    assert told["claim1-who"] == first
    assert told.get("claim2-who") == second
    if second == "0-knock":
        assert (told["claim2-deadwood_0"], told["claim2-deadwood_1"]) == ("4", "30")


def test_a_dispute_is_decided_with_a_reason_and_the_log_keeps_both(cast: Cast) -> None:
    argument = Argument(cast)
    assert argument.send(decide="2").status_code == 422
    assert errors(argument.send(decide="2")) == ["Say why: tap a reason or write one."]
    answer = argument.send(decide="2", why="counted", reason="the 5 was melded")
    assert (answer.status_code, answer.headers["Location"]) == (303, cast.url)
    assert cast.read()["columns"][0]["points"] == {"Alexandra": 15, "Bob": 0}
    assert "The dispute on hand 1 was settled." in argument.phone.get(cast.url).text
    told = argument.log()[-1]
    assert (told["kind"], told["hand"], told["device"]) == ("dispute", argument.hand_id, "The scorer's phone")
    assert told["reason"] == "We counted again: the 5 was melded"
    assert (told["old"]["knocker"], told["new"]["knocker"], told["kept"]) == ("Alexandra", "Bob", 1)
    assert [(claim["says"], claim["hand"]["knocker"], claim["refused"]) for claim in told["claims"]] == [
        ("Alexandra", "Alexandra", None),
        ("Bob", "Bob", None),
    ]


def test_undo_takes_a_decision_back_and_redo_makes_it_again(cast: Cast) -> None:
    argument = Argument(cast)
    argument.send(decide="2", why="agreed")
    undone = cast.owner.call("POST", f"{cast.url}/undo", {"base": 2}).get_json()
    assert undone["undone"] == "Taken back: the decision on hand 1"
    assert undone["columns"][0]["points"]["Alexandra"] == 5
    redone = cast.owner.call("POST", f"{cast.url}/redo", {"base": 3}).get_json()
    assert redone["columns"][0]["points"]["Alexandra"] == 15
    log = argument.log()
    assert [(entry["kind"], entry.get("of")) for entry in log[2:]] == [("undo", 2), ("redo", 2)]
    assert (log[2]["old"]["knocker"], log[2]["new"]["knocker"]) == ("Bob", "Alexandra")


def test_a_dispute_may_leave_the_hand_as_it_is_without_a_reason(cast: Cast) -> None:
    argument = Argument(cast)
    assert argument.send(decide="none").status_code == 303
    told = argument.log()[-1]
    assert (told["kept"], told["old"], told["reason"]) == (None, told["new"], None)
    assert cast.read()["version"] == 2


def test_a_form_sent_twice_decides_once(cast: Cast) -> None:
    argument = Argument(cast)
    assert argument.send(decide="2", why="agreed").status_code == 303
    assert argument.send(decide="2", why="agreed").status_code == 303
    assert cast.read()["version"] == 2
    again = argument.send(decide="1", why="agreed")
    assert again.status_code == 422
    assert "sent before, with another decision" in again.text
    assert argument.send(decide="1", why="agreed").status_code == 303, "the page had a key of its own"


def test_nothing_is_kept_that_was_not_shown(cast: Cast) -> None:
    argument = Argument(cast)
    answer = argument.send(claim2__deadwood_1="9", decide="2", why="agreed")
    assert answer.status_code == 422
    assert "Nothing is kept yet" in answer.text
    assert rows(argument.page)["This hand"][1] == ("Alexandra +16, undercut game 1", True)
    assert cast.read()["version"] == 1
    assert argument.send(decide="2", why="agreed").status_code == 303
    assert cast.read()["columns"][0]["points"]["Alexandra"] == 16


def test_a_third_story(cast: Cast) -> None:
    argument = Argument(cast)
    third = {"claim3__who": "0-gin", "claim3__deadwood_1": "8", "claim3__deadwood_0": ""}
    answer = argument.send(check="1", **third)
    assert answer.status_code == 200
    assert [cell for cell, _mark in rows(argument.page)["This hand"]] == [
        "Alexandra +5 game 1",
        "Alexandra +15, undercut game 1",
        "Alexandra +33, gin game 1",
    ]
    assert argument.send(decide="3", why="rules").status_code == 303
    assert [claim["says"] for claim in argument.log()[-1]["claims"]] == ["Alexandra", "Bob", None]
    assert cast.read()["hands"][0]["how"] == "gin"


def test_a_claim_that_the_rules_refuse_is_shown_as_refused(cast: Cast) -> None:
    argument = Argument(cast)
    argument.send(check="1", claim2__deadwood_1="12", claim2__deadwood_0="30")
    assert "Refused: Bob cannot knock with 12: the limit is 10." in words(argument.page)
    assert rows(argument.page)["This hand"] == [("Alexandra +5 game 1", False)]
    assert 'name="decide" value="2"' not in argument.page
    forced = argument.send(decide="2", why="rules")
    assert forced.status_code == 422
    assert cast.read()["version"] == 1
    assert argument.send(decide="1", why="rules").status_code == 303
    assert argument.log()[-1]["claims"][1]["refused"] == "Bob cannot knock with 12: the limit is 10."


def test_big_gin_can_be_claimed_where_it_is_not_played(cast: Cast) -> None:
    argument = Argument(cast)
    argument.send(check="1", claim2__who="1-big_gin")
    assert "Refused: Big gin is not played in this series." in words(argument.page)


def test_a_claim_that_is_not_whole_says_what_is_missing(cast: Cast) -> None:
    argument = Argument(cast, {"how": "void"})
    answer = argument.send(decide="1", why="agreed")
    assert answer.status_code == 422
    assert errors(answer) == ["Say who laid down, or that nobody scored."]
    answer = argument.send(claim2__who="1-knock", claim2__deadwood_0="x", claim2__deadwood_1="4", check="1")
    assert errors(answer) == ["Alexandra's deadwood is missing: 0 to 98."]
    assert 'value="x"' in answer.text
    answer = argument.send(claim2__deadwood_0="12", claim3__deadwood_0="3", decide="2", why="agreed")
    assert errors(answer) == ["Say who laid down, or that nobody scored."], "a third claim is whole or absent"
    assert cast.read()["version"] == 1


def test_who_says_what_can_be_swapped(cast: Cast) -> None:
    argument = Argument(cast)
    argument.send(swap="1")
    told = told_fields(argument.page)
    assert (told["claim1-says"], told["claim1-who"]) == ("1", "0-knock")
    assert (told["claim2-says"], told["claim2-who"]) == ("0", "1-knock")
    argument.send(decide="1", why="agreed")
    assert [claim["says"] for claim in argument.log()[-1]["claims"]] == ["Bob", "Alexandra"]


def test_somebody_else_changed_the_series_meanwhile(cast: Cast) -> None:
    argument = Argument(cast)
    cast.record(KNOCK)
    answer = argument.send(decide="2", why="agreed", reason="looked")
    assert answer.status_code == 409
    assert "Script (scorer) changed the series meanwhile" in answer.text
    assert 'value="looked"' in answer.text
    assert argument.send(decide="2", why="agreed").status_code == 303


def test_spade_and_knock_limit_are_asked_where_the_rules_use_them(cast: Cast) -> None:
    rules = {"spade_doubles": True, "oklahoma": True}
    body = {"id": str(uuid4()), "players": ["Alexandra", "Bob"], "rules": rules, "hands": []}
    cast.series_id = cast.owner.call("POST", "/series", body).get_json()["id"]
    argument = Argument(cast, {**KNOCK, "spade": True, "knock_limit": 7})
    page = argument.page
    assert page.count('role="switch" name="claim1-spade" value="1" checked') == 1
    assert "<option selected>7</option>" in page
    assert told_fields(page)["claim2-deadwood_1"] == "3", "Bob can't have knocked with 8"
    fields = {"claim1__spade": "1", "claim1__knock_limit": "7", "claim2__knock_limit": "7"}
    argument.send(check="1", claim2__deadwood_0="3", claim2__deadwood_1="8", **fields)
    assert "Refused: Bob cannot knock with 8: the limit is 7, and Alexandra held 3. Swapped?" in words(
        argument.page
    )
    assert rows(argument.page)["This hand"][0] == ("Alexandra +10 game 1", False)
    argument.send(decide="1", why="agreed", **fields)
    assert cast.read()["hands"][0]["knock_limit"] == 7


def test_a_struck_hand_can_be_argued_over_too(cast: Cast) -> None:
    argument = Argument(cast)
    cast.scorer.call("DELETE", f"{cast.url}/hands/{argument.hand_id}", {"base": 1})
    argument.page = argument.phone.get(argument.url).text
    assert rows(argument.page)["This hand"] == [("not on the sheet", False), ("not on the sheet", False)]
    assert argument.send(decide="2", why="agreed").status_code == 303


def test_who_may_settle(cast: Cast) -> None:
    argument = Argument(cast)
    asked = {role: phone.get(argument.url).status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 403, "stranger": 404, "revoked": 410}
    sent = {role: phone.post(argument.url).status_code for role, phone in cast.phones.items()}
    assert (sent["viewer"], sent["stranger"], sent["revoked"]) == (403, 404, 410)
    assert argument.phone.get(f"{cast.url}/hands/{uuid4()}/dispute").status_code == 404
    assert argument.send(decide="7").status_code == 400
