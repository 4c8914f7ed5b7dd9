"""The pad on the home screen: offered in the page's own words, and only after a first finished series."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import record_gin, start_series
from tests.browser.phones import expect_all_sent

READY = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => (window.asked = true);
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


def finish_series(page: Page) -> None:
    """A whole series, won by Ann, a game a hand."""
    start_series(page, "Ann", "Bob")
    for _ in range(3):
        record_gin(page, "Ann", 75)
    expect_all_sent(page)


def test_it_is_offered_after_a_first_finished_series(open_phone: OpenPhone) -> None:
    page = open_phone("Pixel 7")
    start_series(page, "Ann", "Bob")
    page.goto("/")
    assert page.evaluate(READY), "nor does the browser offer it by itself"
    expect(page.locator("install-offer")).to_have_count(0)
    finish_series(page)
    page.goto("/")
    expect(page.locator("install-offer")).to_be_hidden()
    page.evaluate(READY)
    page.get_by_role("button", name="Put it there").tap()
    assert page.evaluate("asked")
    expect(page.locator("install-offer")).to_be_hidden()


def test_on_ios_it_is_told_how(open_phone: OpenPhone) -> None:
    page = open_phone()
    page.add_init_script("navigator.standalone = false")
    finish_series(page)
    page.goto("/")
    expect(page.get_by_text("Add to Home Screen")).to_be_visible()
    page.get_by_role("link", name="make a code here").tap()
    expect(page.get_by_role("button", name="Make a code to type in")).to_be_visible()
