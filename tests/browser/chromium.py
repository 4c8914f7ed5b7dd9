"""The browser that the tests drive: found on this machine, or put there.

``python -m tests.browser.chromium`` is what ``make test`` asks first, so that the one line about
the browser stands before the tests and not somewhere among them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_PROGRAMS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
NO_BROWSER = (
    "No browser to test with: there is no Chromium or Chrome on this machine, `playwright install "
    "chromium` got none, and only root can `apt-get install chromium`. Install one and start again."
)
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


def find_browser(playwright: Playwright) -> tuple[Path, str] | None:
    """A browser that is here already, and in words which one it is."""
    for name in SYSTEM_NAMES:
        if path := shutil.which(name):
            return Path(path), "the system's"
    for program in MAC_PROGRAMS:
        if program.exists():
            return program, "the system's"
    own = Path(playwright.chromium.executable_path)
    return (own, "playwright's own") if own.exists() else None


def install_browser(playwright: Playwright) -> tuple[Path, str] | None:
    """A browser put there by playwright, else as root by apt-get; None when neither could."""
    print("Browser: none on this machine; trying `playwright install chromium`.", flush=True)
    run_quietly([sys.executable, "-m", "playwright", "install", "chromium"])
    if (found := find_browser(playwright)) or os.getuid() != 0 or not shutil.which("apt-get"):
        return found
    print("Browser: that got none; trying `apt-get install chromium`.", flush=True)
    run_quietly(["apt-get", "update"])
    run_quietly(["apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"])
    return find_browser(playwright)


def run_quietly(command: list[str]) -> None:
    """Run to the end; what it said is shown only when it failed."""
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
        print(done.stdout, flush=True)


def main() -> None:
    """Say which browser the tests take, installing one where there is none."""
    with sync_playwright() as playwright:
        found = find_browser(playwright) or install_browser(playwright)
    if not found:
        raise SystemExit(NO_BROWSER)
    path, whose = found
    version = subprocess.run([path, "--version"], check=True, text=True, capture_output=True).stdout
    print(f"Browser: {whose} {version.strip()}, {path}", flush=True)


if __name__ == "__main__":
    main()
