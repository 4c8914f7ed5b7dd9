"""The rules of a new series as a form sends them, with nobody's script to fill them in."""

from __future__ import annotations

import json

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.rules import PRESETS
from scorekeeper.web.rule_form import RulesForm, field_values, rules_again, told_rules


def asked(shown: str | dict[str, str], preset: str, **typed: str) -> dict[str, object]:
    """The rules that come of a form that was shown with these values, where a preset was tapped and fields
    typed.
    """
    values = dict(field_values(PRESETS[shown])) if isinstance(shown, str) else shown
    sent = {**values, **typed, "preset": preset, "rules_shown": json.dumps(values)}
    return told_rules(RulesForm(MultiDict({key: value for key, value in sent.items() if value})))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("shown", PRESETS)
def test_a_chosen_preset_counts(shown: str, preset: str) -> None:
    assert asked(shown, preset)["target"] == PRESETS[preset].target
    assert asked(shown, preset)["shutout"] == PRESETS[preset].shutout
    assert asked(shown, preset)["spade_doubles"] == PRESETS[preset].spade_doubles


def test_what_was_typed_besides_counts_too() -> None:
    told = asked("house", "rummytalk", big_gin_bonus="50")
    assert (told["target"], told["big_gin_bonus"], told["round_to"]) == (250, 50, 500)


def test_a_preset_can_be_chosen_after_own_rules() -> None:
    own = {**field_values(PRESETS["house"]), "target": "150"}
    assert asked(own, "modern")["target"] == 100
    assert asked(own, "own")["target"] == 150


def test_fields_that_a_script_has_filled_in_are_as_they_are() -> None:
    told = asked("house", "rummytalk", **field_values(PRESETS["rummytalk"]))
    assert told["target"] == 250


def test_a_form_that_comes_back_says_the_same_again() -> None:
    own = {**field_values(PRESETS["house"]), "target": "150"}
    sent = {**own, "big_gin_bonus": "x", "preset": "rummytalk", "rules_shown": json.dumps(own)}
    again = rules_again(RulesForm(MultiDict({key: value for key, value in sent.items() if value})), {})
    assert (again.preset, again.rules["target"], again.rules["big_gin_bonus"]) == ("own", "250", "x")


@pytest.mark.parametrize("lost", ["", "no JSON", "[]", "7"])
def test_without_what_was_shown_the_fields_count(lost: str) -> None:
    sent = {**field_values(PRESETS["house"]), "preset": "rummytalk", "rules_shown": lost}
    assert (
        told_rules(RulesForm(MultiDict({key: value for key, value in sent.items() if value})))["target"]
        == 100
    )
