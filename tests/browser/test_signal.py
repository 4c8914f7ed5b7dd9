"""No signal at the table: hands wait on the phone, count at once, and arrive once each, in order."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import (
    expect_last,
    expect_totals,
    lay_down,
    record_gin,
    record_hand,
    redo,
    start_series,
    undo,
)
from tests.browser.phones import (
    NO_NETWORK,
    SENT_MS,
    cut,
    expect_all_sent,
    expect_told,
    join,
    kept,
    log,
    mend,
    settle_worker,
    until,
)
from tests.live import LiveServer

STAGES = [(0, 1.6, 2.2), (14, 1.6, 2.2), (16, 4, 5.5), (80, 12, 16.5)]
"""Minutes since a series changed, and between which seconds the next look is."""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
});"""


def test_three_hands_without_network_on_an_open_page(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone()
    start_series(page, "Alexandra", "Bob", dealer="Bob")
    record_hand(page, "Bob", "knock", 3, 13)
    expect_all_sent(page)
    cut(page)
    record_hand(page, "Alexandra", "knock", 4, 22)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(10, 0, 0))
    record_gin(page, "Bob", 5)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    record_hand(page, "Bob", "knock", 10, 14)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    expect_last(page, "Hand 4: Bob +4 → games 1, 2, 3")
    expect_told(page, "3 hands waiting to be sent")
    rows = page.locator("#sheet tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("waiting to be sent")
    expect_told(page, re.compile(r"Not live since \d\d:\d\d"), timeout=15_000)
    mend(page)
    expect_all_sent(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    assert [(hand["how"], hand["knocker"]) for hand in kept(page)] == [
        ("knock", "Bob"),
        ("knock", "Alexandra"),
        ("gin", "Bob"),
        ("knock", "Bob"),
    ]
    expect(rows.locator("a").first).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()


def test_the_very_first_hand_is_undone_before_it_was_sent(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone()
    start_series(page, "Ann", "Bob")
    cut(page)
    record_hand(page, "Ann", "knock", 4, 26)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    undo(page)
    expect_totals(page, Ann=(0, 0, 0), Bob=(0, 0, 0))
    expect_last(page, "Taken back: hand 1: Ann +22")
    record_hand(page, "Bob", "gin", 0, 14)
    expect_told(page, "3 changes waiting to be sent")
    expect_totals(page, Ann=(0, 0, 0), Bob=(39, 0, 0))
    mend(page)
    expect_all_sent(page)
    assert log(page) == ["record", "undo", "record"]
    expect_totals(page, Ann=(0, 0, 0), Bob=(39, 0, 0))


def test_three_hands_without_network_and_a_reload_in_between(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone(secure=True)
    start_series(page, "Alexandra", "Bob", dealer="Bob")
    record_hand(page, "Bob", "knock", 3, 13)
    expect_all_sent(page)
    settle_worker(page)
    cut(page)
    record_hand(page, "Alexandra", "knock", 4, 22)
    record_gin(page, "Bob", 5)
    page.reload()
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    expect_told(page, "2 hands waiting to be sent")
    record_hand(page, "Bob", "knock", 10, 14)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    mend(page)
    expect_all_sent(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    assert [hand["knocker"] for hand in kept(page)] == ["Bob", "Alexandra", "Bob", "Bob"]


def test_a_series_begun_without_network_arrives_whole(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone(secure=True)
    start_series(page, "Alexandra", "Bob")
    settle_worker(page)
    page.goto("/series/new")
    settle_worker(page)
    cut(page)
    start_series(page, "Bob", "Cy", dealer="Cy")
    expect(page).to_have_title("Bob v Cy · Hollywood Gin")
    record_hand(page, "Cy", "knock", 3, 13)
    record_gin(page, "Bob", 5)
    expect_totals(page, Bob=(30, 0, 0), Cy=(10, 0, 0))
    page.reload()
    expect_totals(page, Bob=(30, 0, 0), Cy=(10, 0, 0))
    expect_told(page, "3 changes waiting to be sent")
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("Bob v Cy"))).to_contain_text(
        "3 changes waiting to be sent"
    )
    mend(page)
    page.get_by_role("link", name=re.compile("Go on: Bob v Cy")).tap()
    expect_totals(page, Bob=(30, 0, 0), Cy=(10, 0, 0))
    expect_all_sent(page)
    assert [hand["how"] for hand in kept(page)] == ["knock", "gin"]
    assert log(page) == ["record", "record"]


@pytest.mark.parametrize("secure", [False, True])
def test_the_server_is_killed_and_started_again_in_the_middle(
    open_phone: OpenPhone, lone_server: LiveServer, expected_console: list[str], secure: bool
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone(server=lone_server, secure=secure)
    start_series(page, "Alexandra", "Bob", dealer="Bob")
    record_hand(page, "Bob", "knock", 3, 13)
    expect_all_sent(page)
    if secure:
        settle_worker(page)
    lone_server.kill()
    record_hand(page, "Alexandra", "knock", 4, 22)
    record_gin(page, "Bob", 5)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    expect_told(page, "2 hands waiting to be sent")
    if secure:
        page.reload()
        expect_totals(page, Alexandra=(18, 0, 0), Bob=(40, 30, 0))
    lone_server.start()
    record_hand(page, "Bob", "knock", 10, 14)
    expect_all_sent(page)
    expect_totals(page, Alexandra=(18, 0, 0), Bob=(44, 34, 4))
    assert [hand["knocker"] for hand in kept(page)] == ["Bob", "Alexandra", "Bob", "Bob"]


def test_an_answer_that_was_lost_doubles_nothing(open_phone: OpenPhone, expected_console: list[str]) -> None:
    """The hand arrives, its answer does not; so do undo and redo."""
    expected_console.append(NO_NETWORK)
    page = open_phone(secure=True)
    start_series(page, "Ann", "Bob")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.url in lost or route.request.method == "GET":
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    page.context.route("**/api/series/**", lose)
    record_hand(page, "Ann", "knock", 4, 26)
    record_gin(page, "Bob", 14)
    undo(page)
    redo(page)
    undo(page)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    expect_all_sent(page)
    expect(page.locator("#sheet tbody tr.ahead")).to_have_count(0, timeout=SENT_MS)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    assert log(page) == ["record", "record", "undo", "redo", "undo"]


def test_double_taps_enter_held_and_a_reload_are_one_hand(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Ann", "Bob")
    lay_down(page, "Ann", "knock", 4, 26)
    page.reload()
    save = page.get_by_role("button", name=re.compile("^Save: "))
    expect(save).to_be_visible()
    save.evaluate("(button) => { button.click(); button.click(); button.form.requestSubmit(button); }")
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    page.get_by_role("group", name="Who laid down?").get_by_role("radio", name="Bob gin").focus()
    for _ in range(20):
        page.keyboard.press("Enter")
    lay_down(page, "Bob", "gin", 0, 9)
    save.focus()
    page.keyboard.down("Enter")
    for _ in range(20):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect_totals(page, Ann=(22, 0, 0), Bob=(34, 0, 0))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/(series/new)?$"))
    page.go_forward()
    expect_totals(page, Ann=(22, 0, 0), Bob=(34, 0, 0))
    record_hand(page, "Bob", "knock", 5, 10)
    expect_totals(page, Ann=(22, 0, 0), Bob=(39, 5, 0))
    page.reload()
    expect_all_sent(page)
    assert len(kept(page)) == 3


def test_two_tabs_of_one_phone_have_one_queue(open_phone: OpenPhone, expected_console: list[str]) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone()
    path = start_series(page, "Ann", "Bob")
    other = page.context.new_page()
    other.goto(path)
    sent: list[str] = []
    cut(page)
    record_hand(page, "Ann", "knock", 4, 26)
    expect_totals(other, Ann=(22, 0, 0), Bob=(0, 0, 0))
    record_gin(other, "Bob", 14)
    for tab in (page, other):
        expect_totals(tab, Ann=(22, 0, 0), Bob=(39, 0, 0))
        expect_told(tab, "2 hands waiting to be sent")
    undo(page)
    expect_totals(other, Ann=(22, 0, 0), Bob=(0, 0, 0))
    page.context.on("request", lambda request: request.method == "PUT" and sent.append(request.url))
    mend(page)
    for tab in (page, other):
        expect_all_sent(tab)
        expect_totals(tab, Ann=(22, 0, 0), Bob=(0, 0, 0))
    assert log(page) == ["record", "record", "undo"]


def test_where_storage_is_refused_the_page_says_that_it_must_stay_open(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone()
    page.add_init_script(NO_STORAGE)
    start_series(page, "Ann", "Bob")
    expect_told(page, "keep this page open")
    cut(page)
    record_hand(page, "Ann", "knock", 4, 26)
    record_gin(page, "Bob", 14)
    undo(page)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    expect_told(page, "3 changes waiting to be sent")
    mend(page)
    expect_all_sent(page)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))


def test_what_an_earlier_release_left_here_breaks_nothing(open_phone: OpenPhone) -> None:
    page = open_phone()
    path = start_series(page, "Ann", "Bob")
    page.evaluate(
        """(series) => {
          for (const name of [`outbox ${series}`, `draft ${series}`, `draft.1 ${series}`, `sending ${series}`,
                              `change.1 ${series} a`, `change.0 ${series} b`, "change.1", "draft.1"])
            for (const [index, value] of ["", "null", "{", "[1, 2]", '{"key": 1}', '"text"'].entries())
              localStorage.setItem(index ? `${name}${index}` : name, value);
          localStorage.setItem(`outbox ${series}`, '[{"kind": "record", "key": "x"}]');
          localStorage.setItem(`draft.1 ${series}`, '{"key": 7}');
          localStorage.setItem(`change.1 ${series} c`, '{"kind": "record", "key": "c"}');
        }""",
        path.rpartition("/")[2],
    )
    page.reload()
    record_hand(page, "Ann", "knock", 4, 26)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    page.goto("/")
    page.goto(path)
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    expect(page.locator("#sheet tbody a").first).to_be_visible()
    assert len(kept(page)) == 1


def test_a_refused_hand_stops_the_queue_and_is_shown_with_its_numbers(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console += [NO_NETWORK, "404"]
    page = open_phone()
    path = start_series(page, "Ann", "Bob")
    cut(page)
    record_hand(page, "Ann", "knock", 4, 26)
    record_gin(page, "Bob", 14)
    page.context.route("**/api/series/*/hands/*", refuse)
    mend(page)
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Ann knocked 4, Bob 26")
    expect(asked).to_contain_text("There is nothing here that you may see.")
    expect_told(page, "A hand waits for your choice")
    page.wait_for_timeout(800)
    asked.get_by_role("button", name="Decide later").tap()
    expect(asked).to_have_count(0)
    page.context.unroute("**/api/series/*/hands/*", refuse)
    page.get_by_role("button", name="A hand waits for your choice").tap()
    page.wait_for_timeout(800)
    page.get_by_role("button", name="Change it").tap()
    expect(page.get_by_role("button", name=re.compile("^Save: Ann"))).to_be_visible()
    expect_all_sent(page)
    expect_totals(page, Ann=(0, 0, 0), Bob=(39, 0, 0))
    page.get_by_role("button", name=re.compile("^Save: Ann")).tap()
    expect_totals(page, Ann=(22, 0, 0), Bob=(39, 0, 0))
    expect_all_sent(page)
    assert [hand["how"] for hand in kept(page)] == ["gin", "knock"]
    assert path in page.url


def refuse(route: Route) -> None:
    told = '{"error": "There is nothing here that you may see.", "field": null}'
    route.fulfill(status=404, content_type="application/json", body=told)


def test_a_phone_that_is_forgotten_keeps_nothing(open_phone: OpenPhone, expected_console: list[str]) -> None:
    expected_console.append("404")
    page = open_phone(secure=True)
    path = start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 4, 26)
    settle_worker(page)
    page.goto("/devices")
    page.get_by_text("Forget this device").first.tap()
    page.get_by_role("button", name="Forget this device").tap()
    expect(page.get_by_text("This device is forgotten")).to_be_visible()
    for gone in ("caches.keys()", "navigator.serviceWorker.getRegistrations()"):
        until(page, f"{gone}.then((left) => !left.length)")
    assert page.evaluate("localStorage.length") == 0
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404


def test_the_page_of_a_first_visit_opens_without_network(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    """On a phone that was just let in, which has seen no other page."""
    expected_console.append(NO_NETWORK)
    ann, guest = open_phone(secure=True), open_phone("Pixel 7", secure=True)
    path = start_series(ann, "Ann", "Bob")
    join(ann, guest, path, "Bob's phone")
    until(guest, f"caches.match({path!r}, {{ignoreVary: true}})")
    cut(guest)
    guest.reload()
    record_hand(guest, "Bob", "knock", 4, 26)
    expect_totals(guest, Ann=(0, 0, 0), Bob=(22, 0, 0))
    mend(guest)
    expect_totals(ann, Ann=(0, 0, 0), Bob=(22, 0, 0))


def test_on_a_bad_network_the_last_copy_opens_after_three_seconds(open_phone: OpenPhone) -> None:
    page = open_phone(secure=True)
    path = start_series(page, "Ann", "Bob")
    record_hand(page, "Ann", "knock", 4, 26)
    settle_worker(page)
    slow: list[Route] = []
    page.context.route(f"**{path}", lambda route: slow.append(route))
    began = time.monotonic()
    page.reload()
    expect_totals(page, Ann=(22, 0, 0), Bob=(0, 0, 0))
    assert 2.9 < time.monotonic() - began < 8
    assert slow


def test_a_page_that_is_not_kept_says_so_without_network(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone(secure=True)
    start_series(page, "Ann", "Bob")
    settle_worker(page)
    cut(page)
    page.goto("/rules")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.goto("/series/11111111-1111-4111-8111-111111111111")
    expect(page.get_by_role("heading", name="This series is not on this phone yet")).to_be_visible()
    expect(page).to_have_title("Hollywood Gin")


def test_a_series_ends_without_network_and_is_undone_there(
    open_phone: OpenPhone, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone()
    start_series(page, "Ann", "Bob")
    record_gin(page, "Ann", 76)
    record_gin(page, "Ann", 76)
    expect_all_sent(page)
    cut(page)
    record_gin(page, "Ann", 76)
    expect_totals(page, Ann=(101, 101, 101), Bob=(0, 0, 0))
    expect(page.get_by_text("The series is over.")).to_be_visible()
    expect(page.get_by_role("group", name="Who laid down?")).to_be_hidden()
    undo(page)
    expect_totals(page, Ann=(101, 101, 0), Bob=(0, 0, 0))
    expect(page.get_by_role("group", name="Who laid down?")).to_be_visible()
    record_gin(page, "Ann", 75)
    mend(page)
    expect_all_sent(page)
    expect(page.get_by_role("table", name="Settlement")).to_be_visible()
    assert log(page) == ["record", "record", "record", "undo", "record"]


@pytest.mark.parametrize(
    ("minutes", "low", "high"), [(0, 1.6, 2.2), (14, 1.6, 2.2), (16, 4, 5.5), (80, 12, 16.5)]
)
def test_the_longer_a_series_rests_the_seldomer_it_is_looked_at(
    open_phone: OpenPhone, minutes: int, low: float, high: float
) -> None:
    page = open_phone()
    page.goto("/")
    module = page.locator("script[type=module]").first.get_attribute("src")
    assert module
    pauses = page.evaluate(
        """async ([url, since]) => {
          const { pauseBeforeLook } = await import(url);
          return Array.from({length: 50}, () => pauseBeforeLook(since) / 1000);
        }""",
        [module.rpartition("/")[0] + "/lib/pace.js", minutes * 60_000],
    )
    assert low <= min(pauses) < max(pauses) <= high
