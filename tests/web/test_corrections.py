"""Putting a hand right on its pages, without JavaScript: shown first, kept once, taken back in one tap."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import EVENING, Cast, Phone, errors, hidden

ALL_KINDS: list[dict[str, Any]] = [
    *EVENING,
    {"how": "void"},
    {"how": "points", "winner": "Bob", "points": 18},
    {"how": "big_gin", "knocker": "Bob", "deadwood": {"Alexandra": 31}},
]
"""The worked example, and a hand of each other kind."""
SPADES = {"spade_doubles": True, "oklahoma": True, "big_gin_bonus": 31}


def words(page: str) -> str:
    """A page as it is read, without markup."""
    body = page.partition("<body>")[2] or page
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", body))).strip()


def play(cast: Cast, hands: list[dict[str, Any]] = EVENING) -> list[str]:
    """Hands entered by a script; their ids."""
    for hand in hands:
        assert cast.record(hand).status_code == 201
    return [hand["id"] for hand in cast.read()["hands"]]


def points(cast: Cast) -> list[tuple[int, int]]:
    """The points of the three games, Alexandra's first."""
    columns = cast.read()["columns"]
    return [(column["points"]["Alexandra"], column["points"]["Bob"]) for column in columns]


def see(phone: Phone, url: str, **fields: str) -> Any:
    """Fill in the form of a page and ask what it moves."""
    return phone.send(url, fields, phone.get(url).text)


def keep(phone: Phone, url: str, shown: Any, **fields: str) -> Any:
    """Keep what a page has shown."""
    return phone.send(url, {**fields, "keep": "1"}, shown.text)


def scorer(cast: Cast) -> Phone:
    return cast.phones["scorer"]


def test_a_hand_is_corrected_in_its_place(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "1-knock", "knocker_deadwood": "3", "other_deadwood": "21"}
    shown = see(scorer(cast), url, **fields)
    told = words(shown.text)
    assert "This hand Alexandra +18 Bob +18" in told
    assert "Game 1 Alexandra 18 Bob 44 Alexandra 0 Bob 62" in told
    assert "Hand 3 games 1, 2 games 1, 2, 3" in told
    assert "Save: Bob +18 → games 1, 2" in told
    assert points(cast) == [(18, 44), (0, 34), (0, 4)]
    kept = keep(scorer(cast), url, shown, **fields, reason="We counted again")
    assert (kept.status_code, kept.headers["Location"]) == (303, cast.url)
    assert points(cast) == [(0, 62), (0, 52), (0, 34)]
    assert "Hand 2 was corrected." in words(scorer(cast).get(cast.url).text)
    trail = words(scorer(cast).get(f"{cast.url}/hands/{ids[1]}").text)
    assert "Alexandra knocked 3, Bob 21: Alexandra +18" in trail
    assert "Bob knocked 3, Alexandra 21: Bob +18" in trail
    assert "We counted again" in trail
    assert "The scorer's phone" in trail


def test_fixing_hand_2_of_6_equals_a_fresh_entry_of_the_corrected_list(cast: Cast) -> None:
    hands = [*EVENING, EVENING[1], EVENING[2]]
    ids = play(cast, hands)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "0-gin", "other_deadwood": "12"}
    keep(scorer(cast), url, see(scorer(cast), url, **fields), **fields)
    corrected = [hands[0], {"how": "gin", "knocker": "Alexandra", "deadwood": {"Bob": 12}}, *hands[2:]]
    fresh = cast.owner.call("POST", "/series", {"players": ["Alexandra", "Bob"], "hands": corrected})
    amended, entered = cast.read(), fresh.get_json()
    assert amended["columns"] == entered["columns"]
    assert [hand["columns"] for hand in amended["hands"]] == [hand["columns"] for hand in entered["hands"]]


@pytest.mark.parametrize("number", range(len(ALL_KINDS)))
def test_opening_a_hand_and_saving_it_unchanged_three_times_changes_nothing(cast: Cast, number: int) -> None:
    told = {"players": ["Alexandra", "Bob"], "rules": SPADES, "hands": ALL_KINDS}
    before = cast.owner.call("POST", "/series", told).get_json()
    url = f"/series/{before['id']}/hands/{before['hands'][number]['id']}/amend"
    phone = cast.phones["owner"]
    for _time in range(3):
        page = phone.get(url)
        assert "Nothing is changed." in words(page.text)
        kept = phone.send(url, {**typed_in(page.text), "keep": "1"}, page.text)
        assert (kept.status_code, kept.headers["Location"]) == (303, f"/series/{before['id']}")
    assert cast.owner.call("GET", f"/series/{before['id']}").get_json() == before


def test_a_dealer_that_is_nobody_is_refused_and_the_rest_kept(cast: Cast) -> None:
    ids = play(cast)
    fields = {"who": "1-knock", "knocker_deadwood": "3", "other_deadwood": "21", "dealer": "7"}
    answer = see(scorer(cast), f"{cast.url}/hands/{ids[1]}/amend", **fields)
    assert answer.status_code == 422
    assert "Say who dealt: one of the two, or as the rule says." in errors(answer)
    assert typed_in(answer.text)["other_deadwood"] == "21"


def typed_in(page: str) -> dict[str, str]:
    """What a browser would send of a form as it stands."""
    fields = {}
    for tag in re.findall(r"<input[^>]*>", page):
        told = dict(re.findall(r'(name|value|type)="([^"]*)"', tag))
        if told.get("type") in {"radio", "checkbox"} and "checked" not in tag:
            continue
        if "name" in told and told.get("type") != "hidden":
            fields[told["name"]] = unescape(told.get("value", ""))
    for name, options in re.findall(r'<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', options)
        if chosen:
            fields[name] = chosen[2] if chosen[1] is None else chosen[1]
    return fields


def test_a_change_is_kept_only_as_it_was_shown(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "0-knock", "knocker_deadwood": "3", "other_deadwood": "26"}
    shown = see(scorer(cast), url, **fields)
    other = {**fields, "other_deadwood": "62"}
    again = keep(scorer(cast), url, shown, **other)
    assert again.status_code == 200
    assert "Not kept yet" in words(again.text)
    assert "Alexandra +59" in words(again.text)
    assert cast.read()["version"] == 4
    assert keep(scorer(cast), url, again, **other).status_code == 303
    assert cast.read()["hands"][1]["points"] == 59


def test_a_form_sent_twice_is_one_change_and_with_other_numbers_none(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "0-knock", "knocker_deadwood": "3", "other_deadwood": "26"}
    shown = see(scorer(cast), url, **fields)
    for _time in range(2):
        assert keep(scorer(cast), url, shown, **fields).status_code == 303
    assert cast.read()["version"] == 5
    other = keep(scorer(cast), url, shown, **{**fields, "other_deadwood": "27"})
    assert other.status_code == 422
    assert "saved before, with other numbers" in words(other.text)
    assert hidden(other.text)["key"] != hidden(shown.text)["key"]
    assert cast.read()["version"] == 5


def test_another_phone_s_change_comes_first_and_nothing_typed_is_lost(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "1-knock", "knocker_deadwood": "4", "other_deadwood": "26"}
    shown = see(scorer(cast), url, **fields)
    cast.record(EVENING[2])
    stale = keep(scorer(cast), url, shown, **fields, reason="counted again")
    assert stale.status_code == 409
    assert "changed the series meanwhile" in words(stale.text)
    assert typed_in(stale.text).items() >= {**fields, "reason": "counted again"}.items()
    assert cast.read()["version"] == 5
    assert keep(scorer(cast), url, stale, **fields).status_code == 303


def test_corrections_go_through_the_same_checks_as_entries(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    wrong: list[tuple[dict[str, str], str]] = [
        ({"who": "0-knock", "knocker_deadwood": "11", "other_deadwood": "40"}, "limit is 10"),
        ({"who": "0-knock", "knocker_deadwood": "3", "other_deadwood": "99"}, "0 to 98"),
        ({"who": "0-knock", "knocker_deadwood": "", "other_deadwood": "9"}, "1 to 10"),
        ({"who": "0-knock", "knocker_deadwood": "3", "other_deadwood": "1.5"}, "0 to 98"),
        ({"who": "", "other_deadwood": "9"}, "Say who laid down"),
        ({"who": "0-points", "points": "401"}, "400"),
    ]
    for fields, told in wrong:
        for button in ({}, {"keep": "1"}):
            refused = see(scorer(cast), url, **fields, **button)
            assert refused.status_code == 422
            assert told in " ".join(errors(refused)), fields
            live = scorer(cast).get(f"{url}/moves", query_string=fields)
            assert live.status_code == 200
            assert told in words(live.text)
    assert cast.read()["version"] == 4


def test_a_knock_with_nothing_left_is_gin(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    shown = see(scorer(cast), url, who="0-knock", knocker_deadwood="0", other_deadwood="21")
    assert "Alexandra +46, gin" in words(shown.text)


def test_the_page_asks_for_what_moves_while_numbers_change(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    fields = {"who": "1-knock", "knocker_deadwood": "3", "other_deadwood": "21"}
    live = scorer(cast).get(f"{url}/moves", query_string=fields)
    assert "Save: Bob +18 → games 1, 2" in words(live.text)
    assert "<html" not in live.text
    page = scorer(cast).get(url)
    seen = re.search(r'name="seen" value="(\w+)"', live.text)
    assert seen is not None
    kept = keep(scorer(cast), url, page, **fields, seen=seen[1])
    assert kept.status_code == 303
    assert points(cast)[0] == (0, 62)


def test_a_correction_that_moves_nothing_says_so(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[1]}/amend"
    shown = see(scorer(cast), url, who="0-knock", knocker_deadwood="4", other_deadwood="22")
    assert "No total, game or settlement moves." in words(shown.text)


def test_who_dealt_can_be_set_for_any_hand(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[0]}/amend"
    page = scorer(cast).get(url)
    fields = {**typed_in(page.text), "dealer": "0"}
    shown = see(scorer(cast), url, **fields)
    assert keep(scorer(cast), url, shown, **fields).status_code == 303
    assert cast.read()["hands"][0]["dealer"] == "Alexandra"
    assert "It was set by hand." in words(scorer(cast).get(f"{cast.url}/hands/{ids[0]}").text)


# --- slips -----------------------------------------------------------------------------------------------


def slips(page: str) -> dict[str, str]:
    """The values of the offered slips by what they say."""
    found = re.findall(r'name="slip" value="([^"]+)">(.*?)</button>', page, re.DOTALL)
    return {words(told): value for value, told in found}


def test_a_likely_slip_shows_what_it_moves_and_takes_one_tap(cast: Cast) -> None:
    ids = play(cast, [{"how": "knock", "knocker": "Alexandra", "deadwood": {"Alexandra": 3, "Bob": 8}}])
    page = scorer(cast).get(f"{cast.url}/hands/{ids[0]}/amend")
    offered = slips(page.text)
    told = next(told for told in offered if told.startswith("Bob laid down"))
    assert told.startswith(
        "Bob laid down Bob knocked 8, Alexandra 3 Alexandra +15, undercut → game 1 Game 1:"
    )
    assert told.endswith("Alexandra 5 → 15")
    url = f"{cast.url}/hands/{ids[0]}/slip"
    for _time in range(2):
        assert scorer(cast).send(url, {"slip": offered[told]}, page.text).status_code == 303
    assert (points(cast)[0], cast.read()["version"]) == ((15, 0), 2)


def test_a_slip_that_moves_something_else_by_now_is_shown_first(cast: Cast) -> None:
    ids = play(cast)
    page = scorer(cast).get(f"{cast.url}/hands/{ids[1]}/amend")
    cast.record(EVENING[2])
    value = next(iter(slips(page.text).values()))
    shown = scorer(cast).send(f"{cast.url}/hands/{ids[1]}/slip", {"slip": value}, page.text)
    assert shown.status_code == 409
    assert "changed the series meanwhile" in words(shown.text)
    assert cast.read()["version"] == 5
    for value in ("", "9-x", "x", "-1-x"):
        answer = scorer(cast).send(f"{cast.url}/hands/{ids[1]}/slip", {"slip": value}, page.text)
        assert answer.status_code == 303
    assert cast.read()["version"] == 5


def test_gin_that_was_a_knock_asks_with_how_much(cast: Cast) -> None:
    ids = play(cast)
    page = scorer(cast).get(f"{cast.url}/hands/{ids[2]}/amend").text
    link = re.search(r'href="([^"]+how=knock)"', page)
    assert link is not None
    asked = scorer(cast).get(unescape(link[1])).text
    assert typed_in(asked).items() >= {"who": "1-knock", "other_deadwood": "5"}.items()
    assert "1 to 10" in words(asked)


# --- without numbers -------------------------------------------------------------------------------------


def test_striking_out_and_restoring(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[2]}"
    shown = scorer(cast).get(f"{url}/strike")
    assert "This hand Bob +30, gin not on the sheet" in words(shown.text)
    assert keep(scorer(cast), f"{url}/strike", shown, reason="entered twice").status_code == 303
    assert points(cast) == [(18, 14), (0, 4), (0, 0)]
    assert "Hand 3 was struck out." in words(scorer(cast).get(cast.url).text)
    page = words(scorer(cast).get(url).text)
    assert "It keeps its place on the sheet and scores nothing." in page
    assert "entered twice" in page
    shown = scorer(cast).get(f"{url}/restore")
    assert keep(scorer(cast), f"{url}/restore", shown).status_code == 303
    assert points(cast) == [(18, 44), (0, 34), (0, 4)]


def test_a_forgotten_hand_goes_between_two_others(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[3]}/before"
    assert "A forgotten hand 4" in words(scorer(cast).get(url).text)
    fields = {"who": "0-gin", "other_deadwood": "20"}
    shown = see(scorer(cast), url, **fields)
    told = words(shown.text)
    assert "This hand not on the sheet Alexandra +45, gin" in told
    assert "Save: Alexandra +45 → games 1, 2" in told
    for _time in range(2):
        assert keep(scorer(cast), url, shown, **fields).status_code == 303
    read = cast.read()
    assert [hand["points"] for hand in read["hands"]] == [10, 18, 30, 45, 4]
    assert [hand["number"] for hand in read["hands"]] == [1, 2, 3, 4, 5]
    assert read["version"] == 5
    live = scorer(cast).get(f"{url}/moves", query_string=fields)
    assert "Save: Alexandra +45 → games 1, 2, 3" in words(live.text)


def test_a_hand_is_moved(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[3]}/move"
    places = words(scorer(cast).get(url).text)
    assert "before hand 3 before hand 2 before hand 1" in places
    assert "before hand 4" not in places
    shown = scorer(cast).get(f"{url}?position=1")
    assert "This hand Bob +4 Bob +4 entered in games 1, 2, 3 game 1" in words(shown.text)
    for _time in range(2):
        assert keep(scorer(cast), url, shown).status_code == 303
    assert [hand["points"] for hand in cast.read()["hands"]] == [4, 10, 18, 30]
    assert cast.read()["version"] == 5
    page = scorer(cast).get(cast.url)
    assert "A hand was moved: it is hand 1 now." in words(page.text)
    scorer(cast).post(f"{cast.url}/undo", base="5")
    assert [hand["points"] for hand in cast.read()["hands"]] == [10, 18, 30, 4]
    assert scorer(cast).get(f"{url}?position=9").status_code == 422


def test_a_move_that_moves_nothing_else_shows_no_empty_table(cast: Cast) -> None:
    ids = play(cast, EVENING[:3])
    shown = words(scorer(cast).get(f"{cast.url}/hands/{ids[1]}/move?position=1").text)
    assert "No total, game or settlement moves. Reason, if you like" in shown


def test_a_finished_series_is_put_right_and_goes_on(cast: Cast) -> None:
    hands = [{"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 80}} for _hand in range(3)]
    ids = play(cast, hands)
    assert cast.read()["over"]
    url = f"{cast.url}/hands/{ids[2]}/amend"
    fields = {"who": "1-knock", "knocker_deadwood": "9", "other_deadwood": "12"}
    told = words(see(scorer(cast), url, **fields).text)
    assert "Game 3 opens again" in told
    assert "The series Bob wins goes on, Bob has two games" in told
    assert "Settlement" in told
    shown = see(scorer(cast), url, **fields)
    assert keep(scorer(cast), url, shown, **fields).status_code == 303
    assert not cast.read()["over"]


def test_hands_that_fall_behind_the_end_are_told_and_shown(cast: Cast) -> None:
    hands = [{"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 40}} for _hand in range(4)]
    ids = play(cast, hands)
    url = f"{cast.url}/hands/{ids[2]}/amend"
    fields = {"who": "1-gin", "other_deadwood": "98"}
    shown = see(scorer(cast), url, **fields)
    assert "After the end hand 4 stands after the end" in words(shown.text)
    keep(scorer(cast), url, shown, **fields)
    assert cast.read()["hands"][3]["after_end"]
    assert "after the end, scores nothing: Bob gin, Alexandra 40" in words(scorer(cast).get(cast.url).text)
    page = words(scorer(cast).get(f"{cast.url}/hands/{ids[3]}").text)
    assert "After the end of the series: kept, but scores nothing." in page
    fields = {"who": "1-gin", "other_deadwood": "40"}
    assert "hand 4 counts again" in words(see(scorer(cast), url, **fields).text)


# --- who may, and what is gone ---------------------------------------------------------------------------

CHANGES = ("amend", "amend/moves", "before", "before/moves", "strike", "restore", "move")


@pytest.mark.parametrize("what", CHANGES)
def test_only_who_writes_may_put_a_hand_right(cast: Cast, what: str) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[0]}/{what}"
    asked = {role: phone.get(url).status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 403, "stranger": 404, "revoked": 410}
    if not what.endswith("moves"):
        sent = {role: phone.post(url, keep="1").status_code for role, phone in cast.phones.items()}
        assert (sent["viewer"], sent["stranger"], sent["revoked"]) == (403, 404, 410)
    assert cast.read()["version"] == 4


def test_a_viewer_sees_why_and_no_way_to_change_it(cast: Cast) -> None:
    ids = play(cast)
    page = cast.phones["viewer"].get(f"{cast.url}/hands/{ids[0]}").text
    assert "13 − 3 = 10" in words(page)
    assert "/amend" not in page
    assert "<form" not in page


@pytest.mark.parametrize("what", CHANGES)
def test_a_hand_that_was_taken_back_leads_to_its_own_page(cast: Cast, what: str) -> None:
    ids = play(cast)
    scorer(cast).post(f"{cast.url}/undo", base="4")
    url = f"{cast.url}/hands/{ids[3]}"
    gone = scorer(cast).get(f"{url}/{what}")
    assert (gone.status_code, gone.headers["Location"]) == (303, url)
    page = scorer(cast).get(url)
    assert page.status_code == 200
    assert "It is on the sheet no more" in words(page.text)
    assert "Bob knocked 1, Alexandra 5" in words(page.text)
    assert scorer(cast).get(f"{cast.url}/hands/{uuid4()}/{what}").status_code == 404
    assert scorer(cast).get(f"{cast.url}/hands/{uuid4()}").status_code == 404


def test_a_name_from_right_to_left_disturbs_no_number(cast: Cast) -> None:
    name = "\u05d3\u05d5\u05d3"
    hand = {"knocker": "Bob", "how": "knock", "deadwood": {"Bob": 3, name: 13}}
    made = cast.owner.call("POST", "/series", {"players": [name, "Bob"], "hands": [hand]}).get_json()
    page = cast.phones["owner"].get(f"/series/{made['id']}/hands/{made['hands'][0]['id']}").text
    assert f"Bob knocked with 3, \u2068{name}\u2069 held 13" in words(page)


def test_patch_moves_a_hand_by_position(cast: Cast) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[3]}"
    moved = cast.scorer.call("PATCH", url, {"base": 4, "position": 1, "reason": "played first"})
    assert moved.status_code == 200
    assert [hand["points"] for hand in moved.get_json()["hands"]] == [4, 10, 18, 30]
    same = cast.scorer.call("PATCH", url, {"base": 5, "position": 2})
    assert (same.status_code, same.get_json()["version"]) == (200, 5)
    for position in (0, 6, "1", True, 1.5):
        refused = cast.scorer.call("PATCH", url, {"base": 5, "position": position})
        assert (refused.status_code, refused.get_json()["field"]) == (422, "position")
    both = cast.scorer.call("PATCH", url, {"base": 5, "position": 5, "how": "void"})
    assert [hand["points"] for hand in both.get_json()["hands"]] == [10, 18, 30, 0]
    undone = cast.scorer.call("POST", f"{cast.url}/undo", {"base": 6})
    assert [hand["points"] for hand in undone.get_json()["hands"]] == [4, 10, 18, 30]
    log = cast.scorer.call("GET", f"{cast.url}/log").get_json()["log"]
    assert (log[4]["kind"], log[4]["position"], log[4]["reason"]) == ("amend", 1, "played first")


@pytest.mark.parametrize("what", ["strike", "move?position=1"])
def test_a_change_without_numbers_waits_for_a_look_as_well(cast: Cast, what: str) -> None:
    ids = play(cast)
    url = f"{cast.url}/hands/{ids[3]}/{what}"
    shown = scorer(cast).get(url)
    cast.record(EVENING[2])
    stale = keep(scorer(cast), url.partition("?")[0], shown, reason="not that")
    assert stale.status_code == 409
    assert "changed the series meanwhile" in words(stale.text)
    assert 'value="not that"' in stale.text
    assert cast.read()["version"] == 5
    assert keep(scorer(cast), url.partition("?")[0], stale).status_code == 303
    assert cast.read()["version"] == 6


def test_a_forgotten_hand_before_a_struck_one(cast: Cast) -> None:
    ids = play(cast)
    struck = cast.scorer.call("DELETE", f"{cast.url}/hands/{ids[2]}", {"base": 4})
    assert struck.status_code == 200
    url = f"{cast.url}/hands/{ids[2]}/before"
    shown = see(scorer(cast), url, who="void")
    assert keep(scorer(cast), url, shown, who="void").status_code == 303
    assert [hand["number"] for hand in cast.read()["hands"]] == [1, 2, None, 3, 4]
    assert cast.read()["hands"][3]["how"] == "void"
