"""The second engine, the iPhone's: WebKitGTK with its driver, found on this machine or put there.

``python -m tests.webkit.engine`` is what ``make webkit`` asks first.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.browser.chromium import install_packages, may_install, output

PACKAGES = ("xvfb", "webkit2gtk-driver")
NO_ENGINE = (
    "No WebKitGTK to test with: Xvfb, WebKitWebDriver and its MiniBrowser are not all on this machine. "
    f"As root on Debian: apt-get install {' '.join(PACKAGES)}"
)


@dataclass(frozen=True)
class Engine:
    """Where the engine's programs are."""

    screen: str
    driver: str
    browser: str


def find_engine() -> Engine | None:
    """All three programs; None where one is missing."""
    screen, driver = shutil.which("Xvfb"), shutil.which("WebKitWebDriver")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return Engine(screen, driver, str(browsers[-1])) if screen and driver and browsers else None


def main() -> None:
    """Say which engine the tests take, installing it where there is none."""
    if not find_engine() and may_install():
        print("WebKitGTK: none on this machine; trying apt-get.", flush=True)
        install_packages(*PACKAGES)
    found = find_engine()
    if not found:
        raise SystemExit(NO_ENGINE)
    print(f"WebKitGTK: {output([found.browser, '--version'])}, {found.browser}", flush=True)


if __name__ == "__main__":
    main()
