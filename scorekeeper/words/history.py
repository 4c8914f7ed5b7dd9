"""Why something about past series, people, payments or copies is not kept, as a sentence; a code each."""

from __future__ import annotations

from typing import Any

from scorekeeper.words.locale import gettext as _


def tell_unkept_history(code: str, facts: dict[str, Any]) -> str | None:
    """One sentence; None for a code that is about something else."""
    return (
        _about_logs(code, facts)
        or _about_people(code, facts)
        or _about_money(code)
        or _about_copies(code, facts)
    )


def _about_logs(code: str, facts: dict[str, Any]) -> str | None:
    match code:
        case "log_not_list":
            return _("The log is a list of changes, first one first.")
        case "log_too_long":
            return _("A log has at most %(high)s changes.", high=facts["high"])
        case "log_entry":
            return _("Change %(seq)s of the log can't have been made where it stands.", seq=facts["seq"])
        case "log_differs":
            return _("The log does not lead to what the file says besides: somebody changed one of the two.")
        case "book_ambiguous":
            return _("%(count)s books are called %(name)s, so this is not put into any.", **facts)
    return None


def _about_people(code: str, facts: dict[str, Any]) -> str | None:
    match code:
        case "person_unknown":
            return _("Nobody of that name plays in this book.")
        case "name_taken":
            return _(
                "%(name)s is somebody else in this book: merge the two, or choose another name.",
                name=facts["name"],
            )
        case "people_met":
            return _(
                "%(one)s and %(two)s have played each other or paid each other, so they are two people.",
                one=facts["one"],
                two=facts["two"],
            )
        case "people_same":
            return _("That is one and the same person.")
        case "series_is_over":
            return _("The series is over, so it can't be left unfinished.")
    return None


def _about_money(code: str) -> str | None:
    match code:
        case "payment_payer":
            return _("Say who paid: one of the two.")
        case "payment_amount":
            return _("An amount is a decimal above 0 with at most 4 places, such as 12.40.")
        case "payment_currency":
            return _("A currency has three letters, such as EUR.")
        case "payment_date":
            return _("A day is written like 2026-11-30, and not in the future.")
        case "payment_unknown":
            return _("There is no such payment.")
    return None


def _about_copies(code: str, facts: dict[str, Any]) -> str | None:
    match code:
        case "backup_not_sqlite":
            return _("Only a SQLite database is copied so; for PostgreSQL there is pg_dump.")
        case "backup_of_nothing":
            return _("There is no database yet, so there is nothing to copy.")
        case "backup_onto_itself":
            return _("That is the database itself: name another file.")
        case "backup_not_written":
            return _("The copy can't be written: %(reason)s", reason=facts["reason"])
    return None
