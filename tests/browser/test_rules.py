"""The rules page is searched as one types, is pointed at, and the rules are changed and tried on it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    SHEET,
    expect_last,
    expect_totals,
    follow,
    record_gin,
    record_hand,
    start_series,
)


def open_menu(page: Page, link: str | re.Pattern[str]) -> None:
    """To a page from the menu."""
    page.get_by_label("Menu").tap()
    with page.expect_navigation():
        page.get_by_role("link", name=link).tap()


def test_the_rules_are_searched_as_one_types(phone: Page) -> None:
    asked: list[str] = []
    phone.goto("/rules")
    phone.wait_for_load_state("networkidle")
    phone.on("request", lambda request: asked.append(request.url))
    field = phone.get_by_role("searchbox", name="Search the rules")
    field.fill("GIN  bonus")
    expect(phone.get_by_role("status")).to_have_text(re.compile(r"^\d places$"))
    expect(phone.get_by_role("heading", name="Gin", exact=True)).to_be_visible()
    expect(phone.get_by_role("heading", name="The deal")).to_be_hidden()
    expect(phone.get_by_role("row", name="Gin bonus 25")).to_be_visible()
    field.fill("cănasta ácE KING")
    expect(phone.get_by_role("status")).to_have_text("No place has that word.")
    field.fill("ácE KING")
    expect(phone.get_by_role("status")).to_have_text("1 place")
    expect(phone.get_by_role("heading", name="The deal")).to_be_visible()
    field.fill("canasta")
    expect(phone.get_by_role("status")).to_have_text("No place has that word.")
    field.fill("")
    expect(phone.get_by_role("status")).to_be_empty()
    expect(phone.get_by_role("heading", name="The deal")).to_be_visible()
    assert asked == [], "nobody is asked"


def test_a_paragraph_that_is_pointed_at_stands_below_the_search(phone: Page) -> None:
    phone.goto("/rules#shutout")
    heading = phone.get_by_role("heading", name="The shutout")
    expect(heading).to_be_in_viewport(ratio=1)
    found, field = heading.bounding_box(), phone.locator(".find").bounding_box()
    assert found
    assert field
    assert found["y"] >= field["y"] + field["height"]


def test_without_javascript_there_is_no_search_and_everything_is_there(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("/rules")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.get_by_text("Contents").tap()
    page.get_by_role("link", name="The undercut").first.tap()
    expect(page.get_by_role("heading", name="The undercut")).to_be_in_viewport()


def test_rules_are_changed_until_the_first_hand(phone: Page) -> None:
    start_series(phone, "Ann", "Bob")
    open_menu(phone, "Change the rules")
    phone.get_by_role("radio", name="Classic").tap()
    phone.get_by_role("button", name="Play by these rules").tap()
    phone.wait_for_url(SHEET)
    expect_last(phone, "The rules were changed.")
    record_gin(phone, "Ann", 30)
    expect_totals(phone, Ann=(50, 0, 0), Bob=(0, 0, 0))
    phone.reload()
    phone.get_by_label("Menu").tap()
    expect(phone.get_by_role("link", name="Change the rules")).to_have_count(0)


def test_the_same_hands_under_other_rules(phone: Page) -> None:
    start_series(phone, "Ann", "Bob")
    record_gin(phone, "Ann", 30)
    record_hand(phone, "Bob", "knock", 8, 3)
    expect_totals(phone, Ann=(70, 15, 0), Bob=(0, 0, 0))
    first = phone.url
    open_menu(phone, re.compile("^Rules"))
    follow(phone, "The same hands under other rules")
    phone.get_by_role("radio", name="Modern").tap()
    phone.get_by_role("button", name="See the hands under these rules").tap()
    game = phone.get_by_role("row").filter(has=phone.get_by_role("rowheader", name="Game 2"))
    expect(game.get_by_role("cell").nth(1)).to_contain_text("Ann 30")
    phone.get_by_role("button", name="Make it a second series").tap()
    phone.wait_for_url(lambda url: bool(SHEET.search(url)) and url != first)
    expect_totals(phone, Ann=(85, 30, 0), Bob=(0, 0, 0))
    open_menu(phone, "The log")
    expect(phone.get_by_text("The hands of another series were taken over")).to_be_visible()
    with phone.expect_navigation():
        phone.get_by_role("link", name=re.compile("^the series of ")).tap()
    assert phone.url == first
    expect_totals(phone, Ann=(70, 15, 0), Bob=(0, 0, 0))
