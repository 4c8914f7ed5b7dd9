"""What the pad is called among a phone's apps, and how it is described to somebody who may install it."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def app_name() -> str:
    """Its name, on a home screen too."""
    return _("Hollywood Gin")


def describe_app() -> str:
    """What it is for."""
    return _("The score pad for Hollywood Gin: gin rummy scored in three games at once.")


def describe_series_picture() -> str:
    """What the first picture shows."""
    return _("Six totals, the form for the next hand, and the sheet")


def describe_table_picture() -> str:
    """What the second picture shows."""
    return _("Big totals for a tablet on the table")
