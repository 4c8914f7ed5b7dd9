"""A series as one line of a list, and what stands above lists."""

from __future__ import annotations

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext
from scorekeeper.words.terms import signed


def tell_listed(state: str, hands: int, net: tuple[int, int], players: Names) -> str:
    """How far a series went, and who is up how much: ``13 hands · Ann +412``."""
    parts = [tell_length(state, hands)]
    if net[0]:
        up = 0 if net[0] > 0 else 1
        parts.append(_("%(name)s %(points)s", name=players[up], points=signed(net[up])))
    return " · ".join(parts)


def tell_length(state: str, hands: int) -> str:
    """How far a series went."""
    if state == "abandoned":
        return ngettext(
            "left unfinished after %(hands)s hand",
            "left unfinished after %(hands)s hands",
            hands,
            hands=hands,
        )
    if state == "running":
        return _("now playing, hand %(number)s", number=hands + 1)
    return ngettext("%(hands)s hand", "%(hands)s hands", hands, hands=hands)


def series_head() -> str:
    """Above a column of series."""
    return _("Series")


def hand_head() -> str:
    """Above a column of hands by number."""
    return _("Hand")


def result_head() -> str:
    """Above a column of what something came to."""
    return _("Result")


def day_head() -> str:
    """Above a column of days."""
    return _("Day")


def paid_head() -> str:
    """Above a column of payments."""
    return _("Paid")


def tell_seat_missing() -> str:
    """Somebody else is said to have played, and not in whose place."""
    return _("Say whose name is wrong: one of the two.")
