"""axe finds nothing serious or critical on any page, light and dark, at 320 px (phone.md, point 29)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    follow,
    keep_change,
    lay_down,
    open_hand,
    record_gin,
    record_hand,
    record_void,
    start_series,
    undo,
)
from tests.browser.phones import NO_NETWORK, expect_all_sent

Visit = Callable[[Page], None]


def running(page: Page) -> None:
    """A series with every kind of row, and a hand half entered."""
    start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 4, 26)
    record_hand(page, "Bob", "knock", 8, 3)
    record_void(page)
    record_gin(page, "Ann", 70)
    undo(page)
    lay_down(page, "Bob", "knock", 10, 14)


def waiting(page: Page) -> None:
    """A hand that does not get through."""
    running(page)
    page.context.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name=re.compile("^Save: ")).tap()
    page.get_by_text("1 hand waiting to be sent").wait_for()


def finished(page: Page) -> None:
    """A series that is over."""
    start_series(page, "Ann", "Bob")
    for _ in range(4):
        record_gin(page, "Ann", 60)
    page.get_by_role("heading", name="Ann wins the series").wait_for()


def after(before: Visit, link: str) -> Visit:
    """A page behind a link or fold of another."""

    def visit(page: Page) -> None:
        before(page)
        target = page.get_by_role("link", name=re.compile(f"^{link}"), include_hidden=True).first
        if not target.is_visible():
            page.locator("summary").first.tap()
        with page.expect_navigation():
            target.tap()

    return visit


def at(path: str) -> Visit:
    """A page by its address."""
    return lambda page: page.goto(path)  # type: ignore[return-value]


def lacking_names(page: Page) -> None:
    """The new series form, sent without names."""
    page.goto("/series/new")
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill(" ann ")
    with page.expect_navigation():
        page.get_by_role("button", name="Start", exact=True).tap()


def disputed(page: Page) -> None:
    """A dispute with a third story, one that the rules refuse."""
    start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 3, 8)
    open_hand(page, 1)
    follow(page, "Settle a dispute")
    page.get_by_text("A third story").tap()
    third = page.get_by_role("region", name="Somebody else says")
    third.get_by_role("radio", name="Ann big gin").tap()
    third.get_by_label("Bob's deadwood").fill("8")
    third.get_by_text("Refused:").wait_for()


def settled(page: Page) -> None:
    """The log with a dispute that was settled, taken back, and a correction."""
    disputed(page)
    page.get_by_role("radio", name="We agree on it").tap()
    keep_change(page, "Keep this one: “Bob says”")
    undo(page)
    expect_all_sent(page)
    page.goto(f"{page.url}/log")


def searched(page: Page) -> None:
    """The rules page with a search that finds something."""
    page.goto("/rules")
    page.get_by_role("searchbox").fill("undercut")
    page.get_by_role("status").get_by_text("places").wait_for()


def tried(page: Page) -> None:
    """The same hands under other rules, side by side."""
    start_series(page, "Ann", "Bob")
    record_gin(page, "Ann", 80)
    expect_all_sent(page)
    page.goto(f"{page.url}/rules/other")
    page.get_by_role("radio", name="Modern").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="See the hands under these rules").tap()


def unplayed(page: Page) -> None:
    """The rules of a series without a hand, to be changed."""
    start_series(page, "Ann", "Bob")
    page.goto(f"{page.url}/rules/change")


PAGES: dict[str, Visit] = {
    "first visit": at("/"),
    "home": after(finished, "All series"),
    "new series": at("/series/new"),
    "new series, wrong": lacking_names,
    "running": running,
    "waiting": waiting,
    "by player": after(running, "by player"),
    "finished": finished,
    "rules of the series": after(finished, "Rules"),
    "rules": at("/rules"),
    "rules, searched": searched,
    "rules to change": unplayed,
    "other rules": tried,
    "dispute": disputed,
    "log": settled,
    "keep this book": after(finished, "Keep this book"),
    "nothing there": at("/series/00000000-0000-4000-8000-000000000000"),
}


@pytest.mark.parametrize("visit", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing_serious(open_phone: OpenPhone, expected_console: list[str], visit: Visit) -> None:
    expected_console += ["the server responded with a status of (404|422)", NO_NETWORK]
    page = open_phone(size=(320, 568))
    visit(page)
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page) == []


def serious(page: Page) -> list[str]:
    """What axe holds against a page: rule and elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {[node['html'] for node in rule['nodes']]}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
