"""Years of evenings on a phone: home, records and their pictures, paper, files, and taking things back."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import record_gin, start_series
from tests.browser.phones import expect_all_sent
from tests.browser.test_axe import serious

EVENING = datetime(2026, 3, 1, 19, tzinfo=UTC)
EUR = {"stake": {"amount": "0.05", "currency": "EUR"}}
NAMES = {
    "short": ("Ann", "Bob"),
    "long": ("Maximiliana-Alexandrina", "Bartholomew of the Rock"),
    "emoji and Hebrew": ("👩‍👩‍👧‍👦🃏♠️ Zoë", "עִבְרִית שלום"),
}
WORDS_AND_TARGETS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 1;
  const scale = (element) => {
    const picture = element.closest("svg");
    return picture ? box(picture).width / picture.viewBox.baseVal.width : 1;
  };
  const says = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const all = [...document.querySelectorAll("body *")].filter(seen);
  const targets = all.filter((element) => element.matches("a, button, summary, input, select, textarea"));
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    smallWords: all.filter(says)
      .filter((element) => parseFloat(getComputedStyle(element).fontSize) * scale(element) < 11.99)
      .map((element) => element.outerHTML),
    smallTargets: targets.filter((element) => Math.round(box(element).height) < 24)
      .map((element) => element.outerHTML),
  };
}"""


KEEP = """async (body) => {
  const { csrf_token } = await (await fetch("/csrf")).json();
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf_token };
  const answer = await fetch("/api/series", { method: "POST", headers, body: JSON.stringify(body) });
  return answer.status;
}"""


def keep(page: Page, one: str, other: str, hands: list[dict[str, Any]], **more: Any) -> str:
    """Keep a whole series by the phone's own API; gives its path."""
    body = {"id": str(uuid4()), "players": [one, other], "hands": hands, **more}
    assert page.evaluate(KEEP, body) == 201
    return f"/series/{body['id']}"


def sweep(winner: str, loser: str) -> list[dict[str, Any]]:
    """Four gins that win all three games."""
    return [{"how": "gin", "knocker": winner, "deadwood": {loser: 60}} for _ in range(4)]


def play_years(page: Page, one: str, other: str) -> str:
    """A first series by hand, which begins the book, and some earlier ones; gives the path of the last."""
    running = start_series(page, one, other)
    for day, winner in enumerate((one, other, one, one)):
        loser = other if winner == one else one
        started_at = (EVENING + timedelta(days=day)).isoformat()
        last = keep(page, one, other, sweep(winner, loser), started_at=started_at, rules=EUR, note="Rain")
    hands = sweep(one, other)[:2]
    left_at = (EVENING + timedelta(days=9)).isoformat()
    keep(page, one, other, hands, started_at=left_at, abandoned_at=left_at)
    assert running != last
    return last


def open_pages(page: Page, one: str, other: str) -> dict[str, str]:
    """The paths of all pages of history, by name."""
    last = play_years(page, one, other)
    page.goto("/")
    people = page.get_by_role("link", name="People").get_attribute("href")
    assert people
    book = people.removesuffix("/people")
    return {
        "home": "/",
        "list": "/series",
        "about": f"{last}/about",
        "print": f"{last}/print",
        "people": people,
        "person": f"{people}/1",
        "pair": f"{people}/1/against/2",
        "identity": f"{people}/1/identity",
        "merge": f"{people}/1/merge?other=2",
        "files": f"{book}/files",
        "paper": f"{book}/paper",
        "delete": f"{book}/delete",
    }


def person_numbers(paths: dict[str, str], page: Page) -> dict[str, str]:
    """The same paths with this book's own people in them: their numbers go on from book to book."""
    page.goto(paths["people"])
    hrefs = [link.get_attribute("href") or "" for link in page.locator(".chips a").all()]
    one, other = (href.rsplit("/", 1)[1] for href in hrefs)
    person = f"{paths['people']}/{one}"
    mine = {
        "person": person,
        "pair": f"{person}/against/{other}",
        "identity": f"{person}/identity",
        "merge": f"{person}/merge?other={other}",
    }
    return {**paths, **mine}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_pages_of_history(open_phone: OpenPhone, scheme: str) -> None:
    page = open_phone(size=(320, 568), color_scheme=scheme)
    paths = person_numbers(open_pages(page, *NAMES["long"]), page)
    found = {}
    for name, path in paths.items():
        page.goto(path)
        for fold in page.locator("details:not(.menu) > summary").all():
            fold.click()
        found[name] = serious(page)
    assert not any(found.values()), found


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (844, 340), (1024, 768)], ids=str)
def test_pages_of_history_fit_whatever_the_names(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    found = {}
    for kind, names in NAMES.items():
        page = open_phone(size=size)
        paths = person_numbers(open_pages(page, *names), page)
        for name, path in paths.items():
            page.goto(path)
            found[kind, name] = page.evaluate(WORDS_AND_TARGETS)
    assert {where: told for where, told in found.items() if any(told.values())} == {}


def test_same_again_is_two_taps(phone: Page) -> None:
    start_series(phone, "Ann", "Bob", rules="RummyTalk")
    phone.goto("/")
    phone.get_by_role("link", name="Same again: Ann v Bob").tap()
    phone.get_by_role("button", name="Start", exact=True).tap()
    phone.wait_for_url(re.compile(r"/series/[0-9a-f-]{36}$"))
    expect(phone.locator("[data-player=Ann]").first).to_have_text("0")
    phone.locator(".menu > summary").tap()
    expect(phone.get_by_role("link", name="Rules: RummyTalk")).to_be_visible()


def test_two_who_met_are_offered_their_last_rules_when_their_names_are_typed(phone: Page) -> None:
    start_series(phone, "Ann", "Bob", rules="RummyTalk")
    keep(phone, "Ann", "Cy", [], rules=EUR)
    phone.goto("/series/new")
    rules = phone.locator("summary").filter(has_text="Rules:")
    phone.get_by_role("textbox", name="Player 1").fill("bob")
    phone.get_by_role("textbox", name="Player 2").fill("ann")
    phone.get_by_role("textbox", name="Player 2").blur()
    expect(rules).to_contain_text("RummyTalk")
    phone.get_by_role("textbox", name="Player 2").fill("Cy")
    phone.get_by_role("textbox", name="Player 1").fill("Ann")
    phone.get_by_role("textbox", name="Player 1").blur()
    expect(rules).to_contain_text("House")
    expect(phone.locator("summary").filter(has_text="Stake:")).to_contain_text("0.05 EUR")


def test_a_deleted_series_comes_back_from_a_notice_that_lasts_and_covers_nothing(
    open_phone: OpenPhone,
) -> None:
    page = open_phone(size=(320, 568))
    path = play_years(page, "Ann", "Bob")
    page.goto(f"{path}/about")
    page.get_by_role("button", name="Delete this series").tap()
    page.wait_for_url("/")
    for _reload in range(2):
        back = page.get_by_role("button", name="Bring it back: Ann v Bob")
        expect(back).to_be_visible()
        assert page.evaluate("scrollY") == 0
        page.reload()
    page.get_by_role("link", name="Go on").first.tap(trial=True)
    back.tap()
    page.wait_for_url(f"**{path}")
    expect(page.get_by_role("heading", name="Ann wins the series")).to_be_visible()


def test_a_series_is_left_taken_up_again_and_leaving_is_undone_by_a_tap(phone: Page) -> None:
    path = start_series(phone, "Ann", "Bob")
    record_gin(phone, "Ann", 90)
    expect(phone.locator("[data-player=Ann][data-game='1']")).to_have_text("115")
    phone.locator(".menu > summary").tap()
    phone.get_by_role("link", name="Pictures, print, more").tap()
    expect(phone.locator("#unfinished")).to_contain_text("Game 1")
    phone.get_by_role("button", name="Leave it unfinished").tap()
    phone.wait_for_url(f"**{path}")
    expect(phone.get_by_role("heading", name="Left unfinished")).to_be_visible()
    expect(phone.get_by_role("group", name="Who laid down?")).to_be_hidden()
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("group", name="Who laid down?")).to_be_visible()
    expect(phone.get_by_role("heading", name="Left unfinished")).to_be_hidden()
    phone.get_by_role("button", name="Redo").tap()
    phone.get_by_role("link", name="Take it up again").tap()
    phone.get_by_role("button", name="Take it up again").tap()
    expect(phone.get_by_role("group", name="Who laid down?")).to_be_visible()


@pytest.mark.parametrize(
    ("zone", "day", "iso"),
    [("America/Los_Angeles", "1 Mar", "2026-03-01"), ("Australia/Brisbane", "2 Mar", "2026-03-02")],
)
def test_days_and_file_names_are_the_reader_s(open_phone: OpenPhone, zone: str, day: str, iso: str) -> None:
    page = open_phone(timezone_id=zone)
    start_series(page, "Jürgen", "李")
    path = keep(page, "Jürgen", "李", sweep("李", "Jürgen"), started_at="2026-03-01T23:30:00+00:00")
    page.goto("/")
    expect(page.locator(".list time")).to_contain_text(day)
    page.goto(f"{path}/about")
    with page.expect_download() as started:
        page.get_by_role("link", name="Export as CSV").tap()
    assert started.value.suggested_filename == f"Jürgen v 李 {iso}.csv"
    assert "李" in Path(started.value.path()).read_text("utf-8-sig")


def test_a_day_is_right_before_the_server_knows_the_zone(open_phone: OpenPhone) -> None:
    page = open_phone(timezone_id="Australia/Brisbane")
    start_series(page, "Ann", "Bob")
    keep(page, "Ann", "Bob", sweep("Bob", "Ann"), started_at="2026-03-01T23:30:00+00:00")
    page.context.clear_cookies(name="zone")
    page.goto("/")
    expect(page.locator(".list time")).to_contain_text("2 Mar")


@pytest.mark.parametrize("size", [(320, 568), (1024, 768)])
def test_long_names_leave_the_facts_of_two_people_their_room(
    open_phone: OpenPhone, size: tuple[int, int]
) -> None:
    page = open_phone(size=size)
    one, other = "Maximiliana-Alexandrina W", "Bartholomew of the Rocks"
    start_series(page, one, other)
    keep(page, one, other, sweep(one, other))
    page.goto("/")
    facts = page.locator(".card .facts.both")
    assert facts.evaluate("table => table.offsetWidth <= table.parentElement.clientWidth")
    assert facts.locator("tbody th").first.evaluate("cell => cell.offsetWidth") > 80


def test_a_browser_that_writes_no_sundanese_days_writes_indonesian_ones(open_phone: OpenPhone) -> None:
    owner = open_phone()
    start_series(owner, "Ann", "Bob")
    keep(owner, "Ann", "Bob", sweep("Bob", "Ann"), started_at="2026-03-01T10:30:00+00:00")
    page = open_phone(locale="su", storage_state=owner.context.storage_state())
    page.context.clear_cookies(name="zone")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "su")
    expect(page.locator(".list time")).to_contain_text("1 Mar")


def test_a_new_series_begins_on_the_day_at_the_table(open_phone: OpenPhone) -> None:
    page = open_phone(timezone_id="Pacific/Kiritimati")
    page.goto("/")
    path = start_series(page, "Ann", "Bob")
    started_at = page.evaluate("async (path) => (await (await fetch(path)).json()).started_at", f"/api{path}")
    assert started_at.endswith("+14:00")


def long_series(one: str, other: str) -> list[dict[str, Any]]:
    """Forty hands, the last of which ends the series; some that nobody won."""
    hands: list[dict[str, Any]] = []
    for number in range(39):
        knocker, held = (one, other) if number % 2 else (other, one)
        if number % 9 == 4:
            hands.append({"how": "void"})
        else:
            hands.append(
                {"how": "knock", "knocker": knocker, "deadwood": {knocker: 9, held: 10 + number % 3}}
            )
    return [*hands, {"how": "gin", "knocker": one, "deadwood": {other: 98}}]


@pytest.mark.parametrize("kind", ["short", "long"])
def test_forty_hands_print_on_one_page_of_a4_and_of_letter(open_phone: OpenPhone, kind: str) -> None:
    one, other = NAMES[kind]
    page = open_phone()
    start_series(page, one, other)
    path = keep(page, one, other, long_series(one, other), rules=EUR, note="On the boat")
    for custom in ("game", "player"):
        page.goto(f"{path}/print?by={custom}")
        expect(page.locator(".sheet tbody > tr")).to_have_count(40)
        expect(page.locator("footer")).to_contain_text("wins the series")
        for paper in ("A4", "Letter"):
            assert pages_of(page.pdf(format=paper)) == 1, (custom, paper)


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_print_is_black_on_white_in_the_dark_too(open_phone: OpenPhone) -> None:
    page = open_phone(color_scheme="dark")
    path = start_series(page, "Ann", "Bob")
    record_gin(page, "Ann", 20)
    expect_all_sent(page)
    page.goto(f"{path}/print")
    colours = page.locator("tbody td[class]").first.evaluate(
        "cell => [getComputedStyle(cell).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize("with_script", [True, False], ids=["script", "no script"])
def test_a_notebook_s_sheet_is_typed_put_right_looked_at_and_kept(
    open_phone: OpenPhone, expected_console: list[str], with_script: bool
) -> None:
    expected_console.append("status of 422")
    page = open_phone(java_script_enabled=with_script)
    page.goto("/series/new")
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url(re.compile(r"/series/[0-9a-f-]{36}$"))
    page.goto("/")
    page.get_by_role("link", name="Export and import").tap()
    page.get_by_role("link", name="Type a paper sheet").tap()
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    lines = page.get_by_role("textbox", name="The hands, one a line")
    lines.fill("Ann knock 4 26\nBop 18\nvoid")
    page.get_by_role("button", name="See the sheet").tap()
    expect(page.get_by_role("alert")).to_contain_text("Line 2 can't be read")
    expect(lines).to_have_value("Ann knock 4 26\nBop 18\nvoid")
    lines.fill("Ann knock 4 26\nBob 18\nvoid")
    page.get_by_role("button", name="See the sheet").tap()
    expect(page.locator(".sheet tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Keep this series").tap()
    expect(page.locator("[data-player=Ann][data-game='1']")).to_have_text("22")
    expect(page.locator("[data-player=Bob][data-game='1']")).to_have_text("18")


def test_an_export_is_brought_in_again_by_the_page(phone: Page) -> None:
    play_years(phone, "Ann", "Bob")
    phone.goto("/")
    phone.get_by_role("link", name="Export and import").tap()
    with phone.expect_download() as started:
        phone.get_by_role("link", name="Export as JSON Lines").tap()
    phone.get_by_label("A file that was exported").set_input_files(started.value.path())
    phone.get_by_role("button", name="Import").tap()
    expect(phone.get_by_role("status")).to_contain_text("0 new, 6 there already, 0 refused.")


def test_a_payment_settles_and_is_taken_back(phone: Page) -> None:
    play_years(phone, "Ann", "Bob")
    phone.goto("/")
    owed = phone.locator(".owed").first
    expect(owed).to_contain_text("Bob owes Ann")
    owed.get_by_role("link", name="settle").tap()
    phone.locator("summary").filter(has_text="Note a payment").tap()
    phone.get_by_role("button", name="Note the payment").tap()
    expect(phone.locator("#payments .sum")).to_have_text("You are even in EUR")
    phone.get_by_role("button", name=re.compile("^Take back")).tap()
    expect(phone.locator("#payments .sum")).to_contain_text("Bob owes Ann")
