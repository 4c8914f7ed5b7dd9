"""The rules: looked up in plain words, changed while no hand is kept, tried on the same hands."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from scorekeeper.engine.rules import PRESETS, write_rules
from tests.web.conftest import NEW_SERIES, Cast, errors, hidden, new_series

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

ANCHORS = [
    "dealing",
    "melds",
    "knocking",
    "lay-offs",
    "gin",
    "big-gin",
    "undercut",
    "cascade",
    "late-start",
    "closing",
    "extras",
    "shutout",
    "settlement",
    "void",
    "next-dealer",
    "irregularities",
    "three-or-four",
]
KNOCK = {"how": "knock", "knocker": "Alexandra", "deadwood": {"Alexandra": 3, "Bob": 13}}
BIG_GIN = {"how": "big_gin", "knocker": "Bob", "deadwood": {"Alexandra": 20}}
FORM = {name: value for name, value in NEW_SERIES.items() if not name.startswith(("player", "first"))}


def words(html: str) -> str:
    return re.sub(r" ([,:])", r"\1", " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split()))


def section(page: str, anchor: str) -> str:
    found = re.search(rf'<section id="{anchor}".*?</section>', page, re.DOTALL)
    assert found, anchor
    return words(found[0])


def rows(page: str) -> dict[str, list[str]]:
    """A comparison by label."""
    found = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</th>(.*?)</tr>", page, re.DOTALL)
    return {
        words(label): [words(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells, re.DOTALL)]
        for label, cells in found
    }


def start(cast: Cast, **more: Any) -> None:
    answer = cast.owner.call("POST", "/series", new_series(**more))
    assert answer.status_code == 201, answer.text
    cast.series_id = answer.get_json()["id"]


# --- looked up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [*PRESETS, "odd"])
def test_every_section_is_there_whatever_the_rules(cast: Cast, preset: str) -> None:
    odd = {"tie": "void", "oklahoma": True, "late_start": "strict", "stop_when_decided": True}
    rules = odd if preset == "odd" else write_rules(PRESETS[preset])
    start(cast, rules=rules)
    page = cast.phones["viewer"].get(f"{cast.url}/rules").text
    for anchor in ANCHORS:
        assert section(page, anchor)
        assert f'<a href="#{anchor}">' in page


def test_anybody_reads_the_rules_of_the_game(cast: Cast) -> None:
    page = cast.phones["stranger"].get("/rules").text
    for anchor in ANCHORS:
        assert section(page, anchor)
    assert "31 + 25 = 56" in section(page, "gin")
    assert "8 − 3 + 10 = 15" in section(page, "undercut")
    assert "105 + 100 + 4 × 20 = 285" in section(page, "extras")
    assert "285 − 122 = 163" in section(page, "settlement")
    assert "105 + 100 + 4 × 20 + 100 = 385" in section(page, "shutout")


def test_sentences_and_sums_take_their_numbers_from_the_series(cast: Cast) -> None:
    start(cast, rules={**write_rules(PRESETS["modern"]), "stake": {"amount": "0.05", "currency": "EUR"}})
    page = cast.phones["viewer"].get(f"{cast.url}/rules").text
    assert "8 − 3 + 25 = 30" in section(page, "undercut")
    assert "31 + 31 = 62" in section(page, "big-gin")
    assert "2 × (105 + 100 + 4 × 25) = 610" in section(page, "shutout")
    assert "0.05 EUR a point" in section(page, "settlement")
    assert "Here it does not." in section(page, "spades")


def test_the_sums_of_rummytalk(cast: Cast) -> None:
    start(cast, rules=write_rules(PRESETS["rummytalk"]))
    page = cast.phones["viewer"].get(f"{cast.url}/rules").text
    assert "(20 − 4) × 2 = 32" in section(page, "spades")
    assert "255 + 250 + 4 × 25 = 605" in section(page, "extras")
    assert "605 − 137 + 255 = 723" in section(page, "settlement")
    assert "rounded to the nearest 500" in section(page, "settlement")


def test_the_options_stand_beside_the_defaults_with_differences_marked(cast: Cast) -> None:
    start(cast, rules={"gin_bonus": 20, "shutout": "none"})
    page = cast.phones["viewer"].get(f"{cast.url}/rules").text
    assert "2 differ from what is usual" in words(page)
    told = rows(page)
    assert told["Gin bonus"] == ["20", "25 (differs)"]
    assert told["Undercut bonus"] == ["10", "10"]
    assert page.count('<tr data-find class="differs">') == 2


def test_without_extras_nothing_is_added(cast: Cast) -> None:
    start(cast, rules={"extras": False})
    page = cast.phones["viewer"].get(f"{cast.url}/rules").text
    assert section(page, "extras").startswith("What is added when a game closes Nothing here")
    assert "Here it adds nothing." in section(page, "shutout")
    assert "105 − 62 = 43" in section(page, "settlement")


# --- changed ---------------------------------------------------------------------------------------------


PRESET = re.compile(r'name="(preset)" value="(\w+)" checked')


def send(cast: Cast, path: str, page: str, role: str = "scorer", **fields: str) -> TestResponse:
    sent = {**FORM, **hidden(page), **dict(PRESET.findall(page)), **fields}
    return cast.phones[role].client.post(f"{cast.url}{path}", data=sent)


def test_rules_change_until_a_hand_is_kept(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    assert f'href="{cast.url}/rules/change"' in phone.get(cast.url).text
    page = phone.get(f"{cast.url}/rules/change").text
    assert send(cast, "/rules/change", page, gin_bonus="20").status_code == 303
    assert cast.read()["rules"]["gin_bonus"] == 20
    assert send(cast, "/rules/change", page, gin_bonus="20").status_code == 303, "the same form again"
    assert cast.read()["version"] == 1
    cast.record(KNOCK)
    assert f'href="{cast.url}/rules/change"' not in phone.get(cast.url).text
    assert phone.get(f"{cast.url}/rules/change").status_code == 409
    late = send(cast, "/rules/change", hidden_page(page), gin_bonus="30")
    assert late.status_code == 409
    assert "can't be changed any more" in unescape(late.text)
    assert cast.read()["rules"]["gin_bonus"] == 20


def hidden_page(page: str) -> str:
    """The same page with a key of its own, as a second visit has it."""
    return re.sub(r'(name="key" value=")[^"]{36}', rf"\g<1>{uuid4()}", page)


def test_what_is_wrong_with_a_rule_stands_beside_it(cast: Cast) -> None:
    page = cast.phones["scorer"].get(f"{cast.url}/rules/change").text
    answer = send(cast, "/rules/change", page, gin_bonus="200", stake_amount="x")
    assert answer.status_code == 422
    assert len(errors(answer)) == 2
    assert 'value="200"' in answer.text
    assert cast.read()["version"] == 0


def test_somebody_else_changed_the_rules_meanwhile(cast: Cast) -> None:
    page = cast.phones["scorer"].get(f"{cast.url}/rules/change").text
    theirs = cast.phones["owner"].get(f"{cast.url}/rules/change").text
    send(cast, "/rules/change", theirs, "owner", gin_bonus="20")
    answer = send(cast, "/rules/change", page, gin_bonus="30")
    assert answer.status_code == 409
    assert 'value="30"' in answer.text
    assert send(cast, "/rules/change", answer.text, gin_bonus="30").status_code == 303


# --- tried on the same hands -----------------------------------------------------------------------------


def test_the_same_hands_under_other_rules_side_by_side(cast: Cast) -> None:
    for hand in ({"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 80}}, KNOCK):
        cast.record(hand)
    page = cast.phones["scorer"].get(f"{cast.url}/rules/other").text
    assert "make" not in hidden(page)
    seen = send(cast, "/rules/other", page, gin_bonus="10", preset="own", check="1")
    assert seen.status_code == 200
    told = rows(seen.text)
    assert told["Game 1"] == [
        "Alexandra 0 with extras 0 Bob 105 with extras 325 closed, Bob wins it",
        "Alexandra 10 Bob 90",
    ]
    assert told["The series"] == ["goes on", "goes on"]
    assert told["Settlement"] == ["Bob +325", "level"]
    assert told["Hand 1"] == ["Bob +105, gin game 1", "Bob +90, gin game 1"]
    assert told["Hand 2"] == ["Alexandra +10 game 2", "Alexandra +10 game 1"]
    assert cast.read()["rules"]["gin_bonus"] == 25


def test_a_second_series_is_made_once_and_its_log_says_of_what(cast: Cast) -> None:
    cast.record(KNOCK)
    page = cast.phones["scorer"].get(f"{cast.url}/rules/other").text
    unseen = send(cast, "/rules/other", page, gin_bonus="10", make="1")
    assert unseen.status_code == 422
    assert "Nothing is made yet." in unseen.text
    seen = send(cast, "/rules/other", page, undercut_bonus="20", check="1")
    made = send(cast, "/rules/other", seen.text, undercut_bonus="20", make="1")
    assert made.status_code == 303
    again = send(cast, "/rules/other", seen.text, undercut_bonus="20", make="1")
    assert again.headers["Location"] == made.headers["Location"]
    first_url, cast.series_id = cast.url, made.headers["Location"].rpartition("/")[2]
    second = cast.read()
    assert (second["rules"]["undercut_bonus"], second["hands"][0]["points"]) == (20, 10)
    assert "under other rules" in second["note"]
    log = cast.viewer.call("GET", f"{cast.url}/log").get_json()["log"]
    assert [entry["kind"] for entry in log] == ["copy", "record"]
    assert log[0]["new"]["from"] == first_url.rpartition("/")[2]
    story = cast.phones["viewer"].get(f"{cast.url}/log").text
    assert "The hands of another series were taken over" in story
    assert f'<a href="{first_url}">the series of ' in story
    assert len(cast.viewer.call("GET", "/series").get_json()["series"]) == 2


def test_hands_that_the_rules_refuse_are_named_and_left_out(cast: Cast) -> None:
    start(cast, rules={"big_gin_bonus": 31, "spade_doubles": True}, hands=[{**KNOCK, "spade": True}, BIG_GIN])
    page = cast.phones["scorer"].get(f"{cast.url}/rules/other").text
    seen = send(cast, "/rules/other", page, check="1")
    told = words(seen.text)
    assert "Hand 2 is refused: Big gin is not played in this series." in told
    assert "1 hand loses a spade or knock limit that these rules have no use for." in told
    assert rows(seen.text)["Hand 2"] == ["Bob +51, big gin game 1", "refused"]
    assert "Make it a second series, without hand 2" in told
    made = send(cast, "/rules/other", seen.text, make="1")
    cast.series_id = made.headers["Location"].rpartition("/")[2]
    assert [hand["how"] for hand in cast.read()["hands"]] == ["knock"]
    assert "Left out, for these rules refuse them: 2" in words(
        cast.phones["viewer"].get(f"{cast.url}/log").text
    )


def test_the_same_rules_are_nothing_to_compare(cast: Cast) -> None:
    cast.record(KNOCK)
    page = cast.phones["scorer"].get(f"{cast.url}/rules/other").text
    answer = send(cast, "/rules/other", page, check="1")
    assert answer.status_code == 422
    assert "These are the rules of this series." in answer.text
    assert errors(send(cast, "/rules/other", page, target="9", check="1"))


def test_hands_that_no_rule_takes_make_no_series(cast: Cast) -> None:
    start(cast, rules={"big_gin_bonus": 31}, hands=[BIG_GIN])
    page = cast.phones["scorer"].get(f"{cast.url}/rules/other").text
    seen = send(cast, "/rules/other", page, check="1")
    assert 'name="make"' not in seen.text
    assert send(cast, "/rules/other", seen.text, make="1").status_code == 422


def test_who_may_change_and_try(cast: Cast) -> None:
    for path in ("/rules/change", "/rules/other"):
        asked = {role: phone.get(cast.url + path).status_code for role, phone in cast.phones.items()}
        assert asked == {"owner": 200, "scorer": 200, "viewer": 403, "stranger": 404, "revoked": 410}
        sent = {role: phone.post(cast.url + path).status_code for role, phone in cast.phones.items()}
        assert (sent["viewer"], sent["stranger"], sent["revoked"]) == (403, 404, 410)
    assert cast.read()["version"] == 0
