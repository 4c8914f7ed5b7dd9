"""Other rules for a series: changed while no hand is kept, else the same hands under them, side by side."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import uuid4

from flask import url_for

from scorekeeper.engine.rules import Rules, write_rules
from scorekeeper.store.copies import Refitted, refit
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.moves_page import (
    GameSide,
    HandSide,
    SeriesSide,
    SettlementSide,
    game_side,
    hand_side,
    series_side,
    settlement_side,
)
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.rule_form import FilledRules, RuleForm, rule_form
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.names import names_within
from scorekeeper.words.refusals import tell_refusal
from scorekeeper.words.rules import rules_name


@dataclass(frozen=True, slots=True)
class ChangeRulesPage:
    """The rules of a series without a hand, as a form with the fields of `RuleForm`, key and base."""

    rules: RuleForm
    errors: Mapping[str, str]
    action: str
    key: str
    base: int
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class HandBeside:
    """A hand that comes to something else under the other rules; None where they refuse it."""

    number: int
    present: HandSide | None
    other: HandSide | None


@dataclass(frozen=True, slots=True)
class RefusedHand:
    """A hand that the other rules refuse, with the reason as a sentence."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Beside:
    """The present sheet and the one under the other rules; pairs are (present, other).

    `unmarked` counts hands with a spade or knock limit that the other rules have no use for.
    """

    names: tuple[str, str]
    games: tuple[tuple[GameSide, GameSide], tuple[GameSide, GameSide], tuple[GameSide, GameSide]]
    series: tuple[SeriesSide, SeriesSide]
    settlement: tuple[SettlementSide, SettlementSide]
    hands: tuple[HandBeside, ...]
    refused: tuple[RefusedHand, ...]
    unmarked: int


@dataclass(frozen=True, slots=True)
class OtherRulesPage:
    """The same hands under other rules. Fields: those of `RuleForm`, key, shown, the buttons check and make.

    `beside` is None until other rules have been looked at.
    """

    players: tuple[Player, Player]
    rules: RuleForm
    beside: Beside | None
    can_make: bool
    errors: Mapping[str, str]
    action: str
    key: str
    shown: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """Rules that were tried on the hands of a series, and what came of it."""

    rules: Rules
    refitted: Refitted


@dataclass(frozen=True, slots=True)
class Trial:
    """What stands in the form of other rules, and what was tried."""

    key: str
    rules: FilledRules
    tried: Tried | None = None
    errors: Mapping[str, str] = field(default_factory=dict)


def change_rules_page(table: Table, visitor: Visitor, filled: FilledRules) -> ChangeRulesPage:
    """The form of a series' rules."""
    return ChangeRulesPage(
        rules=rule_form(filled),
        errors=filled.errors,
        action=url_for("rules.keep_change", series_id=table.id),
        key=str(uuid4()),
        base=table.version,
        back_url=url_for("rules.show_series", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def trial_of(table: Table, rules: Rules) -> Tried:
    """The hands of a series under these rules."""
    return Tried(rules, refit(table, rules))


def mark_of(table: Table, rules: Rules) -> str:
    """What tells this comparison from any other: a second series is only made of what was shown."""
    told = json.dumps([table.version, write_rules(rules)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def other_rules_page(table: Table, visitor: Visitor, trial: Trial) -> OtherRulesPage:
    """The page of the same hands under other rules."""
    tried = trial.tried if trial.tried is not None and trial.tried.rules != table.rules else None
    return OtherRulesPage(
        players=players_of(table),
        rules=rule_form(trial.rules),
        beside=None if tried is None else beside(table, tried),
        can_make=tried is not None and bool(tried.refitted.hands),
        errors=trial.errors,
        action=url_for("rules.make_second", series_id=table.id),
        key=trial.key,
        shown="" if tried is None else mark_of(table, tried.rules),
        back_url=url_for("rules.show_series", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def beside(table: Table, tried: Tried) -> Beside:
    """The two sheets side by side."""
    other = replace(table, rules=tried.rules, sheet=tried.refitted.sheet)
    one, two, three = (
        (game_side(table.sheet.columns[place], table), game_side(other.sheet.columns[place], other))
        for place in range(3)
    )
    names = names_within(table.players)
    return Beside(
        names=(rules_name(table.rules), rules_name(tried.rules)),
        games=(one, two, three),
        series=(series_side(table), series_side(other)),
        settlement=(settlement_side(table), settlement_side(other)),
        hands=tuple(hands_beside(table, other, tried.refitted)),
        refused=tuple(
            RefusedHand(kept.number or 0, tell_refusal(reason, names))
            for kept, reason in tried.refitted.refused
        ),
        unmarked=tried.refitted.unmarked,
    )


def hands_beside(table: Table, other: Table, refitted: Refitted) -> list[HandBeside]:
    """The hands that come to something else."""
    played = {
        kept.id: under for (kept, _hand), under in zip(refitted.hands, refitted.sheet.hands, strict=True)
    }
    found = []
    for kept in table.hands:
        if kept.played is None:
            continue
        under = played.get(kept.id)
        sides = hand_side(kept.played, table), None if under is None else hand_side(under, other)
        if facts_of(sides[0]) != facts_of(sides[1]):
            found.append(HandBeside(kept.played.number, *sides))
    return found


def facts_of(side: HandSide | None) -> object:
    """What a hand comes to, whatever its number."""
    return None if side is None else (side.how, side.player, side.points, side.games, side.after_end)
