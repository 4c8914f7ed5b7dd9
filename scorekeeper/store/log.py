"""The log of a series: each entry with what it found and what it left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.store.pad import Line, Pad, time_of


@dataclass(frozen=True, slots=True)
class Standing:
    """What an entry found or left. ``hand`` is the one that it is about, None where there was none.

    ``number`` is that hand's number then, None for a struck one. The rest is of the whole series: the
    ``dealer`` set by hand for the hand to come, when it was left unfinished, its rules where they changed.
    """

    hand: Hand | None
    at: datetime | None
    struck: bool
    number: int | None
    dealer: Seat | None
    abandoned_at: datetime | None
    rules: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of the log. ``about`` is the change itself: for undo and redo the one that went or came
    back, else the entry.
    """

    line: Line
    about: Line
    old: Standing
    new: Standing


def tell_log(lines: Sequence[Line], first: int = 1, *, numbered: bool = True) -> Iterator[Logged]:
    """The entries from the version ``first`` on, in order. Without ``numbered`` no hand has a number, which
    keeps a long log as fast to tell as to read.
    """
    pad = Pad(lines[: first - 1])
    for line in lines[first - 1 :]:
        yield write_and_tell(pad, line, subject_of(line, lines), numbered=numbered)


def tell_hand_log(lines: Sequence[Line], hand_id: UUID) -> Iterator[Logged]:
    """The entries about one hand, in order, the undoing and redoing of them included."""
    pad = Pad()
    for line in lines:
        about = subject_of(line, lines)
        if about.hand_id == hand_id:
            yield write_and_tell(pad, line, about, numbered=True)
        else:
            pad.write(line)


def subject_of(line: Line, lines: Sequence[Line]) -> Line:
    """The change that a line is about: for undo and redo the one that they went over."""
    return lines[line.body["of"] - 1] if line.kind in {"undo", "redo"} else line


def write_and_tell(pad: Pad, line: Line, about: Line, *, numbered: bool) -> Logged:
    """A line put onto the pad, with what it found and what it left there."""
    old = look(pad, about, "old", numbered=numbered)
    pad.write(line)
    return Logged(line, about, old, look(pad, about, "new", numbered=numbered))


def look(pad: Pad, about: Line, side: str, *, numbered: bool) -> Standing:
    """What lies on the pad of all that a change is about; ``side`` names the rules of a change of rules."""
    laid = pad.by_id.get(about.hand_id)
    number = None
    if laid is not None and not laid.struck and numbered:
        number = 1 + sum(not before.struck for before in pad.hands[: pad.hands.index(laid)])
    return Standing(
        hand=None if laid is None else laid.hand,
        at=None if laid is None else laid.at,
        struck=laid is not None and laid.struck,
        number=number,
        dealer=pad.next_dealer,
        abandoned_at=pad.abandoned_at,
        rules=about.body[side] if about.kind == "rules" else None,
    )


def offset_of(line: Line) -> timedelta | None:
    """How far the clock of the phone that sent an entry was from UTC, where the entry tells."""
    told = time_of(line.body) if line.kind == "record" else None
    return None if told is None else told.utcoffset()
