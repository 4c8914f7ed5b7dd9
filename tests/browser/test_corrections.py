"""Mistakes put right by thumb, what moves before it is kept, any number explained (points 11, 14)."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    count_other,
    expect_last,
    expect_moves,
    expect_totals,
    follow,
    keep_change,
    lay_down,
    open_hand,
    record_gin,
    record_hand,
    record_void,
    redo,
    start_series,
    total,
    undo,
)
from tests.browser.test_axe import serious
from tests.browser.test_fit import MEASURES, NAMES

MOST_TAPS = 4
"""From the series page to a kept correction of an old hand, beside typing."""

COUNT_TAPS = """addEventListener("click", (event) => {
  const typing = event.target.closest("fieldset") !== null;
  if (event.isTrusted && !typing) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);"""


def play(page: Page, one: str = "Ann", other: str = "Bob") -> str:
    """Four hands: 41/15/0 against 56/0/0 and a void one."""
    path = start_series(page, one, other)
    record_hand(page, one, "knock", 4, 45)
    record_hand(page, other, "knock", 8, 3)
    record_gin(page, other, 31)
    record_void(page)
    expect_totals(page, **{one: (56, 15, 0), other: (56, 0, 0)})
    expect(page.get_by_role("rowheader").filter(has_text=re.compile(r"^\s*4"))).to_be_visible()
    return path


def save_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Save: "))


def test_an_old_hand_is_corrected_while_the_page_tells_what_moves(phone: Page) -> None:
    phone.add_init_script(COUNT_TAPS)
    play(phone)
    phone.evaluate("sessionStorage.taps = 0")
    open_hand(phone, 2)
    follow(phone, "Correct it")
    expect(phone.get_by_text("Nothing is changed.")).to_be_visible()
    lay_down(phone, "Bob", "knock", 8, 30)
    expect_moves(phone, "This hand Ann +15, undercut Bob +22", "Game 2 Ann 15 Bob 0 Ann 0 Bob 56")
    expect(save_button(phone)).to_have_text("Save: Bob +22 → game 1")
    keep_change(phone)
    assert int(phone.evaluate("sessionStorage.taps")) <= MOST_TAPS
    expect_last(phone, "Hand 2 was corrected.")
    expect_totals(phone, Ann=(41, 0, 0), Bob=(78, 56, 0))
    undo(phone)
    expect_totals(phone, Ann=(56, 15, 0), Bob=(56, 0, 0))
    redo(phone)
    expect_totals(phone, Ann=(41, 0, 0), Bob=(78, 56, 0))


def test_the_same_without_javascript(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    play(page)
    open_hand(page, 2)
    follow(page, "Correct it")
    lay_down(page, "Bob", "knock", 8, 30)
    page.get_by_role("button", name="See what it moves").tap()
    expect_moves(page, "This hand Ann +15, undercut Bob +22")
    page.get_by_label("Reason, if you like").fill("counted again")
    keep_change(page)
    expect_totals(page, Ann=(41, 0, 0), Bob=(78, 56, 0))
    open_hand(page, 2)
    expect(page.get_by_text("counted again")).to_be_visible()


def test_a_digit_begins_a_new_number_and_what_is_impossible_is_told(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    open_hand(page, 1)
    follow(page, "Correct it")
    count_other(page, 9)
    expect(save_button(page)).to_have_text("Save: Ann +5 → game 1")
    count_other(page, 3)
    expect(save_button(page)).to_have_text("Save: Ann +89 → game 1")
    page.get_by_role("button", name="Delete").tap()
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_text("The other player's deadwood is missing: 0 to 98.")).to_be_visible()
    expect(save_button(page)).to_have_count(0)


def test_nothing_changed_is_nothing_kept(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    for number in (1, 2, 3, 4):
        open_hand(page, number)
        follow(page, "Correct it")
        keep_change(page, "Leave it as it is")
    expect_last(page, "Hand 4: no score")
    expect_totals(page, Ann=(56, 15, 0), Bob=(56, 0, 0))


def test_a_likely_slip_is_one_tap(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    open_hand(page, 2)
    follow(page, "Correct it")
    page.get_by_role("button", name=re.compile("^The two counts swapped.*Bob knocked 3, Ann 8")).tap()
    expect_last(page, "Hand 2 was corrected.")
    expect_totals(page, Ann=(41, 0, 0), Bob=(61, 56, 0))


def test_a_hand_is_struck_out_and_counts_again(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    open_hand(page, 3)
    follow(page, "Strike it out")
    expect_moves(page, "This hand Bob +56, gin not on the sheet", "Game 1 Bob 56 Bob 0")
    keep_change(page, "Strike it out")
    expect_last(page, "Hand 3 was struck out.")
    expect_totals(page, Ann=(56, 15, 0), Bob=(0, 0, 0))
    page.get_by_role("link", name=re.compile("struck out: Bob gin, Ann 31")).tap()
    follow(page, "Let it count again")
    keep_change(page, "Let it count again")
    expect_totals(page, Ann=(56, 15, 0), Bob=(56, 0, 0))


def test_a_forgotten_hand_is_put_in_its_place(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    open_hand(page, 2)
    follow(page, "A hand is missing before it")
    lay_down(page, "Bob", "gin", 0, 5)
    expect_moves(page, "This hand not on the sheet Bob +30, gin", "Hand 4 game 1 games 1, 2")
    keep_change(page)
    expect_last(page, "Hand 2: Bob +30 → game 1")
    expect_totals(page, Ann=(56, 15, 0), Bob=(86, 56, 0))
    undo(page)
    expect_totals(page, Ann=(56, 15, 0), Bob=(56, 0, 0))


def test_a_hand_is_moved_in_four_taps(open_phone: OpenPhone) -> None:
    page = open_phone()
    play(page)
    open_hand(page, 2)
    follow(page, "Move it")
    follow(page, "before hand 1")
    expect_moves(page, "This hand Ann +15, undercut Ann +15, undercut", "entered in games 1, 2 game 1")
    keep_change(page, "Move it there")
    expect_last(page, "A hand was moved: it is hand 1 now.")
    expect_totals(page, Ann=(56, 41, 0), Bob=(56, 0, 0))


def test_any_number_of_the_sheet_is_one_tap_from_its_explanation(open_phone: OpenPhone) -> None:
    page = open_phone()
    path = play(page)
    page.locator("#sheet td a").filter(has_text="+56").tap()
    expect(page.get_by_text("Bob went gin, Ann held 31: 31 + 25 = 56.")).to_be_visible()
    page.goto(path)
    total(page, "Ann", 1).tap()
    expect(page.get_by_text("gin against 19 or more closes game 1").first).to_be_visible()
    follow(page, "hand 2")
    expect(page.get_by_text("Bob knocked with 8, Ann held 3: undercut, 8 − 3 + 10 = 15.")).to_be_visible()
    page.get_by_role("link", name="the rule").first.tap()
    expect(page.get_by_role("heading", name=re.compile("undercut", re.IGNORECASE))).to_be_in_viewport()


def test_a_finished_series_does_what_was_announced(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Ann", "Bob")
    for player, held in (("Ann", 60), ("Bob", 40), ("Ann", 50), ("Ann", 30), ("Bob", 60), ("Ann", 70)):
        record_gin(page, player, held)
    expect(page.get_by_role("heading", name="Ann wins the series")).to_be_visible()
    chance = Random(7)
    for _change in range(6):
        rows = page.get_by_role("rowheader").filter(has_text=re.compile(r"^\s*\d"))
        open_hand(page, chance.randint(1, rows.count()))
        follow(page, "Correct it")
        lay_down(page, chance.choice(("Ann", "Bob")), "knock", chance.randint(1, 10), chance.randint(11, 98))
        expect(save_button(page)).to_be_visible()
        announced = announced_totals(page)
        keep_change(page)
        for (player, game), points in announced.items():
            expect(total(page, player, game)).to_have_text(points)


def announced_totals(page: Page) -> dict[tuple[str, int], str]:
    """The totals that the page says a change comes to."""
    page.wait_for_timeout(600)
    found: dict[tuple[str, int], str] = {}
    for row in page.get_by_role("table", name="What it moves").get_by_role("row").all():
        head = re.match(r"Game (\d)", row.inner_text())
        if head:
            for line in row.locator("td.differs .line").all():
                told = re.match(r"(\w+) (\d+)", line.inner_text())
                assert told
                found[told[1], int(head[1])] = told[2]
    return found


PAGES = {
    "hand": "hands/{0}",
    "void hand": "hands/{3}",
    "correct": "hands/{1}/amend",
    "insert": "hands/{1}/before",
    "strike": "hands/{2}/strike",
    "move": "hands/{2}/move?position=1",
    "game": "games/1",
    "settlement": "settlement",
    "reach": "reach",
}


PHONES = {
    "short names, portrait": (NAMES[0], (320, 568), "light"),
    "long names, portrait, dark": (NAMES[1], (320, 568), "dark"),
    "emoji and Hebrew, portrait": (NAMES[2], (320, 568), "light"),
    "long names, landscape, dark": (NAMES[1], (844, 340), "dark"),
}


@pytest.mark.parametrize("seen", PHONES.values(), ids=PHONES.keys())
def test_the_pages_fit_and_are_open_to_everybody(
    open_phone: OpenPhone, seen: tuple[tuple[str, str], tuple[int, int], str]
) -> None:
    names, size, scheme = seen
    page = open_phone(size=size, color_scheme=scheme)
    path = play(page, *names)
    series = page.evaluate("async (url) => (await fetch(url)).json()", f"/api{path}")
    ids = [hand["id"] for hand in series["hands"]]
    measures = MEASURES.replace('box(document.querySelector(".entry")).bottom', "0").replace(
        'box(document.querySelector(".totals")).top', "0"
    )
    for name, address in PAGES.items():
        page.goto(f"{path}/{address.format(*ids)}")
        found = page.evaluate(measures)
        found = {key: wrong for key, wrong in found.items() if key.startswith("small") or key == "overflow"}
        assert found == {"overflow": 0, "smallKeys": [], "smallTargets": [], "smallWords": []}, name
        assert serious(page) == [], name
