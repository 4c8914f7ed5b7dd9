"""Undo and redo under the thumb: one spot to go backwards, one change a tap (phone.md, point 5)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    expect_last,
    expect_totals,
    lay_down,
    record_gin,
    record_hand,
    redo,
    start_series,
    undo,
)
from tests.browser.phones import NO_NETWORK, cut, expect_all_sent, mend

CALM_MS = 400
"""Longer than undo and redo take no tap after one."""


@pytest.fixture
def page(open_phone: OpenPhone) -> Page:
    """A phone with three hands on the sheet."""
    page = open_phone()
    start_series(page, "Ann", "Bob")
    for deadwood in (1, 2, 3):
        record_gin(page, "Ann", deadwood)
    return page


def middle_of(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_same_spot_goes_on_backwards_and_never_forward(page: Page) -> None:
    spot = middle_of(page, "Undo")
    for totals in ((53, 27, 0), (26, 0, 0), (0, 0, 0), (0, 0, 0)):
        page.touchscreen.tap(*spot)
        expect_totals(page, Ann=totals)
        page.wait_for_timeout(CALM_MS)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    redo(page)
    expect_totals(page, Ann=(26, 0, 0))
    assert middle_of(page, "Undo") == spot


def test_undo_says_whose_hand_it_took_back_and_how_it_had_ended(
    page: Page, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    record_hand(page, "Ann", "knock", 9, 4)
    expect_all_sent(page)
    cut(page)
    undo(page)
    expect_last(page, "Taken back: hand 4: Bob +15, undercut")
    undo(page)
    expect_last(page, "Taken back: hand 3: Ann +28, gin")
    mend(page)
    expect_all_sent(page)
    page.reload()
    expect_last(page, "Taken back: hand 3: Ann +28, gin")


def test_a_double_tap_takes_one_change_back(page: Page) -> None:
    spot = middle_of(page, "Undo")
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    page.wait_for_timeout(CALM_MS)
    expect_totals(page, Ann=(53, 27, 0))
    page.mouse.dblclick(*spot)
    page.wait_for_timeout(CALM_MS)
    expect_totals(page, Ann=(26, 0, 0))


def test_a_double_tap_brings_one_change_back(page: Page) -> None:
    undo(page)
    undo(page)
    page.get_by_role("button", name="Redo").dblclick()
    page.wait_for_timeout(CALM_MS)
    expect_totals(page, Ann=(53, 27, 0))


def test_after_a_save_by_keyboard_the_next_hand_begins_in_front(page: Page) -> None:
    page.get_by_role("radio", name="Bob gin").focus()
    page.keyboard.press("Space")
    page.keyboard.type("7")
    page.get_by_role("button", name=re.compile("^Save: ")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Ann knocked")).to_be_focused()
    record_gin(page, "Bob", 8)
    expect(page.get_by_role("radio", name="Ann knocked")).not_to_be_focused()


def test_figures_typed_where_others_are_selected_take_their_place(page: Page) -> None:
    page.get_by_role("radio", name="Bob gin").focus()
    page.keyboard.press("Space")
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    page.keyboard.type("26")
    field = page.get_by_role("textbox", name="Deadwood, in figures")
    expect(field).to_have_value("26")
    page.keyboard.press("Control+A")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("")


def test_a_double_tap_on_the_last_save_stays_on_the_page(open_phone: OpenPhone) -> None:
    page = open_phone()
    path = start_series(page, "Ann", "Bob")
    for _ in range(8):
        record_hand(page, "Ann", "knock", 1, 2)
    lay_down(page, "Ann", "gin", 0, 80)
    spot = middle_of(page, "Save: ")
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    expect(page.get_by_role("heading", name="Ann wins the series")).to_be_visible()
    page.wait_for_timeout(CALM_MS)
    assert page.url.endswith(path)
    expect_all_sent(page)
