"""The paragraphs of the rules page that explanations point at."""

from __future__ import annotations

from uuid import UUID

from flask import url_for

PARAGRAPHS = {
    "knock": "knocking",
    "undercut": "undercut",
    "level": "undercut",
    "gin": "gin",
    "big_gin": "big-gin",
    "void": "void",
    "after_end": "closing",
    "nth_win": "cascade",
    "nth_win_closed": "closing",
    "late_start": "late-start",
    "nowhere": "late-start",
    "extras": "extras",
    "shutout": "shutout",
    "settlement": "settlement",
    "closing": "closing",
    "dealer": "next-dealer",
}
"""The anchor of a paragraph by what it explains: the engine's reasons, and what follows from them."""


def paragraph_url(series_id: UUID, code: str) -> str:
    """The address of the paragraph that explains this, in the rules of this series; "" where none does."""
    anchor = PARAGRAPHS.get(code)
    return f"{url_for('rules.show_series', series_id=series_id)}#{anchor}" if anchor else ""
