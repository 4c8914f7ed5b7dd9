"""Colours of the reader's own (contrast themes): what is chosen, closed and whose is seen without ours."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import lay_down, record_gin, start_series
from tests.browser.phones import expect_all_sent

INK = "getComputedStyle(document.body).color"
PAPER = "getComputedStyle(document.body).backgroundColor"


def begin(page: Page) -> str:
    """A series whose first game is closed."""
    series = start_series(page, "Ann", "Bob")
    for _ in range(2):
        record_gin(page, "Ann", 70)
    expect_all_sent(page)
    return series


def test_what_is_chosen_and_what_is_closed_is_seen(open_phone: OpenPhone) -> None:
    page = open_phone(forced_colors="active")
    begin(page)
    lay_down(page, "Ann", "knock", 4, 26)
    chosen = page.locator(".entry label > span:has(:checked)")
    expect(chosen).to_have_count(2)
    for place in range(2):
        expect(chosen.nth(place)).to_have_css("outline-style", "solid")
    expect(page.locator(".entry label > span:not(:has(:checked))").first).to_have_css("outline-style", "none")
    save = page.get_by_role("button", name=re.compile("^Save: "))
    expect(save).to_have_css("background-color", page.evaluate(INK))
    expect(save).to_have_css("color", page.evaluate(PAPER))
    expect(page.locator(".totals td.closed").first).to_have_css("background-image", re.compile("gradient"))
    expect(page.locator(".totals td:not(.closed)").first).to_have_css("background-image", "none")
    expect(page.locator(".sheet .closes")).to_have_css("border-bottom-style", "solid")


def test_a_picture_is_drawn_in_the_ink_of_the_page(open_phone: OpenPhone) -> None:
    page = open_phone(forced_colors="active")
    page.goto(f"{begin(page)}/about")
    ink = page.evaluate(INK)
    for seat in range(2):
        line = page.locator(f".picture path.p{seat}").first
        expect(line).to_have_css("color", ink)
        dashes = "none" if seat == 0 else "6px, 3px"
        expect(line).to_have_css("stroke-dasharray", dashes)
