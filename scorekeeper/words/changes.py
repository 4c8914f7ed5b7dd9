"""Changes to a series as words: on the undo button, in the status line, in the API's answer."""

from __future__ import annotations

from scorekeeper.engine.hand import Score, Seat
from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.devices import is_named
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.terms import result_name, signed

TOLD_APART = ("gin", "big_gin", "undercut")
"""The ends of a hand that are named beside its points; a knock is what is usual."""


def name_change(
    kind: str, number: int | None, score: Score | None, dealer: Seat | None, players: Names
) -> str:
    """What a change was about, as a noun that fits behind "Undo" and "Taken back:".

    ``number`` and ``score`` are of the hand that it changed, ``dealer`` of a dealer set by hand. Only a hand
    that was entered is told with its score: behind a correction nobody knows whether before or after it.
    """
    hand = name_hand(number, None, players)
    match kind:
        case "record":
            return name_hand(number, score, players)
        case "amend":
            return _("the correction of %(hand)s", hand=hand)
        case "dispute":
            return _("the decision on %(hand)s", hand=hand)
        case "move":
            return _("moving %(hand)s", hand=hand)
        case "strike":
            return _("striking out %(hand)s", hand=hand)
        case "restore":
            return _("restoring %(hand)s", hand=hand)
        case "dealer" if dealer is None:
            return _("the dealer")
        case "dealer":
            return _("%(name)s as dealer", name=players[dealer or 0])
        case "abandon":
            return _("leaving the series unfinished")
        case "resume":
            return _("taking the series up again")
    raise LookupError(kind)


def name_hand(number: int | None, score: Score | None, players: Names) -> str:
    """A hand by number, what it is worth and how it ended: ``hand 9: Ann +22``, ``hand 9: Ann +39, gin``;
    without a score the number alone.
    """
    if number is None:
        return _("a hand")
    if score is None:
        return _("hand %(number)s", number=number)
    if score.winner is None:
        return _("hand %(number)s: no score", number=number)
    told = _(
        "hand %(number)s: %(name)s %(points)s",
        number=number,
        name=players[score.winner],
        points=signed(score.points),
    )
    if score.result not in TOLD_APART:
        return told
    return _("%(hand)s, %(how)s", hand=told, how=result_name(score.result))


def tell_undo(change: str, device: str | None) -> str:
    """The undo button; it names the change, in short, where another ``device`` made it."""
    if device is None:
        return _("Undo")
    if not is_named(device):
        return _("Undo %(change)s", change=change)
    return _("Undo %(device)s: %(change)s", device=device, change=change)


def tell_redo(change: str, device: str | None) -> str:
    """The redo button; it names the change, in short, where another ``device`` made it."""
    if device is None:
        return _("Redo")
    if not is_named(device):
        return _("Redo %(change)s", change=change)
    return _("Redo %(device)s: %(change)s", device=device, change=change)


def tell_undone(change: str) -> str:
    """That a change was taken back."""
    return _("Taken back: %(change)s", change=change)


def tell_redone(change: str) -> str:
    """That a change counts again."""
    return _("Back again: %(change)s", change=change)


def tell_moved(number: int | None) -> str:
    """The status line after a hand was moved to where it is now."""
    if number is None:
        return _("A struck hand was moved.")
    return _("A hand was moved: it is hand %(number)s now.", number=number)


def tell_change(kind: str, number: int | None, dealer: Seat | None, players: Names) -> str:
    """The status line after a change that is no new hand on the sheet."""
    match kind:
        case "record":
            return _("Hand %(number)s is kept, but the series was over: it scores nothing.", number=number)
        case "amend":
            return _("Hand %(number)s was corrected.", number=number)
        case "dispute":
            return _("The dispute on hand %(number)s was settled.", number=number)
        case "strike":
            return _("Hand %(number)s was struck out.", number=number)
        case "restore":
            return _("Hand %(number)s counts again.", number=number)
        case "dealer" if dealer is None:
            return _("The dealer follows the rule again.")
        case "dealer":
            return _("%(name)s deals.", name=players[dealer or 0])
        case "rules":
            return _("The rules were changed.")
        case "players":
            return _("Who played was corrected.")
        case "note":
            return _("The note was changed.")
        case "copy":
            return _("The hands were taken over from another series.")
        case "abandon":
            return _("The series was left unfinished.")
        case "resume":
            return _("The series goes on.")
    raise LookupError(kind)
