"""The options that are frozen in each series (rules.md, section 7), their ranges, and the presets."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from scorekeeper.engine.errors import Malformed, shortened
from scorekeeper.engine.whole import whole


@dataclass(frozen=True, slots=True)
class Stake:
    """Money per point of the settlement: ``amount`` above 0 with at most 4 places, ``currency`` three
    letters.
    """

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Rules:
    """One series' rules; the defaults are the preset House. Every value lies in the range that ``OPTIONS``
    states.
    """

    target: int = 100
    gin_bonus: int = 25
    undercut_bonus: int = 10
    tie: Literal["undercut", "void"] = "undercut"
    big_gin_bonus: int | None = None
    oklahoma: bool = False
    spade_doubles: bool = False
    late_start: Literal["slide", "strict"] = "slide"
    extras: bool = True
    game_bonus: int = 100
    box_bonus: int = 20
    gin_boxes: int = 0
    undercut_boxes: int = 0
    double_boxes: bool = False
    shutout: Literal["plus_100", "double_total", "double_points", "none"] = "plus_100"
    settlement: Literal["difference", "winner_plus_difference"] = "difference"
    third_column_factor: int = 1
    round_to: int = 0
    stake: Stake | None = None
    series_winner: Literal["columns", "points"] = "columns"
    stop_when_decided: bool = False
    next_dealer: Literal["winner", "loser", "alternate"] = "winner"


@dataclass(frozen=True, slots=True)
class Option:
    """What one rule may be: forms, files and the rules page are all made from this.

    ``kind`` is ``whole`` (``low`` to ``high``), ``choice`` (one of ``choices``), ``switch`` (true or false)
    or ``stake``. ``optional`` rules may also be null: not played.
    """

    key: str
    kind: Literal["whole", "choice", "switch", "stake"]
    low: int = 0
    high: int = 0
    choices: tuple[str | int, ...] = ()
    optional: bool = False


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        Option("target", "whole", 50, 500),
        Option("gin_bonus", "whole", 0, 100),
        Option("undercut_bonus", "whole", 0, 100),
        Option("tie", "choice", choices=("undercut", "void")),
        Option("big_gin_bonus", "whole", 0, 100, optional=True),
        Option("oklahoma", "switch"),
        Option("spade_doubles", "switch"),
        Option("late_start", "choice", choices=("slide", "strict")),
        Option("extras", "switch"),
        Option("game_bonus", "whole", 0, 1000),
        Option("box_bonus", "whole", 0, 100),
        Option("gin_boxes", "whole", 0, 5),
        Option("undercut_boxes", "whole", 0, 5),
        Option("double_boxes", "switch"),
        Option("shutout", "choice", choices=("plus_100", "double_total", "double_points", "none")),
        Option("settlement", "choice", choices=("difference", "winner_plus_difference")),
        Option("third_column_factor", "choice", choices=(1, 2)),
        Option("round_to", "choice", choices=(0, 100, 500)),
        Option("stake", "stake", optional=True),
        Option("series_winner", "choice", choices=("columns", "points")),
        Option("stop_when_decided", "switch"),
        Option("next_dealer", "choice", choices=("winner", "loser", "alternate")),
    )
}

DEFAULTS = Rules()

PRESETS: dict[str, Rules] = {
    "house": DEFAULTS,
    "plain": Rules(extras=False),
    "classic": Rules(gin_bonus=20),
    "modern": Rules(undercut_bonus=25, big_gin_bonus=31, box_bonus=25, shutout="double_total"),
    "rummytalk": Rules(
        target=250,
        undercut_bonus=25,
        game_bonus=250,
        box_bonus=25,
        gin_boxes=2,
        undercut_boxes=1,
        spade_doubles=True,
        double_boxes=True,
        shutout="double_total",
        settlement="winner_plus_difference",
        third_column_factor=2,
        round_to=500,
    ),
}

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,4})?")
_CURRENCY = re.compile(r"[A-Za-z]{3}")
_KEYS = tuple(field.name for field in fields(Rules))


def read_rules(given: object) -> Rules:
    """The rules that a series file states; what it leaves out is the default.

    Raises ``Malformed`` with the field ``rules.<key>`` for an unknown rule, a wrong type or a value out of
    range.
    """
    if not isinstance(given, Mapping):
        raise Malformed("rules_not_object", "rules")
    return Rules(**{key: _read_value(key, value) for key, value in given.items()})


def write_rules(rules: Rules) -> dict[str, Any]:
    """All rules by key, as a series file holds them."""
    return {key: _write_value(getattr(rules, key)) for key in _KEYS}


def changed_rules(rules: Rules) -> dict[str, Any]:
    """Only the rules that differ from the defaults, as a series file holds them."""
    return {key: value for key, value in write_rules(rules).items() if value != _DEFAULT_VALUES[key]}


@lru_cache(maxsize=100)
def preset_of(rules: Rules) -> str | None:
    """The name of the preset that these rules are, whatever the stake; None where they are a house's own."""
    plain = replace(rules, stake=None)
    return next((name for name, preset in PRESETS.items() if preset == plain), None)


def read_amount(given: object) -> Decimal | None:
    """An amount of money as it is written: a decimal above 0 with at most 4 places; None for anything
    else.
    """
    if not isinstance(given, str) or not _AMOUNT.fullmatch(given) or Decimal(given) == 0:
        return None
    return Decimal(given)


def read_currency(given: object) -> str | None:
    """A currency as it is written, three letters, in capitals; None for anything else."""
    if not isinstance(given, str) or not _CURRENCY.fullmatch(given):
        return None
    return given.upper()


def _read_value(key: object, value: object) -> Any:
    option = OPTIONS.get(key) if isinstance(key, str) else None
    if option is None:
        rule = shortened(str(key))
        raise Malformed("rule_unknown", f"rules.{rule}", rule=rule)
    if value is None and option.optional:
        return None
    if option.kind == "stake":
        return _read_stake(value)
    if option.kind == "switch":
        if not isinstance(value, bool):
            raise Malformed("rule_not_switch", f"rules.{key}", rule=key)
        return value
    if option.kind == "whole":
        return _read_number(option, value)
    chosen = value if isinstance(value, str) else whole(value)
    if chosen not in option.choices:
        raise Malformed("rule_choice", f"rules.{key}", rule=key, choices=option.choices)
    return chosen


def _read_number(option: Option, value: object) -> int:
    facts: dict[str, Any] = {"rule": option.key, "low": option.low, "high": option.high}
    number = whole(value)
    if number is None:
        raise Malformed("rule_not_whole", f"rules.{option.key}", **facts)
    if not option.low <= number <= option.high:
        raise Malformed("rule_range", f"rules.{option.key}", value=number, **facts)
    return number


def _read_stake(value: object) -> Stake:
    if not isinstance(value, Mapping):
        raise Malformed("stake_shape", "rules.stake")
    for key in value:
        if key not in ("amount", "currency"):
            rule = f"stake.{shortened(str(key))}"
            raise Malformed("rule_unknown", f"rules.{rule}", rule=rule)
    amount, currency = read_amount(value.get("amount")), read_currency(value.get("currency"))
    if amount is None:
        raise Malformed("stake_amount", "rules.stake.amount")
    if currency is None:
        raise Malformed("stake_currency", "rules.stake.currency")
    return Stake(amount, currency)


def _write_value(value: object) -> Any:
    if isinstance(value, Stake):
        return {"amount": str(value.amount), "currency": value.currency}
    return value


_DEFAULT_VALUES = write_rules(DEFAULTS)
