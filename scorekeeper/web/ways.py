"""Addresses that are asked for again and again, put together once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import request, url_for


def way_to(endpoint: str, **values: Any) -> str:
    """What `url_for` answers: a page of a series has two dozen addresses, the same at every look."""
    return built(endpoint, request.script_root, **values)


@lru_cache(maxsize=5000)
def built(endpoint: str, _root: str, **values: Any) -> str:
    """The address below the root under which a proxy shows us."""
    return url_for(endpoint, **values)
