"""The browser that the tests drive: found on this machine, or put there.

``python -m tests.browser.chromium`` is what ``make test`` asks first, so that the one line about
the browser stands before the tests and not somewhere among them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

SYSTEM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
"""The one without windows first: it opens a phone's page in a quarter of the time."""
MAC_PROGRAMS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
NO_BROWSER = (
    "No browser to test with: there is no Chromium or Chrome on this machine, `playwright install "
    "chromium` got none, and only root can `apt-get install chromium`. Install one and start again."
)
NO_DRIVER = (
    "Playwright's driver does not start, so there is nothing to test with; "
    "`.venv/bin/playwright --version` says why. Where libatomic.so.1 is missing: install libatomic1."
)
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP score.test 127.0.0.1",
)
LAST_LINES = 5


@dataclass(frozen=True)
class FoundBrowser:
    """A browser that runs here."""

    path: str
    whose: str
    version: str


def find_browser() -> FoundBrowser | None:
    """The first browser of this machine that can tell its version; a stub without its libraries cannot."""
    for path, whose in candidates():
        if version := output([path, "--version"]):
            return FoundBrowser(path, whose, version)
    return None


def candidates() -> Iterator[tuple[str, str]]:
    """Where browsers stand, and whose they are."""
    for name in (*SYSTEM_NAMES, *MAC_PROGRAMS):
        if path := shutil.which(name):
            yield path, "the system's"
    # Asked in another process, since inside the tests playwright runs already.
    if own := output([sys.executable, "-c", ASK_PLAYWRIGHT]):
        yield own, "playwright's own"


def output(command: list[str]) -> str | None:
    """What a command prints; None where it is not there, fails or is silent."""
    try:
        done = subprocess.run(command, check=False, text=True, capture_output=True)
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def install_browser() -> FoundBrowser | None:
    """A browser put there by playwright, else as root by apt-get; None when neither could."""
    print("Browser: none on this machine; trying `playwright install chromium`.", flush=True)
    run_quietly([sys.executable, "-m", "playwright", "install", "chromium"])
    if not (found := find_browser()) and may_install():
        for package in ("chromium-headless-shell", "chromium"):
            print(f"Browser: that got none; trying `apt-get install {package}`.", flush=True)
            install_packages(package, "fonts-liberation")
            if found := find_browser():
                break
    return found


def driver_starts() -> bool:
    """Whether playwright's driver runs here: it is a program of its own and wants libatomic."""
    return output([sys.executable, "-m", "playwright", "--version"]) is not None


def may_install() -> bool:
    """Whether we are root on a Debian of some kind."""
    return os.getuid() == 0 and shutil.which("apt-get") is not None


def install_packages(*names: str) -> None:
    """Debian's packages of these names, if they can be had."""
    run_quietly(["apt-get", "update"])
    run_quietly(["apt-get", "install", "-y", "--no-install-recommends", *names])


def run_quietly(command: list[str]) -> None:
    """Run to the end; the last of what it said is shown only when it failed."""
    done = subprocess.run(
        command,
        check=False,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
    if done.returncode:
        print(*done.stdout.strip().splitlines()[-LAST_LINES:], sep="\n", flush=True)


def main() -> None:
    """Say which browser the tests take, installing one where there is none."""
    if not driver_starts() and may_install():
        install_packages("libatomic1")
    if not driver_starts():
        raise SystemExit(NO_DRIVER)
    found = find_browser() or install_browser()
    if not found:
        raise SystemExit(NO_BROWSER)
    print(f"Browser: {found.whose} {found.version}, {found.path}", flush=True)


if __name__ == "__main__":
    main()
