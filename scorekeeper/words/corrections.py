"""What is said while a hand is put right."""

from __future__ import annotations

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.slips import Slip
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.names import name_within
from scorekeeper.words.rows import describe_hand


def tell_look_again() -> str:
    """The numbers were changed after their consequences had been shown."""
    return _("Not kept yet: this is what it moves as it is now. Save it if that is right.")


def tell_changed_meanwhile(device: str | None) -> str:
    """Somebody else changed the series while a hand was put right."""
    return _(
        "%(device)s changed the series meanwhile. Nothing is kept yet: this is what your change moves now.",
        device=name_within(device or _("Somebody")),
    )


def tell_changed_before() -> str:
    """The form's key is that of a change that was kept with other numbers."""
    return _("This form was saved before, with other numbers. To keep this as another change, save it again.")


def name_slip(slip: Slip, entered: Hand, players: Names) -> str:
    """A likely slip in a few words, as what it was rather than what was ``entered``."""
    match slip.code:
        case "players":
            return _("The other player’s hand")
        case "knocker":
            assert slip.hand.knocker is not None
            return _("%(name)s laid down", name=players[slip.hand.knocker])
        case "totals":
            return _("The two counts swapped")
        case "gin":
            return _("It was gin")
        case "big_gin":
            return _("It was big gin")
        case "bonus":
            return _("The bonus was in it already")
        case "difference":
            return _("The points were typed, not the count")
        case "spade":
            return _("It was a spade") if slip.hand.spade else _("It was no spade")
        case "digits":
            old, new = misread(entered, slip.hand)
            return _("%(new)s, not %(old)s", new=new, old=old)


def misread(entered: Hand, meant: Hand) -> tuple[int | None, int | None]:
    """The one number that two hands differ in, as entered and as meant."""
    if entered.deadwood is None or meant.deadwood is None:
        return entered.points, meant.points
    pairs = zip(entered.deadwood, meant.deadwood, strict=True)
    return next((old, new) for old, new in pairs if old != new)


def tell_slip(slip: Slip, players: Names) -> str:
    """The hand that it would be."""
    return describe_hand(slip.hand, players)


def as_the_rule_says() -> str:
    """A dealer that nobody set by hand."""
    return _("as the rule says")


def place_before(number: int) -> str:
    """Where a hand may be moved."""
    return _("before hand %(number)s", number=number)


def place_last() -> str:
    """Behind all other hands."""
    return _("at the end")
