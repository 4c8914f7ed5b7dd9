"""What devices are called until somebody gives them a name."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def script_name(role: str) -> str:
    """A token for programs, by what it may do."""
    match role:
        case "owner":
            return _("Script (owner)")
        case "scorer":
            return _("Script (scorer)")
    return _("Script (viewer)")


def phone_name(agent: str) -> str:
    """A phone, tablet or computer, as its browser presents it."""
    if "iPad" in agent or ("Android" in agent and "Mobile" not in agent):
        return _("Tablet")
    if "iPhone" in agent or "Android" in agent or "Mobile" in agent:
        return _("Phone")
    return _("Computer")


def is_named(device: str) -> bool:
    """Whether somebody gave a device its name, as far as it is told in this language."""
    return device not in {_("Tablet"), _("Phone"), _("Computer")}
