"""Names inside sentences."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.engine.seriesfile import Names

ISOLATE, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = {"R", "AL", "RLE", "RLO", "RLI"}
LEFT = 4
"""Letters of a word that are left behind a cut, at least."""
BRIEF = 18
"""Letters of a name in a sentence that has one line: the numbers behind it count more than its end."""
LETTERS = re.compile(r"[^\W_]+")
JOINERS = "\u200d\ufe0f"
"""What ties letters together to one picture; a name is not cut behind it."""


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


def brief_names(players: Names) -> Names:
    """The names for a sentence that has one line. Of two that begin alike, the words that they share become
    their first letters: ``G. Alice`` and ``G. Berta``.
    """
    shared = shared_words(players)
    short = [initials(name[:shared]) + name[shared:] if len(name) > BRIEF else name for name in players]
    return brief_name(short[0]), brief_name(short[1])


def brief_name(name: str) -> str:
    """A name cut to what fits such a sentence."""
    if len(name) <= BRIEF:
        return name_within(name)
    cut = name[: BRIEF - 1].rstrip()
    while len(cut) > 1 and (is_tied(name[len(cut)]) or cut[-1] in JOINERS):
        cut = cut[:-1]
    return name_within(f"{cut.rstrip()}…")


def in_pieces(name: str, longest: int) -> tuple[str, ...]:
    """A name in the pieces between which a narrow button may break it: words that are longer than so many
    letters are cut where some are left, into ``Christo`` and ``pher``, not ``Christophe`` and ``r``.
    """
    cuts = [0]
    for word in LETTERS.finditer(name):
        start, end = word.span()
        while end - start > longest:
            start += min(longest - 1, end - start - LEFT)
            cuts.append(start)
    cuts = [cut for cut in cuts if not cut or not is_tied(name[cut])]
    return tuple(name[start:end] for start, end in zip(cuts, [*cuts[1:], len(name)], strict=True))


def is_tied(letter: str) -> bool:
    """Whether it belongs to the letter before it."""
    return letter in JOINERS or bool(unicodedata.combining(letter))


def initials(words: str) -> str:
    """Words as their first letters: ``Aunt Maria `` as ``A. M. ``."""
    return "".join(f"{word[0]}. " for word in words.split())


def shared_words(players: Names) -> int:
    """How many letters of both names are words that they begin with both, the blank behind them included."""
    one, other = (name.split(" ") for name in players)
    letters = 0
    for word, same in zip(one[:-1], other[:-1], strict=False):
        if word != same:
            break
        letters += len(word) + 1
    return letters
