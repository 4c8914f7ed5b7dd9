"""Every page of the product, at four sizes, light and dark, and in every language: pictures to look at.

`take_gallery` walks from page to page as links lead, so a new page is in it as soon as anything leads there.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from scorekeeper.words.locale import LANGUAGES
from tests.live import LiveServer
from tests.load.client import Phone

SIZES = {"320": (320, 568), "390": (390, 664), "844": (844, 340), "1024": (1024, 768)}
SCHEMES = ("light", "dark")
WIDER_THAN_THE_PHONE = "document.documentElement.scrollWidth > innerWidth"


def knock(knocker: str, deadwood: int, other: str, held: int) -> dict[str, Any]:
    return {"how": "knock", "knocker": knocker, "deadwood": {knocker: deadwood, other: held}}


def gin(winner: str, loser: str, held: int) -> dict[str, Any]:
    return {"how": "gin", "knocker": winner, "deadwood": {loser: held}}


ANN, BOB = "Alexandra", "Bartholomew"
EVENING = [
    knock(ANN, 4, BOB, 26),
    knock(BOB, 3, ANN, 24),
    knock(ANN, 8, BOB, 3),
    gin(ANN, BOB, 31),
    {"how": "void"},
    knock(BOB, 2, ANN, 19),
]
MATCHES = [[gin(ANN, BOB, 70)] * 4, [gin(BOB, ANN, 60), gin(ANN, BOB, 80), *[gin(BOB, ANN, 70)] * 4]]


def keep_evenings(phone: Phone) -> dict[str, str]:
    """Where to begin: home, and the pages of a running series and of two that are over."""
    start = {"home": "/"}
    for name, hands in (("series-over", MATCHES[0]), ("series-played-out", MATCHES[1]), ("series", EVENING)):
        series = phone.start_series(ANN, BOB)
        for base, hand in enumerate(hands):
            status, told, _ = phone.record(series, hand, base)
            assert status == 201, told
        start[name] = f"/series/{series}"
    return start


def open_context(
    browser: Browser, server: LiveServer, phone: Phone, language: str, **shape: Any
) -> BrowserContext:
    """A browser that is the phone, and speaks a language."""
    context = browser.new_context(base_url=server.secure, locale=language, service_workers="block", **shape)
    cookies = [part.split("=", 1) for part in phone.headers["Cookie"].split("; ")]
    context.add_cookies([{"name": name, "value": value, "url": server.secure} for name, value in cookies])
    return context


def walk(page: Page, start: dict[str, str]) -> Iterator[str]:
    """Visits where to begin, and a page of every kind that links lead to; says what kind it stands on."""
    waiting, seen = deque(start.items()), set[str]()
    while waiting:
        kind, path = waiting.popleft()
        if kind in seen or kind.endswith((".csv", ".jsonl", "export", ".svg")):
            continue
        seen.add(kind)
        page.goto(path)
        yield kind
        links = page.locator("a[href]").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))"
        )
        found = (urldefrag(link)[0] for link in links)
        waiting += [(kind_of(link), link) for link in found if link.startswith("/")]


def kind_of(path: str) -> str:
    """The address without what tells one series, person or hand from another."""
    plain = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", urlsplit(path).path)
    return re.sub(r"\d+", "", plain).strip("/").replace("//", "/").replace("/", "-") or "home"


def take_gallery(browser: Browser, server: LiveServer, folder: Path) -> list[str]:
    """All pictures, and the names of those whose page is wider than its screen."""
    phone = Phone(server.secure)
    start = keep_evenings(phone)
    too_wide = []
    for language in LANGUAGES:
        for name, (width, height) in SIZES.items():
            for scheme in SCHEMES if language == "en" else SCHEMES[:1]:
                shape = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                context = open_context(browser, server, phone, language, has_touch=True, **shape)
                page = context.new_page()
                for kind in walk(page, start):
                    picture = folder / f"{language}-{scheme}-{name}" / f"{kind}.png"
                    page.screenshot(path=picture, full_page=True, animations="disabled")
                    if page.evaluate(WIDER_THAN_THE_PHONE):
                        too_wide.append(str(picture.relative_to(folder)))
                context.close()
    phone.close()
    return too_wide
