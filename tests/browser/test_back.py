"""Back and reload after a form: a page, never the question whether to send it again (phone.md, point 6)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import expect_totals, follow, lay_down, record_gin, start_series
from tests.browser.phones import NO_NETWORK, cut, mend, settle_worker

CARDS = "🃏" * 40


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.tap()


def start_without_names(page: Page) -> None:
    page.goto("/series/new")
    press(page, "Start")
    page.get_by_role("textbox", name="Player 1").fill(CARDS)
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    press(page, "Start")
    expect(page.get_by_role("heading", level=1)).to_contain_text(CARDS)


def keep_the_book(page: Page) -> None:
    start_series(page, "Ann", "Bob")
    page.locator(".menu summary").tap()
    follow(page, "Keep this book")
    press(page, "Make a link and QR code")
    follow(page, "Done")


@pytest.mark.parametrize("walk", [start_without_names, keep_the_book], ids=lambda walk: walk.__name__)
def test_back_and_reload_send_nothing(
    open_phone: OpenPhone, expected_console: list[str], walk: Callable[[Page], None]
) -> None:
    expected_console.append("422")
    page = open_phone()
    walk(page)
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    for _ in range(3):
        page.go_back()
        page.wait_for_load_state("networkidle")
        page.reload()
    assert {request.method for request in sent} - {"HEAD"} == {"GET"}


def test_back_from_a_series_leads_to_all_series_and_not_to_its_names(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Ann", "Bob")
    page.go_back()
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("radio", name="Ann gin")).to_be_visible()


SHOWN_LATE = """
document.querySelector("new-series form").addEventListener("submit",
  () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false })))
"""
"""A page that counts as shown only after the tap on Start."""


def test_so_it_does_where_start_was_tapped_before_the_page_had_shown(open_phone: OpenPhone) -> None:
    page = open_phone()
    page.goto("/series/new")
    page.evaluate(SHOWN_LATE)
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    press(page, "Start")
    page.go_back()
    expect(page.get_by_role("link", name="Go on")).to_be_visible()


def test_a_series_that_was_not_sent_yet_is_sent_when_somebody_comes_back_to_it(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console += [NO_NETWORK, "404"]
    page = open_phone(secure=True)
    start_series(page, "Ann", "Bob")
    settle_worker(page)
    page.goto("/series/new")
    cut(page)
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    page.get_by_role("button", name="Start", exact=True).tap()
    record_gin(page, "Bob", 7)
    series = page.url
    page.goto("about:blank")
    mend(page)
    page.goto(series)
    expect_totals(page, Ann=(0, 0, 0), Bob=(32, 0, 0))


def test_without_javascript_back_shows_the_result_as_it_was(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    start_series(page, "Ann", "Bob")
    lay_down(page, "Ann", "gin", 0, 4)
    press(page, "See the result")
    press(page, "Save: ")
    page.go_back()
    expect(page.get_by_role("button", name=re.compile("^Save: "))).to_be_visible()
