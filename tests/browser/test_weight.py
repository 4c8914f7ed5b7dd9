"""Pages light enough for a bad signal (phone.md, point 32)."""

from __future__ import annotations

import gzip
from uuid import uuid4

from playwright.sync_api import Response

from tests.browser.conftest import OpenPhone
from tests.browser.evening import start_series

MOST_IN_ALL = 24 * 1024
MOST_TO_DRAW = 14 * 1024
"""HTML and style sheets: what the first picture waits for."""

HANDS = 20
"""On the sheet: a long evening."""
PLAY = """async ([path, hands]) => {
  const { csrf_token } = await (await fetch("/csrf")).json();
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf_token };
  const statuses = [];
  for (const { key, knocker, base } of hands) {
    const deadwood = { Ann: 10, Bob: 10, [knocker]: 9 };
    const body = JSON.stringify({ how: "knock", knocker, deadwood, base });
    statuses.push((await fetch(`/api${path}/hands/${key}`, { method: "PUT", headers, body })).status);
  }
  return statuses;
}"""
"""A point a hand."""
SIZES = """performance.getEntriesByType("resource")
  .filter((entry) => entry.name.includes("/static/")).map((entry) => entry.transferSize)"""
"""What crossed the wire of each static file since the page was asked for; 0 where it was kept."""


def weigh(response: Response) -> int:
    """The body as it crosses the wire, gzipped."""
    return len(gzip.compress(response.body(), 9))


def test_a_first_visit_of_the_series_page_is_light(open_phone: OpenPhone) -> None:
    owner = open_phone()
    path = start_series(owner, "Ann", "Bob")
    hands = [
        {"key": str(uuid4()), "knocker": ("Ann", "Bob")[base % 2], "base": base} for base in range(HANDS)
    ]
    assert owner.evaluate(PLAY, [path, hands]) == [201] * HANDS
    page = open_phone(storage_state=owner.context.storage_state())
    seen: list[Response] = []
    page.on("response", lambda response: seen.append(response))
    page.goto(path)
    page.wait_for_timeout(500)
    by_kind: dict[str, int] = {}
    for response in seen:
        if response.status == 200 and not response.url.endswith("/live"):
            kind = response.request.resource_type
            by_kind[kind] = by_kind.get(kind, 0) + weigh(response)
    assert by_kind["document"] + by_kind["stylesheet"] <= MOST_TO_DRAW, by_kind
    assert sum(by_kind.values()) <= MOST_IN_ALL, by_kind


def test_a_second_visit_asks_for_the_page_alone(open_phone: OpenPhone) -> None:
    page = open_phone()
    start_series(page, "Ann", "Bob")
    page.reload()
    page.wait_for_timeout(500)
    sizes = page.evaluate(SIZES)
    assert sizes
    assert not any(sizes)
