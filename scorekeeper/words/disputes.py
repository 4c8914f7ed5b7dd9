"""What people say in a dispute, and what becomes of it."""

from __future__ import annotations

from scorekeeper.engine.hand import MOST_DEADWOOD
from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.forms import tell_missing
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.names import name_within


def tell_claim_missing(field: str, players: Names) -> str:
    """What a claim does not say yet."""
    match field:
        case "deadwood_0" | "deadwood_1":
            name = players[int(field[-1])]
            return _("%(name)s's deadwood is missing: 0 to %(high)s.", name=name, high=MOST_DEADWOOD)
    return tell_missing(field)


def reason_words(code: str) -> str:
    """A usual reason for a decision; empty for a code that is none."""
    match code:
        case "counted":
            return _("We counted again")
        case "agreed":
            return _("We agree on it")
        case "rules":
            return _("The rules say so")
    return ""


def tell_reason_missing() -> str:
    """A claim was kept without a reason."""
    return _("Say why: tap a reason or write one.")


def tell_speaker_missing() -> str:
    """A claim came from nobody who could make one."""
    return _("Say who says each story: one of the two players, or somebody else.")


def tell_look_first() -> str:
    """The claims were changed after their consequences had been shown."""
    return _("Nothing is kept yet. This is what the claims come to as they are now: decide again.")


def tell_dispute_stale(device: str | None) -> str:
    """Somebody else changed the series while people argued."""
    return _(
        "%(device)s changed the series meanwhile. Nothing is kept yet: look at it as it is now, and decide"
        " again.",
        device=name_within(device or _("Somebody")),
    )


def tell_dispute_reused() -> str:
    """The form was sent before, with another decision."""
    return _("This form was sent before, with another decision. Decide again if that one was not meant.")
