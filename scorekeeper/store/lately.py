"""What a process keeps in mind of the series that were asked for last."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from cachetools import LRUCache

Kept = TypeVar("Kept")


class Lately(Generic[Kept]):
    """Something of each series, at most so many entries in all; what was not asked for longest goes first.

    Nothing in it is right by itself: whoever takes something out proves it by the row of its series.
    """

    def __init__(self, most: int, entries_of: Callable[[Kept], int]) -> None:
        # By number: a UUID takes several times as long to look up.
        self._kept: LRUCache[int, Kept] = LRUCache(most, getsizeof=lambda kept: entries_of(kept) + 1)
        self._lock = Lock()

    def get(self, series_id: UUID) -> Kept | None:
        """What was kept last."""
        with self._lock:
            return self._kept.get(series_id.int)

    def take(self, series_id: UUID) -> Kept | None:
        """The same, which nobody else gets until it is kept again."""
        with self._lock:
            return self._kept.pop(series_id.int, None)

    def keep(self, series_id: UUID, kept: Kept) -> None:
        """Keep something in place of what there was; nothing that is larger than all that is kept."""
        with self._lock, suppress(ValueError):
            self._kept[series_id.int] = kept

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()
