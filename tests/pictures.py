"""`make pictures`: the screenshots that the README shows, taken of a real series in a real browser."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import FLAGS, NO_BROWSER, find_browser
from tests.browser.evening import lay_down, record_gin, record_hand, record_void, start_series
from tests.live import LiveServer

PICTURES = Path(__file__).parent.parent / "static" / "pictures"


def take_series(browser: Browser, server: LiveServer) -> None:
    """A series in its middle game, with the next hand about to be saved."""
    context = browser.new_context(
        base_url=server.secure,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="en-GB",
    )
    page = context.new_page()
    start_series(page, "Ann", "Bob", dealer="Ann")
    record_hand(page, "Ann", "knock", 4, 26)
    record_hand(page, "Bob", "knock", 3, 24)
    record_hand(page, "Ann", "knock", 8, 3)
    record_gin(page, "Ann", 31)
    record_void(page)
    record_hand(page, "Bob", "knock", 2, 19)
    lay_down(page, "Ann", "knock", 4, 30)
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / "series.png")
    context.close()


def main() -> None:
    """Takes all pictures."""
    found = find_browser()
    if not found:
        raise SystemExit(NO_BROWSER)
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder)) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=found.path, args=list(FLAGS)) as browser,
    ):
        take_series(browser, server)


if __name__ == "__main__":
    main()
