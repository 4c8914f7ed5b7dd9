"""Tags that tell a page of one version and release from that of another."""

from __future__ import annotations

import hashlib

from flask import g, request

from scorekeeper.web.access import seen_series
from scorekeeper.web.assets import release_served
from scorekeeper.words.locale import present_language


def tag_of_fragment() -> str:
    """The tag of the fragment that belongs to the page asked for; "" for a page of no series."""
    return tag_of_series() if "glance" in g else ""


def tag_of_series() -> str:
    """What an answer about the series that is asked for depends on, as short text."""
    seen = seen_series()
    query = request.query_string.decode("latin-1")
    parts = (*seen.players, present_language(), release_served(), seen.role, query)
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"{seen.version}-{digest[:16]}"
