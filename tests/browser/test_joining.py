"""Several phones at one table: let in by link, by QR code's address or by a code, shut out, and forgotten."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import expect_totals, follow, record_hand, start_series, total

SIZES = ((320, 568), (390, 664), (844, 340))
LONG = ("Maximiliana-Alexandrina W", "עִבְרִית שלום 🃏")


def share(page: Page, series: str, *, role: str = "scores", reach: str = "this series") -> None:
    """Stand before the form that lets others in, with its choices made."""
    page.goto(series)
    page.locator("summary", has_text="⋯").tap()
    page.get_by_role("link", name="Share", exact=True).tap()
    page.get_by_role("radio", name=re.compile(f"^who {role}")).tap()
    page.get_by_role("radio", name=re.compile(f"^{reach}")).tap()


def make_link(page: Page, series: str, **choices: str) -> str:
    """A fresh link."""
    share(page, series, **choices)
    page.get_by_role("button", name="Make a link and QR code").tap()
    return page.get_by_role("textbox", name="The link").input_value()


def make_code(page: Page, series: str, **choices: str) -> str:
    """A fresh code, as it is read out."""
    share(page, series, **choices)
    page.get_by_role("button", name="Make a code to type in").tap()
    return page.locator(".code").inner_text()


def join(page: Page, name: str) -> None:
    """Say what this phone is called, and go in."""
    page.get_by_role("textbox", name=re.compile("Another name|What is this phone called")).fill(name)
    page.get_by_role("button", name="Join", exact=True).tap()
    page.wait_for_url(lambda url: "/join" not in url)


def type_code(page: Page, code: str) -> None:
    """From the front door to the page that says what the code opens."""
    page.goto("/")
    page.get_by_role("link", name="Type a code").tap()
    page.get_by_role("textbox").fill(code)
    page.get_by_role("button", name="Go on").tap()


def test_by_a_link_two_phones_keep_one_sheet(open_phone: OpenPhone) -> None:
    ann, bob = open_phone(), open_phone("Pixel 7")
    series = start_series(ann, "Ann", "Bob")
    bob.goto(make_link(ann, series))
    expect(bob.get_by_text("It opens the series Ann against Bob")).to_be_visible()
    bob.get_by_role("radio", name="Bob's phone").tap()
    bob.get_by_role("button", name="Join", exact=True).tap()
    bob.wait_for_url(f"**{series}")
    ann.goto(series)
    record_hand(bob, "Ann", "knock", 4, 26)
    expect_totals(ann, Ann=(22, 0, 0))
    expect(ann.get_by_role("button", name="Undo Bob's phone: hand 1")).to_be_visible()


def test_by_a_code_in_any_case_somebody_looks_on(open_phone: OpenPhone, expected_console: list[str]) -> None:
    expected_console.append("422")
    ann, cy = open_phone(), open_phone("Pixel 7")
    series = start_series(ann, "Ann", "Bob")
    code = make_code(ann, series, role="looks")
    assert re.fullmatch(r"[2-9A-Z]{3} [2-9A-Z]{3}", code)
    type_code(cy, f" {code.lower()} ")
    expect(cy.get_by_text("to look at")).to_be_visible()
    join(cy, "Cy's phone")
    cy.wait_for_url(f"**{series}")
    expect(total(cy, "Ann", 1)).to_be_visible()
    assert cy.locator("form").count() == 0
    cy.locator("summary", has_text="⋯").tap()
    cy.get_by_role("switch", name="Follow other phones").tap()
    expect(cy.get_by_text(re.compile(r"Not live since \d\d:\d\d"))).to_be_visible()
    other = open_phone()
    type_code(other, code)
    expect(other.get_by_text("No such code")).to_be_visible()


def test_without_javascript_too(open_phone: OpenPhone) -> None:
    ann = open_phone(java_script_enabled=False)
    series = start_series(ann, "Ann", "Bob")
    for name in ("Bob's phone", "Bob's tablet"):
        bob = open_phone(java_script_enabled=False)
        if name == "Bob's phone":
            bob.goto(make_link(ann, series))
        else:
            type_code(bob, make_code(ann, series))
        join(bob, name)
        record_hand(bob, "Ann", "knock", 4, 26)


def test_who_is_shut_out_is_told_and_gets_in_no_more(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append("410")
    ann, bob = open_phone(), open_phone("Pixel 7")
    series = start_series(ann, "Ann", "Bob")
    link = make_link(ann, series)
    bob.goto(link)
    join(bob, "Bob's phone")
    bob.wait_for_url(f"**{series}")
    ann.get_by_role("link", name="Phones and links of this book").tap()
    ann.locator('summary[aria-label="Change Bob\'s phone"]').tap()
    ann.get_by_role("button", name="Shut out of this book").tap()
    expect(ann.get_by_text("Bob's phone")).to_have_count(0)
    expect(bob.get_by_role("heading", name="This was taken away")).to_be_visible()
    bob.goto(link)
    expect(bob.get_by_text("This link was ended.")).to_be_visible()


def test_a_forgotten_phone_keeps_nothing(open_phone: OpenPhone, expected_console: list[str]) -> None:
    expected_console.append("404")
    for secure in (False, True):
        page = open_phone(secure=secure)
        series = start_series(page, "Ann", "Bob")
        page.goto("/devices")
        page.evaluate("localStorage.setItem('draft', 'a hand half entered')")
        expect(page.get_by_text("No other phone is a key to it.")).to_be_visible()
        page.locator("summary", has_text="Forget this device").tap()
        page.get_by_role("button", name="Forget this device").tap()
        expect(page.get_by_role("heading", name="This device is forgotten")).to_be_visible()
        assert page.context.cookies() == []
        page.wait_for_function("localStorage.length === 0")
        page.goto(series)
        expect(page.get_by_role("heading", name="Nothing here that you may see")).to_be_visible()


def test_an_own_other_phone_has_all_books(open_phone: OpenPhone) -> None:
    ann, tablet = open_phone(), open_phone("Pixel 7")
    series = start_series(ann, "Ann", "Bob")
    ann.locator("summary", has_text="⋯").tap()
    ann.get_by_role("link", name="Keep this book").tap()
    ann.get_by_role("button", name="Make a code to type in").tap()
    type_code(tablet, ann.locator(".code").inner_text())
    expect(tablet.get_by_text("It opens all books of the phone that made it")).to_be_visible()
    join(tablet, "Ann's tablet")
    tablet.goto(f"{series}/share")
    expect(tablet.get_by_role("button", name="Make a link and QR code")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_and_axe_finds_nothing(
    open_phone: OpenPhone, expected_console: list[str], scheme: str
) -> None:
    expected_console.append("422")
    ann = open_phone(color_scheme=scheme)
    bob = open_phone("Pixel 7", color_scheme=scheme)
    series = start_series(ann, *LONG)
    look(ann, f"{series}/share")
    link = make_link(ann, series, reach="the whole book")
    look(ann)
    look(bob, link)
    join(bob, "x" * 40)
    make_code(ann, series)
    look(ann)
    qr = ann.locator(".qr")
    assert qr.evaluate("element => getComputedStyle(element).backgroundColor") == "rgb(255, 255, 255)"
    ann.goto(f"{series}/share")
    follow(ann, "Phones and links of this book")
    for fold in ann.locator("main summary").all():
        fold.tap()
    look(ann)
    book = urlsplit(ann.url).path.removesuffix("/devices")
    look(ann, f"{book}/keep")
    look(ann, "/devices")
    look(bob, "/join")
    bob.get_by_role("textbox").fill("nonsense")
    bob.get_by_role("button", name="Go on").tap()
    expect(bob.get_by_text("No such code")).to_be_visible()
    look(bob)


def look(page: Page, url: str | None = None) -> None:
    """At the page, at every size, with axe's eyes as well."""
    if url:
        page.goto(url)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)
    found = Axe().run(page).response["violations"]
    serious = [
        (one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in {"serious", "critical"}
    ]
    assert not serious, (page.url, serious)
    fields = page.locator("input:not([type]), input[type=text]")
    sizes = fields.evaluate_all("all => all.map((field) => parseFloat(getComputedStyle(field).fontSize))")
    assert all(size >= 16 for size in sizes)
