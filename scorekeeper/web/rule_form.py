"""The form of a rule set, wherever one is chosen: a preset, every option, and the stake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from wtforms import BooleanField, Field, Form, HiddenField, IntegerField, StringField

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.rules import (
    OPTIONS,
    PRESETS,
    Option,
    Rules,
    preset_of,
    read_currency,
    read_rules,
    write_rules,
)
from scorekeeper.engine.seriesfile import read_id
from scorekeeper.web.pages import Choice
from scorekeeper.words.refusals import tell_refusal
from scorekeeper.words.rules import choice_name, option_hint, option_name, preset_name, tell_no_preset

OWN = "own"
"""The choice that stands for rules that are nobody's preset."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """One option of the rules as a form field; `name` is its key in the series file.

    `kind`: "number" is text with digits (low to high), empty where the option may be "not played"; "switch"
    is on when `value` is "true"; "choice" has `choices`. `hint` tells the range or what empty means.
    """

    name: str
    label: str
    kind: Literal["number", "switch", "choice"]
    value: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class RuleForm:
    """The rules as form fields, named by their keys, and preset, rules_shown, stake_amount, stake_currency.

    `rules_shown` holds the rule fields as the page shows them, as JSON, so that a preset chosen without
    JavaScript gives way only to fields that somebody has filled in. `rules_name` names the rules ("House");
    `presets` are its choices, "own" last, which stands for rules that are nobody's preset; `preset_rules` are
    their values by field name, printed as JSON for the page's script.
    """

    presets: tuple[Choice, ...]
    rules_shown: str
    preset_rules: Mapping[str, Mapping[str, str]]
    rules_name: str
    fields: tuple[RuleField, ...]
    stake_amount: str
    stake_currency: str
    errors: Mapping[str, str]


def rule_input(option: Option) -> Any:
    """The field of an option: a switch, or text that the engine reads."""
    return BooleanField() if option.kind == "switch" else StringField()


def with_rule_inputs(form: type[Form]) -> type[Form]:
    """The form with a field for every option, made from the engine's own list of them."""
    for option in OPTIONS.values():
        if option.kind != "stake":
            setattr(form, option.key, rule_input(option))
    return form


class RulesForm(Form):
    """The rules as a form sends them; see `RuleForm` for what the fields mean."""

    preset = StringField()
    rules_shown = HiddenField()
    stake_amount = StringField()
    stake_currency = StringField()


with_rule_inputs(RulesForm)


class OtherRulesForm(RulesForm):
    """Other rules for a series that is there: changed where no hand is kept yet, else for a second series."""

    key = HiddenField()
    base = IntegerField()
    shown = HiddenField()
    check = HiddenField()
    make = HiddenField()

    def form_key(self) -> UUID:
        """The form's key, made when it opened. Raises `Malformed`."""
        return UUID(read_id(self.key.data, "key"))


@dataclass(frozen=True, slots=True)
class FilledRules:
    """What stands in the form, as it opens or as it came back; `errors` holds a sentence by field name."""

    preset: str
    rules: Mapping[str, str]
    stake_amount: str
    stake_currency: str
    errors: Mapping[str, str]


def opening_rules(rules: Rules) -> FilledRules:
    """The form as it opens, with these rules."""
    preset = preset_of(rules) or OWN
    return FilledRules(preset, field_values(rules), *stake_fields(rules), errors={})


def rules_again(form: RulesForm, errors: Mapping[str, str]) -> FilledRules:
    """The form as it came, its fields filled in with the rules that it says."""
    told = told_rules(form)
    fields = {key: field_text(value) for key, value in told.items() if key != "stake"}
    return FilledRules(
        preset=next((name for name, rules in PRESETS.items() if field_values(rules) == fields), OWN),
        rules=fields,
        stake_amount=form.stake_amount.data or "",
        stake_currency=form.stake_currency.data or "",
        errors=errors,
    )


def rule_form(filled: FilledRules) -> RuleForm:
    """The form for its template."""
    return RuleForm(
        presets=tuple(Choice(name, preset_name(name), name == filled.preset) for name in (*PRESETS, OWN)),
        rules_shown=json.dumps(dict(filled.rules)),
        preset_rules={name: field_values(rules) for name, rules in PRESETS.items()},
        rules_name=preset_name(filled.preset),
        fields=tuple(rule_field(option, filled) for option in OPTIONS.values() if option.kind != "stake"),
        stake_amount=filled.stake_amount,
        stake_currency=filled.stake_currency,
        errors=filled.errors,
    )


def rule_field(option: Option, filled: FilledRules) -> RuleField:
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


def read_rules_form(form: RulesForm) -> tuple[Rules | None, dict[str, str]]:
    """The rules that the form says, None where something is wrong, and a sentence for it by field."""
    preset = form["preset"].data or OWN
    errors = {} if preset in {*PRESETS, OWN} else {"preset": tell_no_preset()}
    told = told_rules(form)
    for key, value in told.items():
        try:
            read_rules({key: value})
        except Refused as refused:
            errors[rule_error_field(refused, key)] = tell_rule(refused, key)
    return None if errors else read_rules(told), errors


def told_rules(form: RulesForm) -> dict[str, Any]:
    """The rules that the form says, as a series file would.

    Without JavaScript nothing fills the fields when another preset is chosen. So a chosen preset counts, but
    for fields that are not as the page had shown them: those somebody has filled in.
    """
    fields = rule_values(form)
    preset = PRESETS.get(form["preset"].data or "")
    if preset is not None:
        shown, usual = shown_rules(form), write_rules(preset)
        fields = {
            key: usual[key] if field_text(value) == shown.get(key) else value for key, value in fields.items()
        }
    return fields | {"stake": stake_of(form)}


def shown_rules(form: RulesForm) -> dict[str, Any]:
    """The rule fields as the page had shown them, as text by key; none where that was lost on the way."""
    try:
        shown = json.loads(form["rules_shown"].data or "{}")
    except ValueError:
        return {}
    return shown if isinstance(shown, dict) else {}


def rule_values(form: RulesForm) -> dict[str, Any]:
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
    figures = told.isascii() and told.isdecimal() and len(told) < 30
    return int(told) if figures else told


def stake_of(form: RulesForm) -> dict[str, str] | None:
    """The stake; none where no amount is filled in, unless something stands there as currency that is none. A
    comma is as good as a point.
    """
    amount = (form["stake_amount"].data or "").strip().replace(",", ".")
    currency = (form["stake_currency"].data or "").strip()
    if not amount and (not currency or read_currency(currency)):
        return None
    return {"amount": amount, "currency": currency}


def rule_error_field(refused: Refused, key: str) -> str:
    """The form's field that a refused rule stands in."""
    if key != "stake":
        return key
    return "stake_currency" if refused.field == "rules.stake.currency" else "stake_amount"


def tell_rule(refused: Refused, key: str) -> str:
    """What is wrong with a rule, by the names that its label and its choices have."""
    facts = {**refused.facts, "rule": option_name(key)}
    if "choices" in facts:
        facts["choices"] = [choice_name(key, choice) for choice in facts["choices"]]
    return tell_refusal(Malformed(refused.code, refused.field, **facts))


def fields_of(rules: Rules) -> Mapping[str, str]:
    """All fields of the form filled in with these rules and their stake, as text."""
    amount, currency = stake_fields(rules)
    return {**field_values(rules), "stake_amount": amount, "stake_currency": currency}


def stake_fields(rules: Rules) -> tuple[str, str]:
    """The stake as its two fields hold it."""
    return ("", "") if rules.stake is None else (str(rules.stake.amount), rules.stake.currency)


def field_values(rules: Rules) -> Mapping[str, str]:
    """The rule fields filled in with these rules, as text."""
    return {key: field_text(value) for key, value in write_rules(rules).items() if key != "stake"}


def field_text(value: object) -> str:
    """A rule's value as its field holds it: a switch is "true" or empty."""
    if value is None or value is False:
        return ""
    return "true" if value is True else str(value)
