"""`make pictures`: the screenshots that the README and the manifest show, taken of a real series in a real
browser, and the icons of a home screen, drawn from their SVG. `make pictures ARGS=FOLDER`: every page in
every size and language, into that folder, to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import FLAGS, NO_BROWSER, find_browser
from tests.browser.evening import lay_down, record_gin, record_hand, record_void, start_series
from tests.gallery import take_gallery
from tests.live import LiveServer

STATIC = Path(__file__).parent.parent / "static"
PICTURES = STATIC / "pictures"
ICONS = STATIC / "icons"
DRAWN = (
    ("pad.svg", "pad-192.png", 192, 1.0),
    ("pad.svg", "pad-512.png", 512, 1.0),
    ("pad-full.svg", "pad-full-180.png", 180, 1.3),
    ("pad-full.svg", "pad-full-512.png", 512, 1.0),
)
"""Which drawing becomes which icon, how large (pixels), and how near: Android cuts a circle out of the full
one, iOS rounds its corners only.
"""


SCREEN_STAYS_ON = """Object.defineProperty(navigator, "wakeLock", {
  value: { request: async () => new EventTarget() } });"""
"""A browser without windows has no screen; a table's has, and agrees."""


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
    context.add_init_script(SCREEN_STAYS_ON)
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
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{page.url}/table")
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / "table.png", scale="css")
    context.close()


def draw_icons(browser: Browser) -> None:
    """The icons of a home screen, which takes no SVG."""
    for drawing, icon, size, nearness in DRAWN:
        page = browser.new_page(viewport={"width": size, "height": size})
        look = f"display:block; width:{size}px; height:{size}px; scale:{nearness}"
        page.set_content(
            f"<style>body {{margin:0; overflow:hidden}} svg {{{look}}}</style>{(ICONS / drawing).read_text()}"
        )
        page.screenshot(path=ICONS / icon, omit_background=True)
        page.close()


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
        if len(sys.argv) > 1:
            print(*take_gallery(browser, server, Path(sys.argv[1])), sep=" is too wide\n", end="")
            return
        take_series(browser, server)
        draw_icons(browser)


if __name__ == "__main__":
    main()
