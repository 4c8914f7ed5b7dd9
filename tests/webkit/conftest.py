"""A pad in the second engine, on a screen of its own: for `make webkit`, not for `make test`."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.live import LiveServer, end_with_parent
from tests.webkit.engine import NO_ENGINE, Engine, find_engine
from tests.webkit.pad import Pad

SIZE = (447, 800)
"""The narrowest window that the engine opens, as high as a phone's."""
PATIENCE = 60
"""Seconds that an answer of the driver may take."""
SCREEN = "1280x1024x24"
ON_SCREEN = {
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "LANGUAGE": "en",
    "GDK_BACKEND": "x11",
}

OpenPad = Callable[..., Pad]


@pytest.fixture(scope="session")
def engine() -> Engine:
    """The engine that `make webkit` announced."""
    found = find_engine()
    if not found:
        pytest.fail(NO_ENGINE)
    return found


@pytest.fixture(scope="session")
def screen(engine: Engine) -> Iterator[dict[str, str]]:
    """The environment of a program that is to be seen on a screen which nobody looks at."""
    read, write = os.pipe()
    command = [engine.screen, "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(
        command, pass_fds=[write], stderr=subprocess.DEVNULL, preexec_fn=end_with_parent
    ) as process:
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        yield {**os.environ, **ON_SCREEN, "DISPLAY": f":{number}"}
        process.terminate()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all tests; each browser is a new device that remembers nothing."""
    with LiveServer(tmp_path_factory.mktemp("instance")) as running:
        yield running


@pytest.fixture
def server(served: LiveServer) -> LiveServer:
    """The server, up, whatever became of it in another test; this one may kill it too."""
    if not served.answers():
        served.start()
    return served


@pytest.fixture
def open_pad(
    engine: Engine, screen: dict[str, str], server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenPad]:
    """Opens a browser that nobody has used before: `open_pad(secure=True)`.

    `secure` picks the origin that a browser trusts over the one of a home network, whose name the engine
    looks up nowhere: it asks our server as its proxy.
    """
    from selenium.webdriver import WebKitGTK, WebKitGTKOptions
    from selenium.webdriver.common.proxy import Proxy
    from selenium.webdriver.webkitgtk.service import Service
    from urllib3.exceptions import HTTPError

    opened: list[WebKitGTK] = []
    # Read when a browser is started.
    monkeypatch.setattr(socket, "getdefaulttimeout", lambda: PATIENCE)

    def start(options: WebKitGTKOptions) -> WebKitGTK:
        """The browser, at the second try where its first start hangs, as it may on a busy machine."""
        service = Service(engine.driver, env=screen)
        try:
            return WebKitGTK(options=options, service=service)
        except HTTPError:
            service.stop()
            return WebKitGTK(options=options, service=Service(engine.driver, env=screen))

    def open_one(*, secure: bool = True) -> Pad:
        options = WebKitGTKOptions()
        options.binary_location = engine.browser
        options.add_argument("--automation")
        if not secure:
            options.proxy = Proxy({"proxyType": "manual", "httpProxy": f"127.0.0.1:{server.port}"})
        driver = start(options)
        opened.append(driver)
        driver.set_window_size(*SIZE)
        return Pad(driver, server, server.secure if secure else server.at_home)

    yield open_one
    for driver in opened:
        driver.quit()
