"""The words of the card table for ways to end, presets and rules; the command line and the pages use the
same.
"""

from collections.abc import Iterable

from scorekeeper.engine.hand import Result
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext


def result_name(result: Result) -> str:
    """How a hand ended, as a noun."""
    match result:
        case "knock":
            return _("knock")
        case "gin":
            return _("gin")
        case "big_gin":
            return _("big gin")
        case "undercut":
            return _("undercut")
        case "points":
            return _("points from paper")
        case "void":
            return _("no score")


def games(numbers: Iterable[int]) -> str:
    """The columns by number, as players call them: ``game 1``, ``games 1, 2, 3``."""
    listed = tuple(numbers)
    return ngettext(
        "game %(numbers)s",
        "games %(numbers)s",
        len(listed),
        numbers=", ".join(str(number) for number in listed),
    )


def signed(number: int) -> str:
    """A number with its sign, as on a sheet: ``+22``, ``−5`` (a true minus), ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
