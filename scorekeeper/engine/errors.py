"""How the engine says no: a stable code with numbers, never a sentence (``words/refusals.py`` has those)."""

from typing import Any, Self


class Refused(ValueError):
    """Something that is not taken, and why.

    ``code`` is stable and the same in the twin; ``field`` is the JSON name to put right (``"deadwood"``,
    ``"rules.target"``); ``hand`` is the number of the hand in its series, where one is meant; ``facts`` are
    the numbers and names of the sentence. A player among the facts is a seat, 0 or 1, under the key
    ``player`` or ``other``; ``players`` are the names at the seats, where a file has stated them.
    """

    def __init__(self, code: str, field: str | None = None, *, hand: int | None = None, **facts: Any) -> None:
        super().__init__(code, field, facts)
        self.code = code
        self.field = field
        self.hand = hand
        self.facts: dict[str, Any] = facts
        self.players: tuple[str, str] | None = None

    def at_hand(self, number: int, players: tuple[str, str]) -> Self:
        """The same refusal, said of the hand with this number in a series of these players."""
        self.hand = number
        self.players = players
        return self


class Malformed(Refused):
    """Not a hand, a rule set or a series at all: wrong shape, wrong type, unknown name."""


class NotAllowed(Refused):
    """Well formed, but the rules of the series forbid it (rules.md, sections 1 and 7)."""


def shortened(text: str) -> str:
    """A stranger's text as it may stand in a sentence: one line of at most 40 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
