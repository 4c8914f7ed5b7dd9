"""How the store says no: codes with a field and facts, never sentences (``words`` has those).

What a caller could have asked better is a ``Refused`` as the engine's are (the API answers 422); the rest
has its own small class each, named after what the caller should do about it.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.engine.errors import Refused


class BadBase(Refused):
    """The version that the caller saw can be none: missing, not whole, below 0 or not reached yet."""


class Reused(Refused):
    """An id or key that was taken for something else before."""


class NothingLeft(Refused):
    """Nothing to undo, or nothing to redo."""


class Frozen(Refused):
    """The rules of a series with a hand on its sheet (rules.md, section 7)."""


class NotKept(Exception):
    """A request that the store can't meet though nothing is wrong with its wording."""

    def __init__(self, code: str, field: str | None = None, **facts: Any) -> None:
        super().__init__(code, field, facts)
        self.code = code
        self.field = field
        self.facts: dict[str, Any] = facts


class Missing(NotKept):
    """No such series, hand, book, device or link."""


class Taken(NotKept):
    """The id of a series in a book that is none of the caller's business."""


class LinkEnded(NotKept):
    """A link that was good once: ended by an owner or past its time."""


class ShutOut(NotKept):
    """What a device could see until an owner revoked it."""


class CodeRefused(Refused):
    """A code that opens nothing: mistyped, used, or past its time; nobody is told which."""


class TooOften(NotKept):
    """More of something than an address or a device may do; ``wait`` among the facts is in seconds."""


class Damaged(NotKept):
    """A series whose row or entries come to nothing sensible. Nothing of it can be shown or changed until the
    operator has mended it; its raw values can be read, and all others are as they were.
    """


class Newer(NotKept):
    """A database that a newer release has migrated: this one would not know what it reads."""


class Unavailable(NotKept):
    """The database is busy, full or out of reach: nothing was stored, the same request may succeed later."""
