"""axe finds nothing serious or critical on any page, light and dark, at 320 px (phone.md, point 29)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.evening import lay_down, record_gin, record_hand, record_void, start_series, undo

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


PAGES: dict[str, Visit] = {
    "first visit": at("/"),
    "home": after(finished, "All series"),
    "new series": at("/series/new"),
    "new series, wrong": lacking_names,
    "running": running,
    "by player": after(running, "by player"),
    "finished": finished,
    "rules of the series": after(finished, "Rules"),
    "rules": at("/rules"),
    "keep this book": after(finished, "Keep this book"),
    "nothing there": at("/series/00000000-0000-4000-8000-000000000000"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("visit", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing_serious(
    open_phone: OpenPhone, expected_console: list[str], visit: Visit, scheme: str
) -> None:
    expected_console.append("the server responded with a status of (404|422)")
    page = open_phone(size=(320, 568), color_scheme=scheme)
    visit(page)
    assert serious(page) == []


def serious(page: Page) -> list[str]:
    """What axe holds against a page: rule and elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {[node['html'] for node in rule['nodes']]}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
