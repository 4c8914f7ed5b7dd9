"""The forms of the pages: WTForms reads the fields, the engine says what is wrong with their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from wtforms import BooleanField, Field, Form, HiddenField, IntegerField, StringField

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.hand import HOWS, Hand, How, Seat
from scorekeeper.engine.rules import OPTIONS, PRESETS, Option, Rules, read_rules, write_rules
from scorekeeper.engine.seriesfile import read_id, read_name, same_name
from scorekeeper.words.forms import tell_missing
from scorekeeper.words.refusals import tell_refusal
from scorekeeper.words.rules import option_name


class HandForm(Form):
    """A hand as the thumb form sends it: `who` is "0-knock", "1-gin", ... or "void"."""

    key = HiddenField()
    base = IntegerField()
    who = StringField()
    knocker_deadwood = StringField()
    other_deadwood = StringField()
    spade = BooleanField()
    knock_limit = StringField()
    keep = HiddenField()
    change = HiddenField()

    def typed(self) -> dict[str, str]:
        """The fields of the hand, as text."""
        names = ("who", "knocker_deadwood", "other_deadwood", "knock_limit")
        told = {name: (self[name].data or "").strip() for name in names}
        return told | {"spade": "1" if self.spade.data else ""}

    def hand_id(self) -> UUID:
        """The hand's id, made when the form opened. Raises `Malformed`."""
        return UUID(read_id(self.key.data, "key"))

    def hand(self) -> Hand:
        """The hand that the fields say, its meaning unchecked. Raises `Untold` for what is not told."""
        if self.who.data == "void":
            return Hand("void")
        seat, how = read_who(self.who.data or "")
        laid_down = read_count("knocker_deadwood", self.knocker_deadwood.data) if how == "knock" else 0
        held = read_count("other_deadwood", self.other_deadwood.data)
        return Hand(
            how=how,
            knocker=seat,
            deadwood=(laid_down, held) if seat == 0 else (held, laid_down),
            spade=bool(self.spade.data),
            knock_limit=read_count("knock_limit", self.knock_limit.data) if self.knock_limit.data else None,
        )


class Untold(ValueError):
    """A field that is empty or no number; `field` is its name."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def read_who(told: str) -> tuple[Seat, How]:
    """Who laid down, and how. Raises `Untold`."""
    seat, _, how = told.partition("-")
    if seat not in {"0", "1"} or how not in HOWS:
        raise Untold("who")
    return cast(Seat, int(seat)), how


def read_count(field: str, told: str | None) -> int:
    """A count in figures. Raises `Untold`."""
    figures = (told or "").strip()
    if not figures.isascii() or not figures.isdecimal() or len(figures) > 9:
        raise Untold(field)
    return int(figures)


def tell_hand_errors(error: Untold | Refused, hand: Hand | None, players: tuple[str, str]) -> dict[str, str]:
    """What is wrong with a hand, as a sentence beside its field."""
    if isinstance(error, Untold):
        return {error.field: tell_missing(error.field)}
    sentence = tell_refusal(error, players)
    if error.code == "knock_limit_range":
        return {"knock_limit": sentence}
    if error.code == "points_range":
        return {"points": sentence}
    if error.field == "deadwood" and hand is not None:
        field = "knocker_deadwood" if error.facts.get("player") == hand.knocker else "other_deadwood"
        return {field: sentence}
    if error.field in {"how", "knocker"}:
        return {"who": sentence}
    return {"form": sentence}


# --- a new series ----------------------------------------------------------------------------------------


def rule_field(option: Option) -> Any:
    """The field of an option: a switch, or text that the engine reads."""
    return BooleanField() if option.kind == "switch" else StringField()


def with_rule_fields(form: type[Form]) -> type[Form]:
    """The form with a field for every option, made from the engine's own list of them."""
    for option in OPTIONS.values():
        if option.kind != "stake":
            setattr(form, option.key, rule_field(option))
    return form


@with_rule_fields
class NewSeriesForm(Form):
    """Two names, who deals first, and the rules; see `NewSeriesPage` for what the fields mean."""

    key = HiddenField()
    like = HiddenField()
    player_1 = StringField()
    player_2 = StringField()
    first_dealer = StringField()
    preset = StringField()
    preset_shown = StringField()
    stake_amount = StringField()
    stake_currency = StringField()


@dataclass(frozen=True, slots=True)
class AskedSeries:
    """What the form of a new series asks for: names and rules, each None where something is wrong with it."""

    players: tuple[str, str] | None
    rules: Rules | None
    errors: dict[str, str]


def read_new_series(form: Form) -> AskedSeries:
    """The series that the form asks for, with a sentence by field for all that is wrong with it."""
    errors: dict[str, str] = {}
    names = []
    for field in ("player_1", "player_2"):
        try:
            names.append(read_name(form[field].data or "", field))
        except Refused as refused:
            errors[field] = tell_refusal(refused)
    if len(names) == 2 and same_name(*names):
        errors["player_2"] = tell_refusal(Malformed("players_alike", "players"))
    told = told_rules(form)
    for key, value in told.items():
        try:
            read_rules({key: value})
        except Refused as refused:
            errors[rule_error_field(refused, key)] = tell_rule(refused, key)
    bad_names = errors.keys() & {"player_1", "player_2"}
    bad_rules = errors.keys() - {"player_1", "player_2"}
    return AskedSeries(
        players=None if bad_names else (names[0], names[1]),
        rules=None if bad_rules else read_rules(told),
        errors=errors,
    )


def told_rules(form: Form) -> dict[str, Any]:
    """The rules that the form says, as a series file would.

    Without JavaScript nothing fills the fields when another preset is chosen: then the preset counts, as long
    as the fields still are those that came with the page.
    """
    fields = rule_values(form)
    stake = stake_of(form)
    chosen, came_with = form["preset"].data, form["preset_shown"].data
    if chosen in PRESETS and chosen != came_with and came_with in PRESETS:
        shown = write_rules(PRESETS[came_with])
        if all(fields[key] == shown[key] for key in fields):
            return write_rules(PRESETS[chosen]) | {"stake": stake}
    return fields | {"stake": stake}


def rule_values(form: Form) -> dict[str, Any]:
    """The values of the rule fields; what is no number stays text, so that the engine can refuse it."""
    return {
        option.key: rule_value(option, form[option.key])
        for option in OPTIONS.values()
        if option.kind != "stake" and option.key in form
    }


def rule_value(option: Option, field: Field) -> Any:
    """One field's value as a series file has it."""
    if option.kind == "switch":
        return bool(field.data)
    told = (field.data or "").strip()
    if option.optional and not told:
        return None
    figures = told.isascii() and told.isdecimal() and len(told) < 10
    return int(told) if figures else told


def stake_of(form: Form) -> dict[str, str] | None:
    """The stake; none where neither of its fields is filled in. A comma is as good as a point."""
    amount = (form["stake_amount"].data or "").strip().replace(",", ".")
    currency = (form["stake_currency"].data or "").strip()
    if not amount:
        return None
    return {"amount": amount, "currency": currency}


def rule_error_field(refused: Refused, key: str) -> str:
    """The form's field that a refused rule stands in."""
    if key != "stake":
        return key
    return "stake_currency" if refused.field == "rules.stake.currency" else "stake_amount"


def tell_rule(refused: Refused, key: str) -> str:
    """What is wrong with a rule, by the name that its label has."""
    return tell_refusal(Malformed(refused.code, refused.field, **{**refused.facts, "rule": option_name(key)}))


def field_values(rules: Rules) -> Mapping[str, str]:
    """The rule fields filled in with these rules, as text."""
    return {key: field_text(value) for key, value in write_rules(rules).items() if key != "stake"}


def field_text(value: object) -> str:
    """A rule's value as its field holds it: a switch is "true" or empty."""
    if value is None or value is False:
        return ""
    return "true" if value is True else str(value)
