"""The log in words, for somebody who was not there."""

from __future__ import annotations

from scorekeeper.engine.hand import Hand, Seat, score_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.rows import describe_hand
from scorekeeper.words.terms import signed


def tell_entry(kind: str, number: int | None, place: int | None) -> str:
    """What an entry did, as a headline. ``number`` is its hand's, before the entry where there was one;
    ``place`` the number that the hand was put at, where it was put somewhere.
    """
    match kind:
        case "record" if place is not None:
            return _("A forgotten hand was put in as hand %(number)s", number=place)
        case "record":
            return _("Hand %(number)s was entered", number=number)
        case "rules":
            return _("The rules were changed")
        case "dealer":
            return _("Who deals the next hand was set")
        case "players":
            return _("Who played was put right")
        case "note":
            return _("The note was changed")
        case "abandon":
            return _("The series was left unfinished")
        case "resume":
            return _("The series was taken up again")
        case "copy":
            return _("The hands of another series were taken over, to be played under these rules")
    return tell_hand_entry(kind, number, place)


def tell_hand_entry(kind: str, number: int | None, place: int | None) -> str:
    """The same for what befell a hand that was there already."""
    hand = _("A struck hand") if number is None else _("Hand %(number)s", number=number)
    match kind:
        case "amend" if place is not None:
            return _("%(hand)s was moved and is hand %(place)s", hand=hand, place=place)
        case "amend":
            return _("%(hand)s was corrected", hand=hand)
        case "dispute":
            return _("%(hand)s was disputed", hand=hand)
        case "strike":
            return _("%(hand)s was struck out", hand=hand)
        case "restore":
            return _("%(hand)s counts again", hand=hand)
    raise LookupError(kind)


def tell_logged_hand(hand: Hand, rules: Rules, players: Names) -> str:
    """A hand with all that was entered and what it is worth: ``Ann knocked 3, Bob 8: Ann +5``."""
    told = describe_hand(hand, players)
    if hand.spade:
        told = _("%(hand)s, spade", hand=told)
    if hand.knock_limit is not None:
        told = _("%(hand)s, knock limit %(limit)s", hand=told, limit=hand.knock_limit)
    if hand.how == "void":
        return told
    return _("%(hand)s: %(worth)s", hand=told, worth=tell_worth(hand, rules, players))


def tell_worth(hand: Hand, rules: Rules, players: Names) -> str:
    """What a hand is worth, wherever it stands: ``Ann +5``, ``undercut, Ann +15``."""
    score = score_hand(rules, hand)
    if score.winner is None:
        return _("no score")
    worth = _("%(name)s %(points)s", name=players[score.winner], points=signed(score.points))
    return _("undercut, %(worth)s", worth=worth) if score.result == "undercut" else worth


def tell_dealer(dealer: Seat | None, players: Names) -> str:
    """Who was to deal."""
    return _("as the rule says") if dealer is None else players[dealer]


def tell_deal(dealer: Seat | None, players: Names) -> str:
    """Who dealt a hand."""
    return _("dealt as the rule says") if dealer is None else _("%(name)s dealt", name=players[dealer])


def tell_played(when: str) -> str:
    """When a hand was played."""
    return _("played %(when)s", when=when)


def no_device() -> str:
    """Who made an entry that no phone made."""
    return _("the command line")


def tell_copied(when: str, entries: int) -> str:
    """Where the hands of a second series come from."""
    return _("the series of %(when)s, as it was after entry %(entries)s", when=when, entries=entries)


def tell_left_out(numbers: tuple[int, ...]) -> str:
    """Hands that these rules refuse and that were not taken over."""
    listed = ", ".join(str(number) for number in numbers)
    return _("Left out, for these rules refuse them: %(numbers)s", numbers=listed)
