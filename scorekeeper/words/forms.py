"""What a form says beside its fields."""

from __future__ import annotations

from scorekeeper.engine.hand import MOST_DEADWOOD, MOST_POINTS
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.names import name_within


def tell_missing(field: str) -> str:
    """What is still missing in the form of a hand or of a new series."""
    match field:
        case "who":
            return _("Say who laid down, or that nobody scored.")
        case "knocker_deadwood":
            return _("The deadwood of who knocked is missing: 1 to 10.")
        case "other_deadwood":
            return _("The other player's deadwood is missing: 0 to %(high)s.", high=MOST_DEADWOOD)
        case "points":
            return _("The points are missing: 0 to %(high)s.", high=MOST_POINTS)
        case "knock_limit":
            return _("The knock limit is a number from 0 to 10.")
        case "dealer":
            return _("Say who dealt: one of the two, or as the rule says.")
        case "first_dealer":
            return _("Say who deals first: one of the two, or draw for it.")
    raise LookupError(field)


def tell_no_number(field: str) -> str:
    """What a field of the hand form holds when it is no whole number."""
    match field:
        case "knocker_deadwood":
            return _("The deadwood of who knocked is a whole number from 1 to 10.")
        case "other_deadwood":
            return _("The other player's deadwood is a whole number from 0 to %(high)s.", high=MOST_DEADWOOD)
        case "points":
            return _("The points are a whole number from 0 to %(high)s.", high=MOST_POINTS)
    return tell_missing(field)


def tell_one_of_two() -> str:
    """Why a hand was amended: it had been entered on two phones, with different numbers."""
    return _("Two phones had entered this hand.")


def tell_same(number: int, device: str | None) -> str:
    """Somebody else entered the same hand meanwhile; it is kept once."""
    return _(
        "%(device)s entered this hand too: it is hand %(number)s, kept once.",
        device=name_within(device or _("Somebody")),
        number=number,
    )


def tell_sent_before() -> str:
    """The form's id is that of a hand that was kept with other numbers."""
    return _("This form was saved before, with other numbers. To keep this as another hand, save it again.")


def tell_not_turned() -> str:
    """A tap that meant an older state of the series."""
    return _("The series was changed meanwhile, so that tap did nothing. Look at it first.")


def book_name(players: tuple[str, str]) -> str:
    """What the book of two people is called until they call it something else."""
    return _("%(one)s and %(other)s", one=players[0], other=players[1])


def tell_invitation(role: str, book: str, players: tuple[str, str] | None) -> str:
    """What a link opens, in so many words."""
    if players is not None:
        series = _("%(one)s against %(other)s", one=players[0], other=players[1])
        if role == "viewer":
            return _("This link opens the series %(series)s to look at.", series=series)
        return _("This link opens the series %(series)s, to enter and correct hands.", series=series)
    if role == "owner":
        return _("This link opens the whole book “%(book)s” as your own.", book=book)
    if role == "viewer":
        return _("This link opens the whole book “%(book)s” to look at.", book=book)
    return _("This link opens the whole book “%(book)s”, to enter and correct hands.", book=book)
