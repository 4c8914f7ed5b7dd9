"""The form of a new series: names, people met before, and the rules folded away under their preset's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.rules import OPTIONS, PRESETS, Option, Rules, preset_of
from scorekeeper.web.forms import field_values
from scorekeeper.web.pages import Choice, Link, NewSeriesPage, RuleField
from scorekeeper.words.links import rules_label
from scorekeeper.words.rules import choice_name, option_hint, option_name, preset_name

OWN = "own"
"""The choice that stands for rules that are nobody's preset."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the form: as it opens, or as it came back."""

    key: str
    like: str
    players: tuple[str, str]
    first_dealer: str
    preset: str
    preset_shown: str
    rules: Mapping[str, str]
    stake_amount: str
    stake_currency: str
    errors: Mapping[str, str]


def opening(key: str, like: str, players: tuple[str, str], rules: Rules) -> Filled:
    """The form as it opens, with these names and rules."""
    preset = preset_of(rules) or OWN
    amount, currency = ("", "") if rules.stake is None else (str(rules.stake.amount), rules.stake.currency)
    return Filled(
        key=key,
        like=like,
        players=players,
        first_dealer="draw",
        preset=preset,
        preset_shown=preset,
        rules=field_values(rules),
        stake_amount=amount,
        stake_currency=currency,
        errors={},
    )


def new_series_page(filled: Filled, met: tuple[str, ...]) -> NewSeriesPage:
    """The page of a form filled in so far."""
    first, second = filled.players
    return NewSeriesPage(
        action=url_for("starts.create", like=filled.like or None),
        key=filled.key,
        player_1=first,
        player_2=second,
        met=met,
        first_dealer=filled.first_dealer,
        presets=preset_choices(filled),
        preset_shown=filled.preset_shown,
        preset_rules={name: field_values(rules) for name, rules in PRESETS.items()},
        rules_name=preset_name(filled.preset),
        rules=tuple(rule_field(option, filled) for option in OPTIONS.values() if option.kind != "stake"),
        stake_amount=filled.stake_amount,
        stake_currency=filled.stake_currency,
        errors=filled.errors,
        home_url=url_for("home.show"),
        menu=(Link(rules_label(), url_for("rules.show")),),
    )


def preset_choices(filled: Filled) -> tuple[Choice, ...]:
    """The presets, and last what stands for nobody's."""
    names = [*PRESETS, OWN]
    return tuple(Choice(name, preset_name(name), name == filled.preset) for name in names)


def rule_field(option: Option, filled: Filled) -> RuleField:
    """One option as a field."""
    key, value = option.key, filled.rules[option.key]
    label, error = option_name(key), filled.errors.get(key, "")
    if option.kind == "switch":
        return RuleField(key, label, "switch", value, error=error)
    if option.kind == "choice":
        choices = tuple(
            Choice(str(choice), choice_name(key, choice), str(choice) == value) for choice in option.choices
        )
        return RuleField(key, label, "choice", value, choices, error=error)
    return RuleField(key, label, "number", value, hint=option_hint(option), error=error)
