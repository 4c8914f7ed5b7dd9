"""The worked example of the rules, played on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    expect_last,
    expect_totals,
    record_gin,
    record_hand,
    record_void,
    redo,
    start_series,
    undo,
)


def play_the_worked_example(page: Page) -> None:
    """Bob 10, Alexandra 18, Bob 30, Bob 4 (rules.md, section 8)."""
    promises = [
        record_hand(page, "Bob", "knock", 3, 13),
        record_hand(page, "Alexandra", "knock", 4, 22),
        record_gin(page, "Bob", 5),
        record_hand(page, "Bob", "knock", 10, 14),
    ]
    assert promises == [
        "Save: Bob +10 → game 1",
        "Save: Alexandra +18 → game 1",
        "Save: Bob +30 → games 1, 2",
        "Save: Bob +4 → games 1, 2, 3",
    ]
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))


def test_an_evening_by_thumb(phone: Page) -> None:
    start_series(phone, "Alexandra", "Bob", dealer="Bob")
    play_the_worked_example(phone)
    expect_last(phone, "Hand 4: Bob +4 → games 1, 2, 3")
    phone.reload()
    expect_totals(phone, Alexandra=(18, 0, 0), Bob=(44, 34, 4))


@pytest.mark.parametrize("size", [(320, 568), (360, 560), (375, 553), (390, 664), (844, 340)])
def test_the_evening_is_the_same_on_every_size(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page = open_phone(size=size)
    start_series(page, "Alexandra", "Bob")
    play_the_worked_example(page)


def test_undo_goes_back_hand_by_hand_and_redo_forward(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Alexandra", "Bob")
    play_the_worked_example(page)
    undo(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    undo(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(10, 0, 0))
    redo(page)
    redo(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))


def test_an_undercut_and_a_hand_without_score(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Ann", "Bob")
    assert re.fullmatch(r"Save: Bob undercuts, \+12 → game 1", record_hand(page, "Ann", "knock", 8, 6))
    assert record_void(page) == "Save: no score"
    expect_last(page, "Hand 2: no score")
    expect_totals(page, Ann=(0, 0, 0), Bob=(12, 0, 0))


def test_the_same_evening_without_javascript(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    start_series(page, "Alexandra", "Bob")
    play_the_worked_example(page)
    undo(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
