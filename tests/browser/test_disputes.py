"""Rivals do not agree on a hand: both stories side by side, a decision with a reason, a log that tells it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    SHEET,
    expect_last,
    expect_totals,
    follow,
    open_hand,
    record_gin,
    record_hand,
    start_series,
    undo,
)
from tests.browser.phones import expect_all_sent

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def argue(page: Page, number: int) -> None:
    """From the sheet to the dispute of a hand: two taps."""
    open_hand(page, number)
    follow(page, "Settle a dispute")


def claim(page: Page, who: str) -> Locator:
    """What somebody says."""
    return page.get_by_role("region", name=f"{who} says" if who else "Somebody else says")


def expect_compared(page: Page, label: str, *claims: str | re.Pattern[str]) -> None:
    """A line of the comparison, claim by claim."""
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=label, exact=True))
    expect(row.get_by_role("cell")).to_have_text(list(claims), use_inner_text=True)


def keep(page: Page, who: str) -> None:
    page.get_by_role("button", name=f"Keep this one: “{who} says”").tap()
    page.wait_for_url(SHEET)


def tell(told: Locator, who: str, **deadwood: int) -> None:
    """Put a story into a claim: who laid down, and the counts by player."""
    if not told.get_by_role("group", name="Who laid down?").is_visible():
        told.get_by_text("Other numbers").tap()
    told.get_by_role("radio", name=who, exact=True).tap()
    for player, count in deadwood.items():
        told.get_by_label(f"{player}'s deadwood").fill(str(count))


def an_evening(page: Page) -> None:
    start_series(page, "Ann", "Bob")
    record_gin(page, "Ann", 66)
    record_hand(page, "Ann", "knock", 3, 8)
    record_gin(page, "Bob", 10)
    expect(page.get_by_role("rowheader", name=re.compile("^3 ?gin"))).to_be_visible()
    expect_totals(page, Ann=(96, 5, 0), Bob=(35, 0, 0))


def test_counts_of_3_and_8_are_settled_and_the_log_tells_the_story(phone: Page) -> None:
    an_evening(phone)
    argue(phone, 2)
    expect_compared(phone, "This hand", "Ann +5 games 1, 2", "Ann +15, undercut games 1, 2")
    expect_compared(
        phone, "Game 1", "Ann 96 Bob 35", re.compile(r"^Ann 106\s+with extras.*Ann wins it$", re.DOTALL)
    )
    expect_compared(phone, "Later hands", "as entered", "hand 3: game 2")
    expect_compared(phone, "Settlement", "level", re.compile(r"^Ann \+\d+$"))
    phone.get_by_role("radio", name="We counted again").tap()
    phone.get_by_label("Reason, in your own words").fill("the 5 was melded")
    keep(phone, "Bob")
    expect_totals(phone, Ann=(106, 15, 0), Bob=(0, 35, 0))
    expect_last(phone, "The dispute on hand 2 was settled.")
    phone.get_by_label("Menu").tap()
    follow(phone, "The log")
    told = phone.get_by_role("listitem").filter(has=phone.get_by_role("heading", name="Hand 2 was disputed"))
    expect(told).to_contain_text("Ann says: Ann knocked 3, Bob 8: Ann +5 turned down")
    expect(told).to_contain_text("Bob says: Bob knocked 8, Ann 3: undercut, Ann +15 kept")
    expect(told).to_contain_text("We counted again: the 5 was melded")
    follow(phone, "Back to the sheet")
    undo(phone)
    expect_totals(phone, Ann=(96, 5, 0), Bob=(35, 0, 0))
    expect_last(phone, "Taken back: the decision on hand 2")


def test_other_numbers_are_compared_while_they_change(phone: Page) -> None:
    an_evening(phone)
    argue(phone, 2)
    tell(claim(phone, "Bob"), "Bob knocked", Bob=9, Ann=2)
    expect(claim(phone, "Bob")).to_contain_text("9 − 2 + 10 = 17")
    expect_compared(phone, "This hand", "Ann +5 games 1, 2", "Ann +17, undercut games 1, 2")
    tell(claim(phone, "Bob"), "Bob gin")
    expect(claim(phone, "Bob").get_by_label("Bob's deadwood")).to_be_hidden()
    expect(claim(phone, "Bob")).to_contain_text("2 + 25 = 27")
    phone.get_by_text("A third story").tap()
    tell(claim(phone, ""), "Ann knocked", Ann=4, Bob=6)
    expect(phone.get_by_role("columnheader", name="Somebody else says")).to_be_visible()
    claim(phone, "").get_by_label("Bob's deadwood").press("Enter")
    expect(phone.get_by_role("button", name="Keep this one: “Somebody else says”")).to_be_visible()
    assert phone.url.endswith("/dispute"), "Enter decides nothing"
    phone.get_by_role("radio", name="We agree on it").tap()
    keep(phone, "Somebody else")
    expect_totals(phone, Ann=(93, 2, 0), Bob=(35, 0, 0))


def test_a_claim_that_the_rules_refuse_settles_it(phone: Page) -> None:
    an_evening(phone)
    argue(phone, 2)
    tell(claim(phone, "Bob"), "Bob knocked", Bob=12, Ann=30)
    expect(claim(phone, "Bob")).to_contain_text("Refused: Bob cannot knock with 12: the limit is 10.")
    expect(phone.get_by_role("button", name="Keep this one: “Bob says”")).to_have_count(0)
    phone.get_by_role("radio", name="The rules say so").tap()
    keep(phone, "Ann")
    expect_totals(phone, Ann=(96, 5, 0), Bob=(35, 0, 0))


def test_a_dispute_without_javascript(open_phone: OpenPhone, expected_console: list[str]) -> None:
    expected_console.append("the server responded with a status of 422")
    page = open_phone(java_script_enabled=False)
    start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 3, 8)
    argue(page, 1)
    expect_compared(page, "This hand", "Ann +5 game 1", "Ann +15, undercut game 1")
    tell(claim(page, "Bob"), "Bob knocked", Bob=9)
    keep_at_once = page.get_by_role("button", name="Keep this one: “Bob says”")
    page.get_by_role("radio", name="We agree on it").tap()
    keep_at_once.tap()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is kept yet.")
    expect_compared(page, "This hand", "Ann +5 game 1", "Ann +16, undercut game 1")
    tell(claim(page, "Bob"), "Ann gin")
    claim(page, "Bob").get_by_role("button", name="See what it moves").tap()
    expect_compared(page, "This hand", "Ann +5 game 1", "Ann +34, gin game 1")
    page.get_by_role("button", name="Leave as it is").tap()
    page.wait_for_url(SHEET)
    expect_totals(page, Ann=(5, 0, 0), Bob=(0, 0, 0))
    page.goto(f"{page.url}/log")
    expect(page.get_by_text("The hand was left as it was.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Bob says")).to_contain_text(["turned down"])


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (844, 340)], ids=lambda size: f"{size[0]}")
def test_long_names_push_nothing_off_the_page(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page = open_phone(size=size)
    one, other = "Maximiliana-Alexandrina", "עִבְרִית שלום 🃏"
    start_series(page, one, other)
    record_hand(page, one, "knock", 3, 8)
    argue(page, 1)
    page.get_by_text("A third story").tap()
    tell(claim(page, ""), f"{one} knocked", **{one: 1, other: 30})
    expect(page.get_by_role("columnheader", name="Somebody else says")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    keys = page.locator(".laid label, .pick label, .go").filter(visible=True)
    assert all((key.bounding_box() or {"height": 0})["height"] >= 43.5 for key in keys.all())
    page.get_by_role("button", name="Leave as it is").tap()
    page.wait_for_url(SHEET)
    page.goto(f"{page.url}/log")
    assert page.evaluate(SIDEWAYS) <= 0


def test_the_log_tells_moments_by_the_reader_s_clock(open_phone: OpenPhone) -> None:
    page = open_phone(timezone_id="Asia/Tokyo")
    start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 3, 8)
    expect_all_sent(page)
    page.goto(f"{page.url.split('#')[0]}/log")
    moment = page.get_by_role("time").first
    told = page.evaluate(
        "moment => new Date(moment).toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit'})",
        moment.get_attribute("datetime"),
    )
    expect(moment).to_have_text(re.compile(rf"\d{{4}},? {told}$"))
