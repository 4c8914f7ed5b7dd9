"""The words of links that lead from page to page."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def new_series_label() -> str:
    """To the form of a new series."""
    return _("New series")


def rules_label(rules: str = "") -> str:
    """To the rules page, naming the rules where a series has its own."""
    return _("Rules: %(rules)s", rules=rules) if rules else _("Rules")


def change_rules_label() -> str:
    """To the form of a series' rules, while they can still be changed."""
    return _("Change the rules")


def log_label() -> str:
    """To the log of a series."""
    return _("The log")


def about_label() -> str:
    """To the page of a series as a whole: pictures, note, files, leaving it, deleting it."""
    return _("Pictures, print, more")


def reach_label() -> str:
    """To what would close a game or win the series."""
    return _("What would do it")


def keep_label() -> str:
    """To the page that makes a link for another phone of one's own."""
    return _("Keep this book")


def share_label() -> str:
    """To the page that lets others in."""
    return _("Share")


def table_label() -> str:
    """To the big totals for a tablet or television."""
    return _("Table mode")


def code_label() -> str:
    """To the page where a code is typed."""
    return _("Type a code")


def language_label() -> str:
    """To the page where the language is chosen."""
    return _("Language")


def phone_label() -> str:
    """To the page of the phone that asks."""
    return _("This phone")


def home_label() -> str:
    """To the list of all series."""
    return _("All series")


def people_label() -> str:
    """To the people of a book."""
    return _("People, head to head")


def files_label() -> str:
    """To the page where series go out as files, and come in."""
    return _("Export and import")


def delete_book_label() -> str:
    """To the page that deletes a whole book."""
    return _("Delete this book")
