"""The options of the rules as a form and a rules page name them, and the presets."""

from __future__ import annotations

from scorekeeper.engine.extras import Extras
from scorekeeper.engine.rules import OPTIONS, Option, Rules, Stake, preset_of
from scorekeeper.words.locale import decimal
from scorekeeper.words.locale import gettext as _

GROUPS = {
    "hand": (
        "gin_bonus",
        "undercut_bonus",
        "tie",
        "big_gin_bonus",
        "oklahoma",
        "spade_doubles",
        "next_dealer",
    ),
    "games": ("target", "late_start"),
    "closed": (
        "extras",
        "game_bonus",
        "box_bonus",
        "gin_boxes",
        "undercut_boxes",
        "double_boxes",
        "shutout",
    ),
    "settlement": (
        "settlement",
        "third_column_factor",
        "round_to",
        "stake",
        "series_winner",
        "stop_when_decided",
    ),
}
"""The options by the part of the game that they are about, as a rules page shows them."""


def group_name(group: str) -> str:
    """What a part of the game is called above its options."""
    names = {
        "hand": _("A hand"),
        "games": _("The three games"),
        "closed": _("When a game closes"),
        "settlement": _("The end of the series"),
    }
    return names[group]


def preset_name(preset: str | None) -> str:
    """The name of a preset; words for rules that are nobody's."""
    match preset:
        case "house":
            return _("House")
        case "plain":
            return _("Plain")
        case "classic":
            return _("Classic")
        case "modern":
            return _("Modern")
        case "rummytalk":
            return "RummyTalk"
    return _("Own rules")


def tell_no_preset() -> str:
    """What to choose instead of rules that nobody plays by that name."""
    return _("There are no rules of that name: choose one of these.")


def rules_name(rules: Rules) -> str:
    """What these rules are called."""
    return preset_name(preset_of(rules))


def option_name(key: str) -> str:
    """What an option is called on its label."""
    names = {
        "target": _("Points that close a game"),
        "gin_bonus": _("Gin bonus"),
        "undercut_bonus": _("Undercut bonus"),
        "tie": _("Equal counts"),
        "big_gin_bonus": _("Big gin bonus"),
        "oklahoma": _("Oklahoma: each hand has its knock limit"),
        "spade_doubles": _("A spade doubles the hand"),
        "late_start": _("A first win after game 1 has closed"),
        "extras": _("Extras when a game closes"),
        "game_bonus": _("Game bonus"),
        "box_bonus": _("Box bonus"),
        "gin_boxes": _("Extra boxes for gin"),
        "undercut_boxes": _("Extra boxes for an undercut"),
        "double_boxes": _("A doubled hand doubles its boxes"),
        "shutout": _("Shutout"),
        "settlement": _("A game is worth"),
        "third_column_factor": _("Game 3 counts"),
        "round_to": _("The net is rounded"),
        "stake": _("Stake for a point"),
        "series_winner": _("The series is won by"),
        "stop_when_decided": _("The series ends when it is decided"),
        "next_dealer": _("Next dealer"),
    }
    return names[key]


def choice_name(key: str, value: str | int) -> str:
    """What one value of an option with choices is called."""
    names: dict[tuple[str, str | int], str] = {
        ("tie", "undercut"): _("an undercut"),
        ("tie", "void"): _("nobody scores"),
        ("late_start", "slide"): _("goes to the next open game"),
        ("late_start", "strict"): _("is entered nowhere"),
        ("shutout", "plus_100"): _("100 more"),
        ("shutout", "double_total"): _("the total doubled"),
        ("shutout", "double_points"): _("the points doubled"),
        ("shutout", "none"): _("nothing more"),
        ("settlement", "difference"): _("the difference of the totals"),
        ("settlement", "winner_plus_difference"): _("the difference and the winner's points"),
        ("third_column_factor", 1): _("once"),
        ("third_column_factor", 2): _("twice"),
        ("round_to", 0): _("not at all"),
        ("round_to", 100): _("to hundreds"),
        ("round_to", 500): _("to five hundreds"),
        ("series_winner", "columns"): _("two of three games"),
        ("series_winner", "points"): _("the larger net"),
        ("next_dealer", "winner"): _("the winner of the hand"),
        ("next_dealer", "loser"): _("the loser of the hand"),
        ("next_dealer", "alternate"): _("in turns"),
    }
    return names[key, value]


def option_hint(option: Option) -> str:
    """The range of a number, and what an empty field means."""
    if option.kind != "whole":
        return ""
    if option.optional:
        return _("%(low)s to %(high)s; empty: not played", low=option.low, high=option.high)
    return _("%(low)s to %(high)s", low=option.low, high=option.high)


def option_value(key: str, value: object) -> str:
    """The value of an option in words: ``25``, ``yes``, ``an undercut``, ``0.05 EUR``."""
    if value is None:
        return _("none") if key == "stake" else _("not played")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Stake):
        return f"{decimal(f'{value.amount:f}')} {value.currency}"
    if OPTIONS[key].kind == "choice" and isinstance(value, str | int):
        return choice_name(key, value)
    return str(value)


def sum_of_total(extras: Extras, boxes: int) -> str:
    """How a closed game's total comes about: ``105 + 100 + 4 × 20 = 285``; the same in every language."""
    terms = [str(extras.points)]
    if extras.game:
        terms.append(str(extras.game))
    if extras.boxes:
        terms.append(f"{boxes} × {extras.boxes // boxes}")
    single = extras.points + extras.game + extras.boxes
    if not extras.shutout:
        return f"{' + '.join(terms)} = {extras.total}" if terms[1:] else terms[0]
    if extras.shutout == single:
        return f"2 × ({' + '.join(terms)}) = {extras.total}"
    if extras.shutout == extras.points:
        return f"{' + '.join([f'2 × {terms[0]}', *terms[1:]])} = {extras.total}"
    return f"{' + '.join([*terms, str(extras.shutout)])} = {extras.total}"


def tell_copy_note(day: str) -> str:
    """The note of a second series that is made of the hands of a first."""
    return _("The hands of the series of %(day)s under other rules", day=day)


def tell_same_rules() -> str:
    """Nothing to compare."""
    return _("These are the rules of this series. Choose others to see what its hands come to.")


def tell_no_hands() -> str:
    """Nothing to make a series of."""
    return _("These rules take none of the hands, so there is nothing to make a series of.")


def tell_look_again() -> str:
    """The rules or the hands were changed after they had been compared."""
    return _("Nothing is made yet. This is what the hands come to now: look at it first.")


def tell_rules_stale() -> str:
    """Somebody else changed the series while rules were chosen."""
    return _("The series was changed meanwhile. Nothing is kept yet: look at it, then change the rules.")
