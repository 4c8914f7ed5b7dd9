"""The whole form and the six totals on one screen, on every phone, whatever the names (points 3, 4)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.words.locale import LANGUAGES, SOURCE_LANGUAGE
from tests.browser.conftest import OpenPhone
from tests.browser.evening import lay_down, record_gin, record_hand, start_series

SIZES = ((320, 568), (360, 560), (375, 553), (390, 664), (844, 340))
NAMES = (
    ("Ann", "Bob"),
    ("Maximiliana-Alexandrina", "Bartholomew of the Rock"),
    ("👩‍👩‍👧‍👦🃏♠️ Zoë 🏳️‍🌈", "עִבְרִית שלום"),
    ("Grandmother Alice", "Grandmother Berta"),
    ("W" * 40, "M" * 40),
)
MEASURES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const clear = (element) => seen(element) && box(element).width > 1;
  const thumb = [...document.querySelectorAll(".entry fieldset label, .entry button")].filter(clear);
  const targets = [...document.querySelectorAll("a, button, summary, input, select")].filter(clear);
  const words = [...document.querySelectorAll("body *")].filter((element) =>
    clear(element) && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const cut = (element) => element !== null && element.scrollHeight > element.clientHeight + 3;
  return {
    resultIsCut: cut(document.querySelector("#last p")) || cut(document.querySelector(".save")),
    formBottom: box(document.querySelector(".entry")).bottom,
    totalsTop: box(document.querySelector(".totals")).top,
    overflow: document.documentElement.scrollWidth - innerWidth,
    smallKeys: thumb.filter((key) => Math.round(box(key).height) < 52).map((key) => key.outerHTML),
    smallTargets: targets.filter((target) => Math.round(box(target).height) < 24)
      .map((target) => target.outerHTML),
    smallWords: words.filter((element) => parseFloat(getComputedStyle(element).fontSize) < 12)
      .map((element) => element.outerHTML),
  };
}"""


@pytest.mark.parametrize("names", NAMES, ids=("short", "long", "emoji and Hebrew", "alike", "wide"))
def test_a_hand_needs_no_scrolling(open_phone: OpenPhone, names: tuple[str, str]) -> None:
    page = open_phone()
    play(page, *names)
    assert_fits_everywhere(page)


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != SOURCE_LANGUAGE])
def test_a_hand_needs_no_scrolling_in_any_language(open_phone: OpenPhone, language: str) -> None:
    page = open_phone()
    play(page, *NAMES[1])
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert_fits_everywhere(page)


def play(page: Page, one: str, other: str) -> None:
    """Three hands, and a fourth about to be saved: an undercut, whose sentence is the longest."""
    start_series(page, one, other)
    record_gin(page, one, 60)
    record_hand(page, other, "knock", 4, 21)
    record_hand(page, other, "knock", 9, 4)
    lay_down(page, one, "knock", 9, 4)


def assert_fits_everywhere(page: Page) -> None:
    """On every phone, as it is when it is opened there."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(".save")).to_be_enabled()
        assert_fits(page, height)


def assert_fits(page: Page, height: int) -> None:
    """Everything that a hand needs is in view and large enough, and the page is not wider than the phone."""
    found = page.evaluate(MEASURES)
    assert found.pop("formBottom") <= height
    assert found.pop("totalsTop") >= 0
    nothing = {"smallKeys": [], "smallTargets": [], "smallWords": []}
    assert found == {"resultIsCut": False, "overflow": 0, **nothing}


def test_what_tells_two_names_apart_is_seen_wherever_they_stand(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Grandmother Alice", "Grandmother Berta", dealer="Grandmother Berta")
    record_hand(page, "Grandmother Alice", "knock", 4, 21)
    lay_down(page, "Grandmother Alice", "knock", 4, 38)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert_told_apart(page)


def assert_told_apart(page: Page) -> None:
    """Nothing of what differs between two names is cut off."""
    for place in (".totals thead td", "#last p", ".save", ".sheet thead", ".bar h1"):
        for apart in page.locator(f"{place} .apart").all():
            seen = apart.evaluate("element => [element.clientWidth, element.scrollWidth]")
            assert seen[0] >= seen[1], (place, seen)


def test_more_keys_fit_a_larger_phone(open_phone: OpenPhone) -> None:
    page = open_phone(size=(390, 664))
    start_series(page, "Ann", "Bob", rules="RummyTalk")
    assert_fits(page, 664)


def test_on_a_smaller_phone_the_save_button_stays_in_view(open_phone: OpenPhone) -> None:
    page = open_phone(size=(320, 568))
    start_series(page, "Ann", "Bob", rules="RummyTalk")
    save = page.locator(".save").bounding_box()
    assert save
    assert save["y"] + save["height"] <= 568
