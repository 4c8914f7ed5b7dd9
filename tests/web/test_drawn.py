"""A sheet is drawn once for all who look at it, and anew for whoever has to see another one."""

from __future__ import annotations

import re

import pytest

from scorekeeper.web import drawn
from tests.web.conftest import EVENING, Cast


def sheet_at(cast: Cast, role: str, query: str = "", **headers: str) -> str:
    """The sheet as somebody's page shows it."""
    page = cast.phones[role].client.get(cast.url + query, headers=headers).text
    found = re.search(r'<section id="sheet".*?</section>', page, re.DOTALL)
    assert found, page
    return found[0]


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was drawn since the test began."""
    made: list[object] = []
    plain = drawn.sheet_table
    monkeypatch.setattr(drawn, "sheet_table", lambda *asked: made.append(asked) or plain(*asked))
    return made


def test_all_who_look_share_one_drawing(cast: Cast, drawings: list[object]) -> None:
    cast.record(EVENING[0])
    sheets = {sheet_at(cast, role) for role in ("owner", "scorer", "viewer")}
    assert len(sheets) == 1
    assert len(drawings) == 1


def test_another_hand_view_or_language_is_another_drawing(cast: Cast, drawings: list[object]) -> None:
    cast.record(EVENING[0])
    first = sheet_at(cast, "owner")
    cast.record(EVENING[1])
    seen = {
        first,
        sheet_at(cast, "owner"),
        sheet_at(cast, "owner", "?by=player"),
        sheet_at(cast, "owner", "?order=paper"),
        sheet_at(cast, "owner", **{"Accept-Language": "nl"}),
    }
    assert len(seen) == len(drawings) == 5


def test_a_renamed_player_is_on_the_next_sheet(cast: Cast) -> None:
    cast.record(EVENING[0])
    assert "Bob" in sheet_at(cast, "viewer")
    people = cast.phones["owner"].get(f"/books/{cast.book_id}/people").text
    person = re.search(rf'/books/{cast.book_id}/people/(\d+)"[^>]*>(?:(?!</a>).)*Bob', people, re.DOTALL)
    assert person, people
    url = f"/books/{cast.book_id}/people/{person[1]}"
    assert cast.phones["owner"].post(f"{url}/name", name="Rodrigo").status_code == 303
    assert "Rodrigo" in sheet_at(cast, "viewer")
    assert "Bob" not in sheet_at(cast, "viewer")
