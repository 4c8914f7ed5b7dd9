"""Phones for the browser tests, and an eye on what their pages must never do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.browser.chromium import FLAGS, NO_BROWSER, find_browser
from tests.live import LiveServer

pytest.register_assert_rewrite("tests.browser.evening")

PHONES = ("iPhone 13", "Pixel 7")
WAIT_MS = 10_000

expect.set_options(timeout=WAIT_MS)

OpenPhone = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A busy machine may miss a second: what fails is tried once more, and the report says so."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How pytest-playwright starts the browser that `make test` announced."""
    found = find_browser()
    if not found:
        pytest.fail(NO_BROWSER)
    return {**browser_type_launch_args, "executable_path": found.path, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all browser tests; each phone is a new device, so no test sees another's books."""
    server = LiveServer(tmp_path_factory.mktemp("instance"))
    with server:
        yield server
    said = server.log.read_text()
    assert "Traceback" not in said, said


@pytest.fixture
def lone_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server for one test alone, which may stop and start it."""
    with LiveServer(tmp_path) as server:
        yield server


@pytest.fixture
def expected_console() -> list[str]:
    """Patterns of console errors that the test provokes and knows about; append to it."""
    return []


@pytest.fixture
def open_phone(
    playwright: Playwright, browser: Browser, live_server: LiveServer, expected_console: list[str]
) -> Iterator[OpenPhone]:
    """Opens a phone nobody has used before, as often as called.

    `open_phone(device, size=(375, 553), secure=False, server=None, **options)` gives a page that stands
    on nothing yet, so `page.goto("/")` comes first. `secure` picks the origin a browser trusts (localhost)
    over the one of a home network. `options` go to Playwright's `new_context`, such as
    `java_script_enabled` and `color_scheme`. At the test's end no phone may have had a console error, an
    uncaught exception or a request off the site.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_one(
        device: str = PHONES[0],
        *,
        size: tuple[int, int] | None = None,
        secure: bool = False,
        server: LiveServer | None = None,
        **options: Any,
    ) -> Page:
        served = server or live_server
        shape = {**playwright.devices[device], "locale": "en-GB", **options}
        shape.pop("default_browser_type")
        if size:
            shape["viewport"] = {"width": size[0], "height": size[1]}
            shape["screen"] = shape["viewport"]
        origin = served.secure if secure else served.at_home
        context = browser.new_context(base_url=origin, **shape)
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        watch(context, origin, faults)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    unexpected = [fault for fault in faults if not any(re.search(known, fault) for known in expected_console)]
    assert not unexpected, "\n".join(unexpected)


@pytest.fixture(params=PHONES)
def phone(request: pytest.FixtureRequest, open_phone: OpenPhone) -> Page:
    """A new phone in a home network, once as an iPhone and once as a Pixel."""
    return open_phone(request.param)


def watch(context: BrowserContext, origin: str, faults: list[str]) -> None:
    """Note in `faults` every console error, uncaught exception and request that leaves the site."""
    at_home = (f"{origin}/", "data:", "blob:", "about:")

    def note_console(message: Any) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def note_request(request: Any) -> None:
        if not request.url.startswith(at_home):
            faults.append(f"off the site: {request.url}")

    context.on("console", note_console)
    context.on("weberror", lambda error: faults.append(f"uncaught: {error.error}"))
    context.on("request", note_request)
