"""What is said of what was deleted."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def tell_wrong_name() -> str:
    """A book's name that was not typed as it is."""
    return _("Type the book's name as it stands above. Nothing was deleted.")
