"""A series as one line of a list."""

from __future__ import annotations

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext
from scorekeeper.words.terms import signed


def tell_finished(date: str, hands: int, net: tuple[int, int], players: Names, *, abandoned: bool) -> str:
    """When, how many hands, and who is up how much: ``Sat 28 Nov · 13 hands · Ann +412``."""
    if abandoned:
        counted = ngettext(
            "unfinished after %(hands)s hand", "unfinished after %(hands)s hands", hands, hands=hands
        )
    else:
        counted = ngettext("%(hands)s hand", "%(hands)s hands", hands, hands=hands)
    parts = [date, counted]
    if net[0]:
        up = 0 if net[0] > 0 else 1
        parts.append(_("%(name)s %(points)s", name=players[up], points=signed(net[up])))
    return " · ".join(parts)
