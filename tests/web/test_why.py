"""Every number explains itself, and each explanation points at its paragraph of the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.conftest import EVENING, Cast, Phone
from tests.web.test_corrections import play, words

HANDS: list[dict[str, Any]] = [
    {"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 3, "Alexandra": 13}},
    {"how": "knock", "knocker": "Bob", "deadwood": {"Bob": 8, "Alexandra": 3}},
    {"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 70}},
    {"how": "void"},
    {"how": "points", "winner": "Bob", "points": 18},
]


def viewer(cast: Cast) -> Phone:
    return cast.phones["viewer"]


def page(cast: Cast, path: str) -> str:
    answer = viewer(cast).get(f"{cast.url}{path}")
    assert answer.status_code == 200
    told: str = answer.text
    return told


def anchors(html: str) -> set[str]:
    return set(re.findall(r'\bid="([\w-]+)"', html))


def rule_links(html: str) -> set[str]:
    return set(re.findall(r'/rules#([\w-]+)"', html))


def test_a_hand_explains_itself(cast: Cast) -> None:
    ids = play(cast, HANDS)
    told = [words(page(cast, f"/hands/{hand_id}")) for hand_id in ids]
    assert "Bob knocked with 3, Alexandra held 13: 13 − 3 = 10." in told[0]
    assert "Bob’s first win: game 1." in told[0]
    assert "Game 1 0 10" in told[0]
    assert "Game 2 not entered" in told[0]
    assert "Bob knocked with 8, Alexandra held 3: undercut, 8 − 3 + 10 = 15." in told[1]
    assert "Alexandra’s first win: game 1." in told[1]
    assert "Bob went gin, Alexandra held 70: 70 + 25 = 95." in told[2]
    assert "Game 1 10 105 closes it" in told[2]
    assert "Nobody laid down: no score." in told[3]
    assert "Taken over from paper: 18 for Bob." in told[4]
    assert "Bob’s third win: games 2, 3; game 1 closed before." in told[4]
    assert all("Script (scorer)" in one for one in told)


def test_every_explanation_points_at_a_paragraph_that_is_there(cast: Cast) -> None:
    ids = play(cast, HANDS)
    pages = [page(cast, f"/hands/{hand_id}") for hand_id in ids]
    pages += [page(cast, path) for path in ("/games/1", "/games/2", "/games/3", "/settlement", "/reach")]
    wanted = set().union(*map(rule_links, pages))
    assert wanted >= {"knocking", "undercut", "gin", "void", "cascade", "closing", "extras", "settlement"}
    assert wanted <= anchors(page(cast, "/rules"))


def test_any_number_of_the_sheet_leads_to_its_explanation(cast: Cast) -> None:
    ids = play(cast, HANDS)
    sheet = page(cast, "").partition('id="sheet"')[2].partition("</section>")[0]
    rows = re.findall(r'<tr class="(?:win|void)">(.*?)</tr>', sheet, re.DOTALL)
    assert len(rows) == 5
    for row, hand_id in zip(reversed(rows), ids, strict=True):
        cells = [cell for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) if words(cell)]
        assert cells
        assert all(f'href="{cast.url}/hands/{hand_id}"' in cell for cell in cells)
    foot = sheet.partition("<tfoot>")[2].partition("</tfoot>")[0]
    figures = re.findall(r"<td class.*?</td>", foot)
    assert figures
    assert all(re.search(rf'href="{cast.url}/games/[12]#extras"', figure) for figure in figures)
    totals = page(cast, "").partition('id="totals"')[2].partition('id="last"')[0]
    for game in (1, 2, 3):
        assert totals.count(f'href="{cast.url}/games/{game}"') == 2


def test_a_closed_game_explains_its_extras(cast: Cast) -> None:
    play(cast, HANDS)
    told = words(page(cast, "/games/1"))
    assert "Bob won game 1" in told
    assert "Hand 3 closed it." in told
    assert "points 105 for the game +100 boxes 2 × 20 +40 total 245" in told
    assert "points 15 boxes 1 × 20 +20 total 35" in told
    assert "245 − 35 = 210" in told
    assert "hand 1 , Bob knock +10 10 hand 2 , Alexandra undercut +15 15" in told
    assert "hand 3 , Bob gin +95 105 closes it" in told


def test_a_shutout_is_explained(cast: Cast) -> None:
    made = cast.owner.call(
        "POST",
        "/series",
        {
            "players": ["Alexandra", "Bob"],
            "rules": {"shutout": "double_total", "stake": {"amount": "0.05", "currency": "EUR"}},
            "hands": [{"how": "points", "winner": "Bob", "points": 105}],
        },
    ).get_json()
    phone = cast.phones["owner"]
    told = words(phone.get(f"/series/{made['id']}/games/1").text)
    assert "The loser has no line in it: a shutout." in told
    assert "shutout 2 × 225 − 225 +225 total 450" in told
    told = words(phone.get(f"/series/{made['id']}/settlement").text)
    assert "Bob is up 450" in told
    assert "450 − 0 = 450" in told
    assert "450 × 0.05 = 22.50" in told


def test_an_open_game_says_what_would_close_it(cast: Cast) -> None:
    play(cast, [{"how": "points", "winner": "Bob", "points": 66}])
    for path in ("/games/1", "/reach"):
        told = words(page(cast, path))
        assert "Bob needs 34" in told
        assert "a knock that wins 34 or more closes game 1" in told
        assert "gin against 9 or more closes game 1" in told
        assert "Alexandra needs 100 : gin against 75 or more closes game 1" in told.replace("100:", "100 :")
    told = words(page(cast, "/reach"))
    assert "Bob needs two of games 1, 2, 3." in told
    assert "the next win does not go into this game yet" in told
    assert f'href="{cast.url}/reach"' in page(cast, "")


def test_a_game_without_a_line_and_one_that_is_not_there(cast: Cast) -> None:
    assert "No line yet." in words(page(cast, "/games/3"))
    for game in ("0", "4", "x"):
        assert viewer(cast).get(f"{cast.url}/games/{game}").status_code == 404
    assert "No game is closed yet" in words(page(cast, "/settlement"))


def test_nothing_is_within_reach_once_a_series_is_over(cast: Cast) -> None:
    play(cast, [{"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 80}} for _hand in range(3)])
    assert "The series is over" in words(page(cast, "/reach"))
    assert "What would do it" not in words(page(cast, ""))
    assert f'href="{cast.url}/settlement"' in page(cast, "")


@pytest.mark.parametrize("path", ["/games/1", "/settlement", "/reach", "/hands/{hand}"])
def test_who_may_ask_why(cast: Cast, path: str) -> None:
    ids = play(cast, EVENING)
    url = cast.url + path.format(hand=ids[0])
    asked = {role: phone.get(url).status_code for role, phone in cast.phones.items()}
    assert asked == {"owner": 200, "scorer": 200, "viewer": 200, "stranger": 404, "revoked": 410}
