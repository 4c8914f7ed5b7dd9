"""A newer release while phones are at the table: two real ones, one after the other at the same address.

Page, style sheet and script of each say which release they are of. What a phone shows is never of both.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evening import expect_totals, lay_down, record_gin, record_hand, save, start_series
from tests.browser.phones import NO_NETWORK, cut, expect_all_sent, kept, mend, settle_worker, until
from tests.browser.test_joining import make_link
from tests.live import LiveServer

HERE = Path(__file__).parent.parent.parent
MARKED = {
    "templates/base.html": '<meta name="release" content="{}">\n',
    "static/css/base.css": "html {{ --release: {}; }}\n",
    "static/js/app.js": 'document.documentElement.dataset.script = "{}";\n',
    "static/js/home.js": 'document.documentElement.dataset.script = "{}";\n',
    "static/js/worker.js": 'globalThis.release = "{}";\n',
}
"""What is written at the end of which files."""
RELOAD = "There is a new version: reload"
RELEASES_SEEN = """() => {
  const root = document.documentElement;
  const loaded = performance.getEntriesByType("resource");
  const files = loaded.map(({ name }) => name.match(/static\\/([^/]+)/)?.[1]);
  return {
    page: document.querySelector("[name=release]").content,
    sheet: getComputedStyle(root).getPropertyValue("--release").trim(),
    script: root.dataset.script,
    releases: new Set(files.filter(Boolean)).size,
  };
}"""


class Releases:
    """A copy of the program that is changed from one release to the next."""

    def __init__(self, folder: Path) -> None:
        for part in ("scorekeeper", "templates", "static"):
            shutil.copytree(HERE / part, folder / part)
        self._folder = folder
        self._plain = {path: (folder / path).read_text() for path in MARKED}
        self.become("one")

    def become(self, name: str) -> None:
        """The release of that name, for the next server that is started."""
        for path, mark in MARKED.items():
            (self._folder / path).write_text(self._plain[path] + mark.format(name))


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    return Releases(tmp_path / "program")


@pytest.fixture
def server(releases: Releases, tmp_path: Path) -> Iterator[LiveServer]:
    """The first release, served."""
    instance = tmp_path / "instance"
    instance.mkdir()
    with LiveServer(instance, environ={"PYTHONPATH": str(tmp_path / "program")}) as running:
        yield running


def expect_whole(page: Page, release: str) -> None:
    """Page, style sheet and script are of one release."""
    page.wait_for_function("() => document.documentElement.dataset.script")
    seen = page.evaluate(RELEASES_SEEN)
    assert seen == {"page": release, "sheet": release, "script": release, "releases": 1}


@pytest.mark.parametrize("secure", [False, True])
def test_a_newer_release_waits_for_a_tap_and_so_does_the_hand(
    open_phone: OpenPhone,
    releases: Releases,
    server: LiveServer,
    expected_console: list[str],
    secure: bool,
) -> None:
    expected_console.append(NO_NETWORK)
    page = open_phone(server=server, secure=secure)
    path = start_series(page, "Ann", "Bob", dealer="Ann")
    if secure:
        settle_worker(page)
    expect_whole(page, "one")
    server.kill()
    record_hand(page, "Ann", "knock", 4, 26)
    record_gin(page, "Bob", 14)
    lay_down(page, "Ann", "knock", 3, 20)
    releases.become("two")
    server.start()
    expect_all_sent(page)
    reload = page.get_by_role("button", name=RELOAD)
    expect(reload).to_be_visible()
    expect_whole(page, "one")
    if secure:
        cut(page)
        page.reload()
        expect_whole(page, "one")
        mend(page)
        expect(reload).to_be_visible()
    reload.tap()
    expect(reload).to_have_count(0)
    expect_whole(page, "two")
    assert save(page) == "Save: Ann +17 → games 1, 2"
    expect_all_sent(page)
    expect_totals(page, Ann=(39, 17, 0), Bob=(39, 0, 0))
    assert [hand["knocker"] for hand in kept(page)] == ["Ann", "Bob", "Ann"]
    if secure:
        until(page, f"caches.match({path!r}).then((page) => page.text()).then((text) => /=.two/.test(text))")
        cut(page)
        page.reload()
        expect_whole(page, "two")
        page.goto("/")
        expect_whole(page, page.evaluate("document.querySelector('[name=release]').content"))


def test_who_only_looks_on_goes_on_seeing_the_score(
    open_phone: OpenPhone, releases: Releases, server: LiveServer, expected_console: list[str]
) -> None:
    expected_console.append(NO_NETWORK)
    ann, cy = open_phone(server=server), open_phone("Pixel 7", server=server)
    path = start_series(ann, "Ann", "Bob", dealer="Ann")
    cy.goto(make_link(ann, path, role="looks"))
    cy.get_by_role("textbox", name=re.compile("Another name|called")).fill("Cy's phone")
    cy.get_by_role("button", name="Join", exact=True).tap()
    cy.wait_for_url(re.compile(f"{path}$"))
    ann.goto(path)
    server.kill()
    releases.become("two")
    server.start()
    record_hand(ann, "Ann", "knock", 4, 26)
    expect_totals(cy, Ann=(22, 0, 0), Bob=(0, 0, 0))
    cy.get_by_role("button", name=RELOAD).tap()
    expect(cy.get_by_role("button", name=RELOAD)).to_have_count(0)
    expect_whole(cy, "two")
    expect_totals(cy, Ann=(22, 0, 0), Bob=(0, 0, 0))
