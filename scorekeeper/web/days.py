"""Days by the reader's own calendar: the server learns the time zone from a cookie that the page sets.

An evening that goes on past midnight belongs to the day it began, so it is told by its start. Where the zone
is not known yet, a day is that of the clock it was told by, and a script puts it right.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from babel.dates import format_date
from flask import request

from scorekeeper.web.language import reader_locale

COOKIE = "zone"
"""The cookie with the name of the reader's time zone, as in "Europe/Amsterdam"."""


@dataclass(frozen=True, slots=True)
class Day:
    """`utc` is the moment that the day belongs to, `text` the day as it is read; `is_sure` where it is by the
    reader's own calendar.
    """

    utc: str
    text: str
    is_sure: bool


def reader_zone() -> tzinfo | None:
    """The reader's time zone; None where the browser has not told it, or none that is known here."""
    told = request.cookies.get(COOKIE, "")
    if not told or len(told) > 60:
        return None
    try:
        return ZoneInfo(told)
    except (KeyError, ValueError, OSError):
        # Unknown, no name at all, and one that is a folder among the zones.
        return None


def day_of(at: datetime) -> Day:
    """The day of a moment: "Sat 28 Nov", with its year where that is another than this one."""
    zone = reader_zone()
    there = at.astimezone(zone or at.tzinfo)
    shape = "EEE d MMM" if there.year == today().year else "d MMM y"
    return Day(
        utc=at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        text=format_date(there.date(), shape, locale=reader_locale()),
        is_sure=zone is not None,
    )


def date_told(day: date) -> str:
    """A date that somebody typed, as it is read."""
    return format_date(day, "d MMM y", locale=reader_locale())


def now_here() -> datetime:
    """This moment by the reader's clock."""
    return datetime.now(reader_zone() or UTC)


def today() -> date:
    """Today by the reader's calendar."""
    return now_here().date()


def date_in_name(at: datetime) -> str:
    """The day of a moment for a file's name: "2026-11-30"."""
    return at.astimezone(reader_zone() or at.tzinfo).date().isoformat()
