"""No signal at the table: hands wait on the phone, count at once, and arrive once each, in order."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    expect_last,
    expect_totals,
    record_gin,
    record_hand,
    start_series,
    undo,
)

SENT_MS = 40_000
OFFLINE = [r"net::ERR_"]


def kept(page: Page) -> list[dict[str, Any]]:
    """The hands that the server has, in order."""
    hands: list[dict[str, Any]] = page.evaluate(
        "async () => (await (await fetch('/api' + location.pathname, {cache: 'no-store'})).json()).hands"
    )
    return hands


def log(page: Page) -> list[str]:
    """What the server's log says was done, in order."""
    kinds: list[str] = page.evaluate(
        "async () => (await (await fetch(`/api${location.pathname}/log`)).json())"
        ".log.map((entry) => entry.kind)"
    )
    return kinds


def expect_waiting(page: Page, words: str) -> None:
    expect(page.locator("#notices")).to_contain_text(words)


def expect_all_sent(page: Page) -> None:
    expect(page.locator("#notices")).not_to_contain_text("waiting to be sent", timeout=SENT_MS)


def test_three_hands_without_network_on_an_open_page(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console += OFFLINE
    page = open_phone()
    start_series(page, "Alexandra", "Bob", dealer="Bob")
    record_hand(page, "Bob", "knock", 3, 13)
    page.context.set_offline(True)
    record_hand(page, "Alexandra", "knock", 4, 22)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(10, 0, 0))
    record_gin(page, "Bob", 5)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    record_hand(page, "Bob", "knock", 10, 14)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    expect_last(page, "Hand 4: Bob +4 → games 1, 2, 3")
    expect_waiting(page, "3 hands waiting to be sent")
    rows = page.locator("#sheet tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("waiting to be sent")
    expect(page.locator("#notices")).to_contain_text(re.compile(r"Not live since \d\d:\d\d"), timeout=15_000)
    page.context.set_offline(False)
    expect_all_sent(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    assert [(hand["how"], hand["knocker"]) for hand in kept(page)] == [
        ("knock", "Bob"),
        ("knock", "Alexandra"),
        ("gin", "Bob"),
        ("knock", "Bob"),
    ]
    expect(rows.locator("a").first).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()


def test_the_very_first_hand_is_undone_before_it_was_sent(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console += OFFLINE
    page = open_phone()
    start_series(page, "Ann", "Bob")
    page.context.set_offline(True)
    record_hand(page, "Ann", "knock", 4, 26)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    undo(page)
    expect_totals(page, Ann=(0, 0, 0), Bob=(0, 0, 0))
    expect_last(page, "Taken back: hand 1: Ann +22")
    record_hand(page, "Bob", "gin", 0, 14)
    expect_waiting(page, "3 changes waiting to be sent")
    expect_totals(page, Ann=(0, 0, 0), Bob=(39, 0, 0))
    page.context.set_offline(False)
    expect_all_sent(page)
    assert log(page) == ["record", "undo", "record"]
    expect_totals(page, Ann=(0, 0, 0), Bob=(39, 0, 0))
