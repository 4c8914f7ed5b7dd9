"""What is said of a database that is looked after."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext


def tell_difference(series: str, people: tuple[str, ...], field: str, kept: object, right: object) -> str:
    """One value that is not what it should be: where, what is kept, what is right."""
    place = ", ".join(part for part in (series, " – ".join(people)) if part)
    if field == "log":
        return _("%(place)s: the log can't be replayed.", place=place)
    return _(
        "%(place)s: %(field)s is kept as %(kept)s, but comes to %(right)s.",
        place=place,
        field=field,
        kept=kept,
        right=right,
    )


def tell_checked(found: int) -> str:
    """What a check came to."""
    if not found:
        return _("All that is kept is what its entries come to.")
    return ngettext("%(found)s difference.", "%(found)s differences.", found, found=found)


def tell_swept(series: int, books: int) -> str:
    """What is gone for good."""
    return _("Gone for good: %(series)s series, %(books)s books.", series=series, books=books)


def tell_backed_up(path: str) -> str:
    """Where the copy is."""
    return _("The copy is in %(path)s.", path=path)
