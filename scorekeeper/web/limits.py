"""How many books an address may start, and how much a device may write where the operator says so."""

from __future__ import annotations

import logging

from flask import Flask, current_app, g, request

from scorekeeper.config import Settings
from scorekeeper.store.errors import TooOften
from scorekeeper.store.tries import count_try, new_books
from scorekeeper.web.access import SAFE_METHODS, visitor
from scorekeeper.web.callers import address_of_caller

MINUTE = 60

log = logging.getLogger("scorekeeper.limits")


def count_new_book() -> None:
    """Count one more book of the caller's address, before it is made. Raises ``TooOften``."""
    settings: Settings = current_app.extensions["settings"]
    if settings.books_an_hour is not None:
        count_try(address_of_caller(), new_books(settings.books_an_hour))


def install_limits(app: Flask) -> None:
    """Count writes after the guard has seen who asks, where the operator set a limit."""
    settings: Settings = app.extensions["settings"]
    limit = settings.writes_a_minute
    if limit is None:
        return
    # Imported here: only who limits pays for it.
    from limits import RateLimitItemPerMinute
    from limits.errors import StorageError
    from limits.storage import storage_from_string
    from limits.strategies import MovingWindowRateLimiter

    most = RateLimitItemPerMinute(limit)
    counter = MovingWindowRateLimiter(storage_from_string(settings.limits_in, wrap_exceptions=True))

    def refuse_many_writes() -> None:
        """429 for a device beyond its limit, and for a stranger's address. A counter that is out of reach
        stops nobody: hands matter more than limits.
        """
        if request.method in SAFE_METHODS or "visitor" not in g:
            return
        device_id = visitor().device_id
        writer = address_of_caller() if device_id is None else str(device_id)
        try:
            if counter.hit(most, "writes", writer):
                return
        except StorageError as trouble:
            log.warning("Writes can't be counted just now: %s", trouble)
            return
        raise TooOften("too_many_writes", wait=MINUTE // limit + 1)

    app.before_request(refuse_many_writes)
