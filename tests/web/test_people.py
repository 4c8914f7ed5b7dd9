"""People and pairs: their records against a recomputation, what they owe, who is who, records as JSON."""

from __future__ import annotations

import random
import re
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import Cast, errors
from tests.web.history import (
    EUR,
    USD,
    evenings,
    facts,
    gin,
    keep,
    knock,
    pair_url,
    people_in,
    sheet_of,
    some_hands,
    words,
)

BOOK_PAGES = {
    "/people": "look",
    "/files": "look",
    "/export.jsonl": "look",
    "/export.csv": "look",
    "/paper": "write",
}


@pytest.mark.parametrize(("path", "right"), BOOK_PAGES.items())
def test_who_sees_the_pages_of_a_book(cast: Cast, path: str, right: str) -> None:
    url = f"/books/{cast.book_id}{path}"
    asked = {role: phone.get(url).status_code for role, phone in cast.phones.items()}
    viewer = 200 if right == "look" else 403
    assert asked == {"owner": 200, "scorer": 200, "viewer": viewer, "stranger": 404, "revoked": 410}


def test_who_sees_and_changes_a_person(cast: Cast) -> None:
    person = people_in(cast.phones["viewer"], cast)["Bob"]
    pair = pair_url(cast.phones["viewer"], cast, "Alexandra", "Bob")
    for path in (person, pair):
        assert [cast.phones[role].get(path).status_code for role in ("viewer", "stranger")] == [200, 404]
    assert [cast.phones[role].post(f"{pair}/payments").status_code for role in ("scorer", "viewer")] == [
        422,
        403,
    ]
    for path in ("/identity", "/merge"):
        assert cast.phones["scorer"].get(person + path).status_code == 403
    for path in ("/name", "/merge"):
        assert cast.phones["scorer"].post(person + path).status_code == 403
        assert cast.phones["stranger"].post(person + path).status_code == 404


def test_people_of_another_book_are_not_there(cast: Cast) -> None:
    cast.stranger.call("POST", "/series", {"players": ["Dee", "Eve"], "hands": []})
    phone = cast.phones["owner"]
    for path in ("/people/3", "/people/1/against/3", "/people/1/against/1", "/people/9999999999999"):
        assert phone.get(f"/books/{cast.book_id}{path}").status_code == 404


# --- the record ------------------------------------------------------------------------------------------


def recomputed(series: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """What series files come to for a person, by the engine alone and by other sums than the store's."""
    total: dict[str, Any] = dict.fromkeys(
        ("won", "columns", "shutouts", "net", "hands_won", "knock", "gin", "undercut", "held", "caught"), 0
    )
    total |= {"biggest": 0, "run": 0, "money": Decimal(0), "dealt": 0, "dealt_won": 0}
    run = 0
    for file in sorted(series, key=lambda file: str(file["started_at"])):
        seat = file["players"].index(name)
        sheet = sheet_of(file)
        run = run + 1 if sheet.winner == seat else 0
        total["won"] += sheet.winner == seat
        total["run"] = max(total["run"], run)
        total["columns"] += sheet.games_won[seat]
        total["shutouts"] += sum(column.shutout and column.winner == seat for column in sheet.columns)
        total["net"] += sheet.net[seat]
        if sheet.money:
            total["money"] += sheet.money.amount * (1 if sheet.money.payee == seat else -1)
        for played in sheet.hands:
            assert not played.after_end
            if played.winner is not None and played.dealer == seat:
                total["dealt"] += 1
                total["dealt_won"] += played.winner == seat
            if played.winner == seat:
                total["hands_won"] += 1
                total["biggest"] = max(total["biggest"], played.points)
                total[played.result] = total.get(played.result, 0) + 1
            if played.hand.deadwood and played.hand.knocker != seat:
                total["held"] += played.hand.deadwood[seat]
                total["caught"] += 1
    return total


def test_the_record_is_that_of_a_recomputation_whoever_sat_where(cast: Cast) -> None:
    draw = random.Random(23)
    series = []
    for day in range(40):
        pair = ["Alexandra", "Bob"] if draw.random() < 0.5 else ["Bob", "Alexandra"]
        file = {
            "players": pair,
            "hands": some_hands(draw, *pair),
            "started_at": f"2026-{1 + day // 28:02}-{1 + day % 28:02}T20:00:00+01:00",
            "first_dealer": draw.choice(pair),
            "rules": EUR if day % 3 else {},
        }
        series.append(file)
        keep(
            cast, *pair, file["hands"], **{key: file[key] for key in ("started_at", "first_dealer", "rules")}
        )
    told = cast.viewer.call("GET", "/records?a=%20alexandra&b=BOB").get_json()
    page = facts(cast.phones["viewer"].get(pair_url(cast.phones["viewer"], cast, "Alexandra", "Bob")).text)
    for place, name in enumerate(("Alexandra", "Bob")):
        right = recomputed(series, name)
        share = {kind: right[kind] / right["hands_won"] for kind in ("knock", "gin", "undercut")}
        assert told["series_won"][name] == right["won"] == int(page["Series won"][place])
        assert told["columns_won"][name] == right["columns"] == int(page["Games won"][place])
        assert told["shutouts"][name] == right["shutouts"] == int(page["Shutouts"][place])
        assert told["net"][name] == right["net"] == int(page["Net points"][place].replace("−", "-"))
        assert told["biggest_hand"][name] == right["biggest"] == int(page["Biggest hand"][place])
        assert told["longest_run"][name] == right["run"] == int(page["Series won in a row"][place])
        assert told["shares"][name] == pytest.approx(share)
        assert page["Won by gin"][place] == f"{share['gin']:.0%}"
        assert told["deadwood_left"][name] == pytest.approx(right["held"] / right["caught"])
        assert told["own_deals_won"][name] == pytest.approx(right["dealt_won"] / right["dealt"])
        assert Decimal(told["money"][0]["won"][name]) == right["money"]
    assert told["series"] == 40


def test_unfinished_and_abandoned_series_count_in_nobody_s_record(cast: Cast) -> None:
    hands = [gin("Bob", "Alexandra", 60)] * 2
    keep(cast, "Alexandra", "Bob", hands)
    keep(cast, "Alexandra", "Bob", hands, abandoned_at="2026-03-01T22:00:00+01:00")
    told = cast.viewer.call("GET", "/records?a=Alexandra&b=Bob").get_json()
    assert (told["series"], told["hands"], told["money"]) == (0, 0, [])
    assert told["shares"]["Bob"] == {"knock": None, "gin": None, "undercut": None}


def test_empty_records_show_nothing_odd(cast: Cast) -> None:
    phone = cast.phones["owner"]
    for page in (
        pair_url(phone, cast, "Alexandra", "Bob"),
        people_in(phone, cast)["Bob"],
        cast.url + "/about",
    ):
        told = words(phone.get(page).text)
        assert not re.search(r"\b(None|NaN|nan|null|inf)\b|\b0(\.0)?%?\b", told.replace("hand 1", "")), told


def test_a_record_of_points_from_paper_has_no_deadwood_to_tell(cast: Cast) -> None:
    points = [{"how": "points", "winner": "Bob", "points": 100}] * 3
    keep(cast, "Alexandra", "Bob", points)
    page = cast.phones["owner"].get(pair_url(cast.phones["owner"], cast, "Alexandra", "Bob")).text
    assert "Deadwood left, on average" not in facts(page)
    assert facts(page)["Won by gin"] == ("–", "0%")
    assert not re.search(r"\b(None|NaN)\b", words(page))


def test_the_records_of_people_nobody_knows_are_told_so(cast: Cast) -> None:
    assert cast.viewer.call("GET", "/records?a=Alexandra&b=Dee").status_code == 404
    for query in ("", "?a=Bob", "?a=Bob&b=%20bob"):
        answer = cast.viewer.call("GET", f"/records{query}")
        assert (answer.status_code, bool(answer.get_json()["error"])) == (422, True)
    assert cast.stranger.call("GET", "/records?a=Alexandra&b=Bob").status_code == 404
    assert cast.nobody.call("GET", "/records?a=Alexandra&b=Bob").status_code == 401


def test_pictures_stand_in_the_page_with_their_numbers(cast: Cast) -> None:
    evenings(cast, "Alexandra", "Bob", "1121", rules=EUR)
    page = cast.phones["owner"].get(pair_url(cast.phones["owner"], cast, "Alexandra", "Bob")).text
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) == 5
    assert all(
        len(picture.encode()) < 3000 and "<title" in picture and "<desc" in picture for picture in pictures
    )
    assert page.count("In numbers") == 4
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


# --- money -----------------------------------------------------------------------------------------------


def payment(**more: str) -> dict[str, str]:
    return {
        "key": str(uuid4()),
        "payer": "0",
        "amount": "5",
        "currency": "eur",
        "paid_on": "2026-03-09",
        **more,
    }


def test_balances_stand_apart_by_currency_and_stay_with_the_pair(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    evenings(cast, "Alexandra", "Bob", "1", rules=EUR)
    evenings(cast, "Bob", "Alexandra", "1", rules=USD)
    keep(cast, "Alexandra", "Cy", [])
    told = words(phone.get(pair_url(phone, cast, "Alexandra", "Bob")).text)
    assert re.search(r"Bob owes Alexandra [\d.]+ EUR; Alexandra owes Bob [\d.]+ USD", told)
    assert "Nothing was played for." in words(phone.get(pair_url(phone, cast, "Alexandra", "Cy")).text)


def test_a_payment_is_noted_once_dated_and_taken_back(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    evenings(cast, "Alexandra", "Bob", "2", rules=EUR)
    url = pair_url(phone, cast, "Alexandra", "Bob")
    before = words(phone.get(url).text)
    owed = re.search(r"Alexandra owes Bob ([\d.]+) EUR", before)
    assert owed
    sent = payment(amount="5,50", note="at the bar")
    for _again in range(2):
        assert phone.post(f"{url}/payments", **sent).headers["Location"] == f"{url}#payments"
    page = phone.get(url).text
    told = words(page)
    assert f"Alexandra owes Bob {Decimal(owed[1]) - Decimal('5.50')} EUR" in told
    assert told.count("Alexandra paid Bob 5.50 EUR") == 1
    assert "9 Mar 2026" in told
    assert "at the bar" in told
    back = re.search(r'action="([^"]+/take-back)"', page)
    assert back
    assert cast.phones["viewer"].post(back[1]).status_code == 403
    for _again in range(2):
        phone.send(back[1], {}, page)
    told = words(phone.get(url).text)
    assert owed[0] in told
    assert "taken back" in told


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("payer", "7"),
        ("payer", ""),
        ("amount", "0"),
        ("amount", "-5"),
        ("amount", "NaN"),
        ("amount", ""),
        ("currency", "€"),
        ("paid_on", "soon"),
        ("paid_on", "2099-01-01"),
        ("note", "x" * 501),
    ],
)
def test_a_payment_that_can_t_be_comes_back_as_typed(cast: Cast, field: str, value: str) -> None:
    phone = cast.phones["scorer"]
    url = pair_url(phone, cast, "Alexandra", "Bob")
    sent = payment(note="at the bar") | {field: value}
    answer = phone.post(f"{url}/payments", **sent)
    assert answer.status_code == 422
    assert errors(answer)
    assert f'id="{field}-told"' in answer.text
    for name in ("amount", "currency", "paid_on", "note"):
        assert f'value="{sent[name]}"' in answer.text
    assert "paid" not in words(phone.get(url).text).replace("Who paid?", "")


# --- who is who ------------------------------------------------------------------------------------------


def test_renaming_changes_the_name_in_all_that_was_played_and_no_sum(cast: Cast) -> None:
    phone = cast.phones["owner"]
    evenings(cast, "Alexandra", "Bob", "121", rules=EUR)
    person = people_in(phone, cast)["Bob"]
    url = pair_url(phone, cast, "Alexandra", "Bob")
    before = facts(phone.get(url).text)
    phone.send(f"{person}/name", {"name": " Robert  P. "}, phone.get(f"{person}/identity").text)
    assert facts(phone.get(url).text) == before
    assert "Robert P. beat Alexandra" in words(phone.get("/series").text)
    taken = phone.post(f"{person}/name", name="alexandra")
    assert taken.status_code == 422
    assert "Alexandra is somebody else" in errors(taken)[0]
    assert 'value="alexandra"' in taken.text


def test_two_people_are_merged_after_a_look_and_not_where_they_met(cast: Cast) -> None:
    phone = cast.phones["owner"]
    evenings(cast, "Alexandra", "Bob", "12", rules=EUR)
    evenings(cast, "Alexandra", "Bobby", "1", rules=EUR)
    people = people_in(phone, cast)
    bobby = people["Bobby"].rsplit("/", 1)[1]
    look = phone.get(f"{people['Bob']}/merge?other={bobby}")
    assert "Finished series 2 1 3" in words(look.text)
    met = phone.get(f"{people['Alexandra']}/merge?other={bobby}")
    assert "have played each other" in words(met.text)
    assert "They are one" not in met.text
    refused = phone.post(f"{people['Alexandra']}/merge", other=bobby)
    assert refused.status_code == 422
    assert phone.send(f"{people['Bob']}/merge", {}, look.text).status_code == 303
    assert "Bobby" not in people_in(phone, cast)
    assert "Alexandra v Bob 2 to 1" in words(phone.get(f"/books/{cast.book_id}/people").text)
    assert phone.get(f"{people['Bob']}/merge").status_code == 404


def test_a_new_series_with_a_namesake_is_started_from_the_page_of_who_is_who(cast: Cast) -> None:
    phone = cast.phones["owner"]
    identity = phone.get(f"{people_in(phone, cast)['Bob']}/identity").text
    start = re.search(r'href="(/series/new\?[^"]*player_2=[^"]*)"', identity)
    assert start
    form = phone.get(start[1].replace("&amp;", "&")).text
    assert 'name="player_2" value="Bob (2)"' in form


def test_two_people_s_last_rules_and_stake_are_remembered(cast: Cast) -> None:
    phone = cast.phones["owner"]
    keep(cast, "Alexandra", "Bob", [knock("Bob", "Alexandra", 3, 20)], rules={"gin_bonus": 20, **EUR})
    keep(cast, "Alexandra", "Cy", [])
    told = phone.get("/series/new/rules?player_1=bob&player_2=ALEXANDRA").get_json()
    assert (told["gin_bonus"], told["stake_amount"], told["stake_currency"]) == ("20", "0.05", "EUR")
    assert phone.get("/series/new/rules?player_1=Bob&player_2=Dee").status_code == 204
    assert cast.phones["stranger"].get("/series/new/rules?player_1=Alexandra&player_2=Bob").status_code == 204
