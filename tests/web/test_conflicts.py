"""Two phones enter a hand: alike it is kept once, else both are shown and somebody chooses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.web.conftest import Cast, Phone, errors
from tests.web.test_api_hands import GIN, KNOCK

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

MINE = {"who": "1-knock", "knocker_deadwood": "4", "other_deadwood": "26"}
THEIRS = {"who": "0-gin", "other_deadwood": "14"}


@pytest.fixture
def opened(cast: Cast) -> tuple[Phone, str]:
    """The owner's phone with an empty form that was open before the scorer's phone saved a gin."""
    owner, scorer = cast.phones["owner"], cast.phones["scorer"]
    page = owner.get(cast.url).text
    assert scorer.send(f"{cast.url}/hands", {**THEIRS, "keep": "1"}, page_of(scorer, cast)).status_code == 303
    return owner, page


def page_of(phone: Phone, cast: Cast) -> str:
    return phone.get(cast.url).text


def choices(page: str) -> dict[str, str]:
    """What can be chosen: the value to send, by the words of its button."""
    found = re.findall(r'name="choose" value="([^"]+)"[^>]*>([^<]+)<', page)
    return {words: value for value, words in found if value != "later"}


def ask(cast: Cast, phone: Phone, page: str, **fields: str) -> TestResponse:
    return phone.send(f"{cast.url}/hands", {**MINE, **fields}, page)


@pytest.mark.parametrize("step", [{}, {"keep": "1"}])
def test_different_hands_are_shown_with_who_and_when_and_nothing_is_stored(
    cast: Cast, opened: tuple[Phone, str], step: dict[str, str]
) -> None:
    told = ask(cast, *opened, **step)
    assert told.status_code == 409
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", told.text))
    for words in (
        "The scorer's phone",
        "hand 1",
        "Alexandra gin, Bob 14",
        "This phone",
        "Bob knocked 4, Alexandra 26",
    ):
        assert words in text.replace("&#39;", "'")
    assert re.search(r'<time datetime="\d{4}-', told.text)
    assert set(choices(told.text)) == {"Keep theirs", "Keep mine", "Both are hands"}
    assert cast.read()["version"] == 1


def test_theirs_is_kept(cast: Cast, opened: tuple[Phone, str]) -> None:
    told = ask(cast, *opened)
    assert ask(cast, opened[0], told.text, choose="theirs").status_code == 303
    assert [hand["how"] for hand in cast.read()["hands"]] == ["gin"]


def test_mine_takes_their_place_in_one_change_that_says_why(cast: Cast, opened: tuple[Phone, str]) -> None:
    told = ask(cast, *opened)
    for _ in range(2):
        answer = ask(cast, opened[0], told.text, choose=choices(told.text)["Keep mine"])
        assert answer.status_code == 303
    series = cast.read()
    assert [(hand["how"], hand["knocker"]) for hand in series["hands"]] == [("knock", "Bob")]
    assert series["version"] == 2
    amended = cast.owner.call("GET", f"{cast.url}/log").get_json()["log"][1]
    assert (amended["kind"], amended["reason"]) == ("amend", "Two phones had entered this hand.")


def test_both_are_kept_once_each(cast: Cast, opened: tuple[Phone, str]) -> None:
    told = ask(cast, *opened)
    for _ in range(2):
        assert ask(cast, opened[0], told.text, choose="both").status_code == 303
    assert [hand["how"] for hand in cast.read()["hands"]] == ["gin", "knock"]


def test_a_choice_that_came_too_late_is_asked_anew(cast: Cast, opened: tuple[Phone, str]) -> None:
    told = ask(cast, *opened)
    scorer = cast.phones["scorer"]
    scorer.send(
        f"{cast.url}/hands", {"who": "1-gin", "other_deadwood": "9", "keep": "1"}, page_of(scorer, cast)
    )
    for choice in (choices(told.text)["Keep mine"], "both", str(uuid4())):
        assert ask(cast, opened[0], told.text, choose=choice).status_code == 409
    assert cast.read()["version"] == 2


def test_with_several_of_theirs_mine_can_take_the_place_of_any(cast: Cast, opened: tuple[Phone, str]) -> None:
    scorer = cast.phones["scorer"]
    scorer.send(
        f"{cast.url}/hands", {"who": "1-gin", "other_deadwood": "9", "keep": "1"}, page_of(scorer, cast)
    )
    told = ask(cast, *opened)
    ask(cast, opened[0], told.text, choose=choices(told.text)["Keep mine instead of hand 2"])
    assert [(hand["how"], hand["knocker"]) for hand in cast.read()["hands"]] == [
        ("gin", "Alexandra"),
        ("knock", "Bob"),
    ]


def test_a_change_that_was_no_hand_is_told_too(cast: Cast) -> None:
    owner, scorer = cast.phones["owner"], cast.phones["scorer"]
    page = page_of(owner, cast)
    scorer.post(f"{cast.url}/dealer", base="0", dealer="1")
    told = ask(cast, owner, page)
    assert told.status_code == 409
    assert set(choices(told.text)) == {"Keep it", "Throw it away"}
    assert ask(cast, owner, told.text, choose="both").status_code == 303
    assert [hand["how"] for hand in cast.read()["hands"]] == ["knock"]


@pytest.mark.parametrize("step", [{}, {"keep": "1"}])
def test_a_hand_alike_is_kept_once_and_that_is_said(
    cast: Cast, opened: tuple[Phone, str], step: dict[str, str]
) -> None:
    told = opened[0].send(f"{cast.url}/hands", {**THEIRS, **step}, opened[1])
    assert told.status_code == 409
    assert errors(told) == ["The scorer's phone entered this hand too: it is hand 1, kept once."]
    assert cast.read()["version"] == 1


def test_the_api_tells_which_hands_a_phone_has_missed(cast: Cast) -> None:
    theirs = cast.record(KNOCK).get_json()["hands"][0]["id"]
    told = cast.owner.call("PUT", f"{cast.url}/hands/{uuid4()}", {**GIN, "base": 0}).get_json()
    assert told["meanwhile"] == [{"seq": 1, "hand": theirs}]
    cast.scorer.call("POST", f"{cast.url}/undo", {"base": 1})
    told = cast.owner.call("PUT", f"{cast.url}/hands/{uuid4()}", {**GIN, "base": 0}).get_json()
    assert (told["meanwhile"], told["same_as"]) == ([], None)


def test_an_answer_says_what_undo_and_redo_would_go_over(cast: Cast) -> None:
    series = cast.record(KNOCK).get_json()
    change = {"seq": 1, "kind": "record", "hand": series["hands"][0]["id"]}
    assert (series["undoable"], series["redoable"]) == (change, None)
    series = cast.scorer.call("POST", f"{cast.url}/undo", {"base": 1}).get_json()
    assert (series["undoable"], series["redoable"]) == (None, change)
