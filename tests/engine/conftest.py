"""The engine's tests need the browser for the twin, started as the other browser tests start it."""

from tests.browser.conftest import browser_type_launch_args

__all__ = ["browser_type_launch_args"]
