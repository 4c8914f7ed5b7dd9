"""Names inside sentences."""

from __future__ import annotations

import unicodedata

from scorekeeper.engine.seriesfile import Names

ISOLATE, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = {"R", "AL", "RLE", "RLO", "RLI"}


def names_within(players: Names) -> Names:
    """The names for a sentence on a page: one that runs from right to left is set apart from the words and
    figures around it, as `<bdi>` does where a name stands in an element of its own.
    """
    return name_within(players[0]), name_within(players[1])


def name_within(name: str) -> str:
    """One name for a sentence on a page."""
    if not any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return name
    return f"{ISOLATE}{name}{POP}"
