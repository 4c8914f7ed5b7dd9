"""The pad in the iPhone's engine: entering, undo, what waits without a server, and the service worker.

What this engine cannot do for a test, and Chromium's tests do in its place: it has no touch (a tap is a
click), no window narrower than 447 px, no switch for the network (the server is killed instead), and no way
to see or hold requests under way. What an iPhone has and this has not: a home screen, and storage that is
cleared after weeks.
"""

from __future__ import annotations

import pytest

from tests.webkit.conftest import OpenPad
from tests.webkit.pad import Pad

pytestmark = [
    pytest.mark.webkit,
    # Selenium's own, of how it calls itself for this engine.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

KEEPS_PAGE = """
const told = arguments[0];
Promise.all(["/offline", location.pathname].map((path) => caches.match(path, {ignoreVary: true})))
  .then((kept) => told(kept.every(Boolean)), () => told(false));
"""


def settle_worker(pad: Pad) -> None:
    """Wait until the worker is there and keeps this page and those that a new series begins with."""
    pad.until(lambda: pad.driver.execute_async_script(KEEPS_PAGE))


def test_hands_of_every_kind_and_the_way_back(open_pad: OpenPad) -> None:
    pad = open_pad()
    pad.start_series("Ann", "Bob")
    pad.lay_down(0, "knock", 4, 267)
    assert pad.promise == "Save: Ann +22 → game 1", "a third digit is ignored"
    pad.tap("[data-delete]")
    pad.find("body").send_keys("6")
    assert pad.save() == "Save: Ann +22 → game 1"
    assert pad.record(1, "knock", 8, 3) == "Save: Ann undercuts, +15 → games 1, 2"
    assert pad.record(1, "gin", 0, 14) == "Save: Bob +39 → game 1"
    assert pad.record_void() == "Save: no score"
    assert pad.totals == [37, 15, 0, 39, 0, 0]
    pad.press("undo")
    pad.press("undo")
    assert pad.totals == [37, 15, 0, 0, 0, 0]
    pad.press("redo")
    pad.expect_all_sent()
    assert pad.totals == [37, 15, 0, 39, 0, 0]
    assert pad.kept == [("knock", "Ann"), ("knock", "Bob"), ("gin", "Bob")]


def test_a_half_entered_hand_survives_a_reload_and_back(open_pad: OpenPad) -> None:
    pad = open_pad()
    path = pad.start_series("Ann", "Bob")
    pad.lay_down(1, "knock", 5, 16)
    pad.reload()
    assert pad.promise == "Save: Bob +11 → game 1"
    pad.open("/rules")
    pad.driver.back()
    pad.until(lambda: path in pad.driver.current_url and pad.is_ready)
    pad.until(lambda: pad.run("return document.querySelector('.entry [name=who]:checked')"))
    assert pad.save() == "Save: Bob +11 → game 1"
    pad.expect_all_sent()
    assert pad.kept == [("knock", "Bob")]
    assert pad.totals == [0, 0, 0, 11, 0, 0]


def test_the_form_is_all_in_view_and_its_keys_stand_in_two_rows(open_pad: OpenPad) -> None:
    pad = open_pad()
    pad.start_series("Maximiliana-Alexandrina W", "Bob")
    pad.lay_down(0, "knock", 4, 26)
    assert pad.run("return document.documentElement.scrollWidth <= innerWidth")
    assert pad.run("return document.querySelector('.save').getBoundingClientRect().bottom <= innerHeight")
    rows = [[pad.find(f"[data-digit='{digit}']").rect for digit in row] for row in ("12345", "67890")]
    for above, below in zip(*rows, strict=True):
        assert (above["x"], above["height"]) == (below["x"], below["height"])
        assert below["y"] > above["y"] + above["height"]
    assert min(key["height"] for row in rows for key in row) >= 52
    assert pad.find("[name=other_deadwood]").rect["y"] < rows[1][0]["y"]


@pytest.mark.parametrize("secure", [True, False])
def test_hands_wait_while_the_server_is_gone(open_pad: OpenPad, secure: bool) -> None:
    """Where browsers trust the origin through a reload too, by the worker; at home on the open page."""
    pad = open_pad(secure=secure)
    pad.start_series("Alexandra", "Bob")
    assert pad.run("return isSecureContext") == secure
    pad.record(1, "knock", 3, 13)
    pad.expect_all_sent()
    if secure:
        settle_worker(pad)
    pad.server.kill()
    pad.record(0, "knock", 4, 22)
    pad.record(1, "gin", 0, 5)
    assert pad.totals == [18, 0, 0, 40, 30, 0]
    pad.until(lambda: "2 hands waiting to be sent" in pad.notices)
    if secure:
        pad.reload()
        pad.expect_totals(18, 0, 0, 40, 30, 0)
    pad.record(1, "knock", 10, 14)
    assert pad.totals == [18, 0, 0, 44, 34, 4]
    pad.server.start()
    pad.expect_all_sent()
    assert pad.totals == [18, 0, 0, 44, 34, 4]
    assert pad.kept == [("knock", "Bob"), ("knock", "Alexandra"), ("gin", "Bob"), ("knock", "Bob")]


def test_a_series_begun_without_the_server_arrives_whole(open_pad: OpenPad) -> None:
    pad = open_pad()
    pad.start_series("Alexandra", "Bob")
    settle_worker(pad)
    pad.open("/series/new")
    settle_worker(pad)
    pad.server.kill()
    pad.start_series("Bob", "Cy")
    pad.record(1, "knock", 3, 13)
    pad.record(0, "gin", 0, 5)
    assert pad.totals == [30, 0, 0, 10, 0, 0]
    pad.reload()
    pad.expect_totals(30, 0, 0, 10, 0, 0)
    pad.server.start()
    pad.expect_all_sent()
    assert pad.kept == [("knock", "Cy"), ("gin", "Bob")]


def test_a_forgotten_phone_keeps_nothing(open_pad: OpenPad) -> None:
    pad = open_pad()
    pad.start_series("Ann", "Bob")
    settle_worker(pad)
    pad.open("/devices")
    pad.run("document.querySelector('form[data-forget]').closest('details').open = true")
    pad.tap("form[data-forget] button")
    pad.until(lambda: "forgotten" in pad.find("main").text)
    pad.until(lambda: pad.driver.execute_async_script("caches.keys().then(arguments[0])") == [])
    pad.driver.refresh()
    assert pad.driver.execute_async_script("caches.keys().then(arguments[0])") == []
    assert pad.run("return localStorage.length") == 0
