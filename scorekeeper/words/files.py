"""What is said of series that go out of the pages as files, come in, or are typed from a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext


def name_series_file(players: Names, day: str) -> str:
    """What the file of a series is called, without its ending."""
    return _("%(one)s v %(other)s %(day)s", one=players[0], other=players[1], day=day)


def name_book_file(book: str, day: str) -> str:
    """What the file of a book is called, without its ending."""
    return _("%(book)s %(day)s", book=book, day=day)


def tell_no_file() -> str:
    """A form for a file that came without one."""
    return _("Choose a file first.")


def tell_nothing_in_file() -> str:
    """A file without a series."""
    return _("There is no series in that file.")


def tell_no_lines() -> str:
    """A notebook's sheet without a line."""
    return _("Type the hands, one a line.")


def tell_bad_lines(lines: Sequence[int]) -> str:
    """Which lines can't be read."""
    listed = ", ".join(str(line) for line in lines)
    return ngettext(
        "Line %(lines)s can't be read; all that you typed is still there.",
        "Lines %(lines)s can't be read; all that you typed is still there.",
        len(lines),
        lines=listed,
    )


def tell_day() -> str:
    """A day that is none."""
    return _("A day is written like 2026-11-30, and not in the future.")


def paper_example(players: Names) -> str:
    """How lines look, with the names at hand."""
    one, other = players
    return f"{one} knock 4 26\n{other} gin 31\nvoid\n{one} 18"
