"""When something happened: by the clock of the phone that it happened on, where no script tells it by the
reader's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from babel.dates import format_date, format_datetime

from scorekeeper.web.language import reader_locale


@dataclass(frozen=True, slots=True)
class Moment:
    """`utc` is the moment for programs, `text` what is read without a script."""

    utc: str
    text: str


def moment_of(at: datetime, offset: timedelta | None) -> Moment:
    """A moment by the clock that has this offset from UTC; by UTC, and saying so, where none is known."""
    there = at.astimezone(UTC if offset is None else timezone(offset))
    told = format_datetime(there, "EEE d MMM y, HH:mm", locale=reader_locale())
    return Moment(
        utc=at.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z"),
        text=told if offset else f"{told} UTC",
    )


def day_of(at: datetime) -> str:
    """The day of a moment, by the clock that it was told by."""
    return format_date(at, "d MMMM y", locale=reader_locale())
