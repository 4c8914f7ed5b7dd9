"""Table mode: totals for a tablet or television, turned round for the player opposite, always up to date."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import record_gin, record_hand, start_series

LONG = ("Maximiliana-Alexandrina W", "👩‍👩‍👧 Bartholomew the Rock")
MEASURES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const numbers = [...document.querySelectorAll("[data-game]")];
  const cells = [...document.querySelectorAll(".wall td, .wall th")];
  return {
    sizes: numbers.map((number) => parseFloat(getComputedStyle(number).fontSize)),
    pageWider: document.documentElement.scrollWidth - innerWidth,
    pageTaller: document.documentElement.scrollHeight - innerHeight,
    cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
      .map((cell) => cell.outerHTML),
    outside: [...document.querySelectorAll(".wall, .told, .controls button")]
      .filter((part) => box(part).bottom > innerHeight + 0.5 || box(part).right > innerWidth + 0.5).length,
  };
}"""

# A browser without windows has no screen to keep on.
FAKE_LOCKS = """
  const locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    const lock = new EventTarget();
    lock.release = async () => lock.dispatchEvent(new Event("release"));
    locks.push(lock);
    return lock;
  } } });
  window.locks = locks;
"""


def open_table(page: Page, series: str) -> None:
    """The page of the big totals, from the menu of the series."""
    page.goto(series)
    page.locator("summary", has_text="⋯").tap()
    page.get_by_role("link", name="Table mode").tap()
    page.wait_for_url("**/table")


@pytest.mark.parametrize(
    ("size", "least"),
    [((1024, 690), 110), ((844, 340), 90), ((1920, 1080), 200), ((390, 664), 40), ((320, 568), 40)],
    ids=lambda value: str(value),
)
def test_totals_are_large_and_nothing_is_cut(
    open_phone: OpenPhone, size: tuple[int, int], least: int
) -> None:
    page = open_phone(size=size)
    series = start_series(page, *LONG)
    record_gin(page, LONG[0], 60)
    open_table(page, series)
    page.evaluate(
        "document.querySelectorAll('[data-game]').forEach((number) => (number.textContent = '199'))"
    )
    found = page.evaluate(MEASURES)
    assert min(found.pop("sizes")) >= least
    assert found == {"pageWider": 0, "pageTaller": 0, "cut": [], "outside": 0}


def test_a_tablet_follows_what_is_entered_on_a_phone(open_phone: OpenPhone) -> None:
    phone, tablet = open_phone(), open_phone(size=(1024, 690))
    series = start_series(phone, "Ann", "Bob")
    tablet.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    open_table(tablet, series)
    record_hand(phone, "Ann", "knock", 4, 26)
    expect(tablet.locator('[data-player="Ann"][data-game="1"]')).to_have_text("22")
    expect(tablet.locator(".told")).to_have_text("Hand 1: Ann +22 → game 1")
    assert tablet.get_by_role("button", name="Undo").count() == 0
    assert tablet.locator("form[method=post]").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_button_turns_it_for_the_player_opposite(open_phone: OpenPhone, scripts: bool) -> None:
    page = open_phone(size=(1024, 690), java_script_enabled=scripts)
    series = start_series(page, "Ann", "Bob")
    page.goto(f"{series}/table")
    page.get_by_role("button", name="Turn it round").tap()
    page.wait_for_url("**/table?turned=1")
    expect(page.locator("#wall")).to_have_css("rotate", "180deg")
    page.reload()
    expect(page.locator("#wall")).to_have_css("rotate", "180deg")
    page.get_by_role("button", name="Turn it round").tap()
    expect(page.locator("#wall")).to_have_css("rotate", "none")


def test_the_screen_stays_on_and_the_switch_says_so(open_phone: OpenPhone) -> None:
    page = open_phone(size=(1024, 690), secure=True)
    series = start_series(page, "Ann", "Bob")
    page.add_init_script(FAKE_LOCKS)
    page.goto(f"{series}/table")
    switch = page.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    switch.tap()
    expect(switch).not_to_be_checked()
    switch.tap()
    expect(switch).to_be_checked()


def test_a_lock_that_was_lost_is_asked_for_again_when_the_page_comes_back(open_phone: OpenPhone) -> None:
    page = open_phone(size=(1024, 690), secure=True)
    series = start_series(page, "Ann", "Bob")
    page.add_init_script(FAKE_LOCKS)
    page.goto(f"{series}/table")
    switch = page.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    page.evaluate("locks.at(-1).release()")
    expect(switch).not_to_be_checked()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(switch).to_be_checked()
    assert page.evaluate("locks.length") == 2


def test_a_series_keeps_the_screen_on_until_nobody_has_touched_it_for_long(open_phone: OpenPhone) -> None:
    page = open_phone(secure=True)
    page.add_init_script(FAKE_LOCKS)
    page.clock.install()
    start_series(page, "Ann", "Bob")
    switch = page.get_by_role("switch", name="Keep the screen on", include_hidden=True)
    expect(switch).to_be_checked()
    page.clock.fast_forward("20:00")
    expect(switch).not_to_be_checked()
    page.locator("summary", has_text="⋯").tap()
    expect(switch).to_be_checked()
    switch.tap()
    page.locator("summary", has_text="⋯").tap()
    page.get_by_role("radio", name="Ann gin").tap()
    expect(switch).not_to_be_checked()
    page.reload()
    expect(page.get_by_role("radio", name="Ann gin")).to_be_checked()
    expect(switch).not_to_be_checked()


def test_a_refusal_is_told_in_words(open_phone: OpenPhone) -> None:
    page = open_phone(size=(1024, 690), secure=True)
    series = start_series(page, "Ann", "Bob")
    page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock',"
        " { value: { request: () => Promise.reject(new Error('battery')) } })"
    )
    page.goto(f"{series}/table")
    expect(page.get_by_role("switch")).not_to_be_checked()
    expect(page.get_by_text("The device said no")).to_be_visible()


def test_in_a_home_network_the_page_says_that_it_cannot(open_phone: OpenPhone) -> None:
    page = open_phone(size=(1024, 690))
    series = start_series(page, "Ann", "Bob")
    page.goto(f"{series}/table")
    expect(page.get_by_text("Only at an https address")).to_be_visible()
    expect(page.get_by_role("switch")).to_be_disabled()
