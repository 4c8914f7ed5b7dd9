"""Why something is not kept, or not found, as a sentence; one for each code of the store and of requests."""

from __future__ import annotations

from typing import Any

from scorekeeper.words.history import tell_unkept_history
from scorekeeper.words.locale import gettext as _


def tell_unkept(code: str, facts: dict[str, Any]) -> str | None:
    """One sentence; None for a code of the engine, which `tell_refusal` has words for."""
    return (
        _about_base(code, facts)
        or _about_hands(code, facts)
        or _about_books(code)
        or tell_unkept_history(code, facts)
    )


def _about_base(code: str, facts: dict[str, Any]) -> str | None:
    match code:
        case "base_missing":
            return _("The version that this rests on is missing: send it as base.")
        case "base_not_whole":
            return _("The base is a whole number: the version that was seen last.")
        case "base_negative":
            return _("The base is a version, so it is 0 or more.")
        case "base_ahead":
            return _("The series has not come to that version yet; it is at %(version)s.", **facts)
        case "stale":
            return _("Somebody else changed the series meanwhile. Nothing was stored: look at it first.")
        case "key_reused":
            return _("This key came with another change before; each change has its own.")
        case "nothing_to_undo":
            return _("There is nothing to undo.")
        case "nothing_to_redo":
            return _("There is nothing to redo.")
    return None


def _about_hands(code: str, facts: dict[str, Any]) -> str | None:
    match code:
        case "hand_id_reused":
            return _("This id came with another hand before; each hand has its own.")
        case "hand_unknown":
            return _("There is no such hand in this series.")
        case "position_not_whole":
            return _("The position is a whole number: that of the hand to come after this one.")
        case "position_range":
            return _("The position is from %(low)s to %(high)s.", low=facts["low"], high=facts["high"])
        case "claims_count":
            return _("A dispute has two or three claims.")
        case "claims_by_one":
            return _("Each claim of a dispute is somebody else's.")
        case "rules_frozen":
            return _("The rules can't be changed any more: there is a hand on the sheet.")
        case "dealer_missing":
            return _("Who deals is missing: a player's name, or null to follow the rule.")
    return None


def _about_books(code: str) -> str | None:
    match code:
        case "series_unknown" | "book_unknown" | "device_unknown" | "link_unknown":
            return _("There is nothing here that you may see.")
        case "series_id_taken":
            return _("A series with this id is kept in another book.")
        case "series_id_reused":
            return _("A series with this id is here already, but another one.")
        case "book_missing":
            return _("You have several books: name the one that this series belongs to.")
        case "book_not_yours":
            return _("You have no book of that name that you may write in.")
        case "book_name_missing":
            return _("A book needs a name.")
        case "books_closed":
            return _("New books can't be started here.")
        case "link_ended":
            return _("This link was ended. Ask for a new one.")
        case "code_refused":
            return _("No such code. It is good once and for ten minutes: ask for a new one.")
        case "too_often":
            return _("Too many tries. Wait a minute, then try again.")
        case "too_many_books":
            return _("Too many new books from this address. Wait an hour, then try again.")
        case "too_many_writes":
            return _("This phone writes too often. Wait a moment, then send it again: it counts once.")
        case "series_damaged":
            return _("This series is damaged and can't be shown or changed. All others are as they were.")
        case "shut_out":
            return _("An owner of this book has ended what this phone may do in it.")
        case "database_unavailable":
            return _("The score book can't be reached right now. Nothing was stored; try again in a moment.")
        case "database_newer":
            return _("This score book belongs to a newer release: start that one.")
        case "body_not_object":
            return _("A body is a JSON object.")
        case "cursor_malformed":
            return _("That place in the list is not known: take the one that the last page gave.")
        case "csrf_token":
            return _("The page was open for too long. Fetch a fresh token and send it again.")
    return None
