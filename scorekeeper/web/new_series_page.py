"""The form of a new series: names, people met before, and the rules folded away under their preset's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.rules import Rules
from scorekeeper.web.pages import Link
from scorekeeper.web.rule_form import FilledRules, RuleForm, opening_rules, rule_form
from scorekeeper.words.links import rules_label


@dataclass(frozen=True, slots=True)
class NewSeriesPage:
    """The form of a new series. Field names: key, phone (a stranger's only), player_1, player_2, first_dealer
    ("draw", "0", "1"), and those of the rules. `met` are people met before, latest first. `errors` holds a
    sentence by field name, "form" for none of them. `recall_url` answers with the rules by which two people
    of `book` (an id, "" for one's own) played last. `book_name` is the book that a series begun without a
    network goes into, "" on a first visit.
    """

    action: str
    recall_url: str
    book: str
    book_name: str
    key: str
    phone: str
    player_1: str
    player_2: str
    met: tuple[str, ...]
    first_dealer: str
    rules: RuleForm
    errors: Mapping[str, str]
    home_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the form: as it opens, or as it came back."""

    key: str
    like: str
    book: str
    players: tuple[str, str]
    first_dealer: str
    rules: FilledRules
    errors: Mapping[str, str]


def opening(key: str, like: str, book: str, players: tuple[str, str], rules: Rules) -> Filled:
    """The form as it opens, with these names and rules."""
    return Filled(key, like, book, players, first_dealer="draw", rules=opening_rules(rules), errors={})


def new_series_page(filled: Filled, met: tuple[str, ...], book_name: str, phone: str) -> NewSeriesPage:
    """The page of a form filled in so far; `met` are the people of that book, `phone` a stranger's secret."""
    first, second = filled.players
    return NewSeriesPage(
        action=url_for("starts.create", like=filled.like or None, book=filled.book or None),
        recall_url=url_for("starts.show_rules"),
        book=filled.book,
        book_name=book_name,
        key=filled.key,
        phone=phone,
        player_1=first,
        player_2=second,
        met=met,
        first_dealer=filled.first_dealer,
        rules=rule_form(filled.rules),
        errors=filled.errors,
        home_url=url_for("home.show"),
        menu=(Link(rules_label(), url_for("rules.show")),),
    )
