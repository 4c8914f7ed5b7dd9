"""Who may do what, who invites to what, and how long it lasts, in words."""

from __future__ import annotations

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.devices import is_named
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext
from scorekeeper.words.names import name_within


def tell_opening(role: str, book: str, players: Names | None) -> str:
    """What a link or code opens, in so many words."""
    if players is not None:
        series = _("%(one)s against %(other)s", one=name_within(players[0]), other=name_within(players[1]))
        if role == "viewer":
            return _("It opens the series %(series)s and those that follow it, to look at.", series=series)
        return _(
            "It opens the series %(series)s and those that follow it, to enter and correct hands.",
            series=series,
        )
    name = name_within(book)
    if role == "owner":
        return _("It opens the whole book “%(book)s” as your own.", book=name)
    if role == "viewer":
        return _("It opens the whole book “%(book)s”, every series in it, to look at.", book=name)
    return _("It opens the whole book “%(book)s”, every series in it, to enter and correct hands.", book=name)


def tell_all_books() -> str:
    """What a link for another phone of one's own opens."""
    return _("It opens all books of the phone that made it, as your own.")


def tell_maker(device: str | None) -> str:
    """Who invites; ``None`` for a link made where the server runs. What nobody named is not named here."""
    if device is None:
        return _("You are invited from where this score pad is kept.")
    if not is_named(device):
        return _("You are invited.")
    return _("You are invited from %(device)s.", device=name_within(device))


def tell_offer(kind: str, role: str, players: Names | None, *, all_books: bool) -> str:
    """A link or code in a list: for whom and to what."""
    if all_books:
        return _("Link to all books of an owner") if kind == "link" else _("Code to all books of an owner")
    reach = _("the whole book")
    if players is not None:
        reach = _("%(one)s v %(other)s", one=name_within(players[0]), other=name_within(players[1]))
    what = _("Link") if kind == "link" else _("Code")
    match role:
        case "owner":
            return _("%(what)s for owners: %(reach)s", what=what, reach=reach)
        case "scorer":
            return _("%(what)s for scorers: %(reach)s", what=what, reach=reach)
    return _("%(what)s for viewers: %(reach)s", what=what, reach=reach)


def tell_joined(count: int) -> str:
    """How many came by a link."""
    if count == 0:
        return _("nobody came by it yet")
    return ngettext("%(count)s phone came by it", "%(count)s phones came by it", count, count=count)


def tell_right(role: str, series: int | None) -> str:
    """What a device may do in a book: in the whole of it, or in so many series."""
    if role == "owner":
        return _("owner: scores, shares, deletes")
    if series is None:
        return _("scores in the whole book") if role == "scorer" else _("looks at the whole book")
    if role == "scorer":
        return ngettext("scores %(count)s series", "scores %(count)s series", series, count=series)
    return ngettext("looks at %(count)s series", "looks at %(count)s series", series, count=series)


def name_life(life: str) -> str:
    """How long a link is good, as a choice."""
    match life:
        case "day":
            return _("a day")
        case "week":
            return _("a week")
        case "month":
            return _("a month")
    return _("until I end it")


def tell_name_taken() -> str:
    """Why an owner can't rename a phone that others know too."""
    return _("This phone keeps other books too. It is renamed on the phone itself.")


def suggest_name(person: str) -> str:
    """What somebody's phone may be called."""
    return _("%(name)s's phone", name=person)


def describe_role(role: str) -> str:
    """Whom a link is for, as a choice."""
    return _("who looks on") if role == "viewer" else _("who scores: enters and corrects hands")


def describe_reach(reach: str, book: str) -> str:
    """How far a link from a series' page reaches, as a choice."""
    if reach == "book":
        return _("the whole book “%(book)s”, every series in it", book=name_within(book))
    return _("this series, and the next ones of the same two people")
