"""Several phones at one table, and what becomes of their network."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

SENT_MS = 40_000
"""How long after the network's return everything has arrived, at the latest."""
WAIT_SECONDS = 15
NO_NETWORK = r"net::ERR_"
"""What the console says of every request that went nowhere."""
NOTHING_WAITS = """() => {
  let stored = {};
  try { stored = {...localStorage}; } catch { }
  return Object.entries(stored)
    .filter(([name, text]) => name.startsWith("change.1 ") && text.startsWith("{"))
    .every(([, text]) => JSON.parse(text).done !== undefined);
}"""


def join(owner: Page, guest: Page, path: str, name: str) -> None:
    """Let another phone score the series at `path`, by a link; both stand on the series in the end."""
    owner.goto(f"{path}/share")
    owner.get_by_role("button", name="Make a link and QR code").tap()
    guest.goto(urlsplit(owner.get_by_role("textbox", name="The link").input_value()).path)
    guest.get_by_role("textbox", name=re.compile("(Another name|called)")).fill(name)
    guest.get_by_role("button", name="Join").tap()
    guest.wait_for_url(re.compile(f"{path}$"))
    owner.goto(path)


def kept(page: Page) -> list[dict[str, Any]]:
    """The hands that the server has, in order."""
    hands: list[dict[str, Any]] = ask(page, "")["hands"]
    return hands


def log(page: Page) -> list[str]:
    """What the server's log says was done, in order."""
    return [entry["kind"] for entry in ask(page, "/log")["log"]]


def ask(page: Page, what: str) -> dict[str, Any]:
    """An answer of the API about the series that the page shows."""
    told: dict[str, Any] = page.evaluate(
        "async (what) => (await fetch(`/api${location.pathname}${what}`, {cache: 'no-store'})).json()", what
    )
    return told


def expect_told(page: Page, words: str | re.Pattern[str], timeout: float | None = None) -> None:
    """What the page says besides the score: what waits, since when it is not live."""
    expect(page.locator("#notices")).to_contain_text(words, timeout=timeout)


def expect_all_sent(page: Page) -> None:
    """Nothing waits any more: not in the phone's storage, and not on its page."""
    page.wait_for_function(NOTHING_WAITS, timeout=SENT_MS)
    expect(page.locator("#notices")).not_to_contain_text("waiting to be sent", timeout=SENT_MS)


def settle_worker(page: Page) -> None:
    """Wait until the worker is there and keeps this page and those that a new series begins with."""
    until(page, "Promise.all(['/offline', location.pathname].map((path) => caches.match(path)))")


def until(page: Page, promise: str) -> None:
    """Wait until a promise of the page comes to something; to all of several."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not page.evaluate(f"Promise.resolve({promise}).then((told) => [told].flat().every(Boolean))"):
        assert time.monotonic() < deadline, promise
        page.wait_for_timeout(50)


def cut(page: Page) -> None:
    """No network on this phone from now on."""
    page.context.set_offline(True)


def mend(page: Page) -> None:
    """The network is back."""
    page.context.set_offline(False)
