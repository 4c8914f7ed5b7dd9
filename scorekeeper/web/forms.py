"""The forms of the pages: WTForms reads the fields, the engine says what is wrong with their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from wtforms import BooleanField, Form, HiddenField, IntegerField, StringField

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.hand import HOWS, Hand, How, Seat
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import read_id, read_name, same_name
from scorekeeper.web.rule_form import RulesForm, read_rules_form
from scorekeeper.words.forms import tell_missing, tell_no_number
from scorekeeper.words.names import names_within
from scorekeeper.words.refusals import tell_refusal


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
    choose = HiddenField()

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
    """A field that is empty (`is_blank`) or no whole number; `field` is its name."""

    def __init__(self, field: str, *, is_blank: bool = True) -> None:
        super().__init__(field)
        self.field = field
        self.is_blank = is_blank


def read_who(told: str) -> tuple[Seat, How]:
    """Who laid down, and how. Raises `Untold`."""
    seat, _, how = told.partition("-")
    if seat not in {"0", "1"} or how not in HOWS:
        raise Untold("who")
    return cast(Seat, int(seat)), how


def read_count(field: str, told: str | None) -> int:
    """A count in figures, of any script. Raises `Untold`."""
    figures = (told or "").strip()
    if not figures.isdecimal() or len(figures) > 9:
        raise Untold(field, is_blank=not figures)
    return int(figures)


def tell_hand_errors(error: Untold | Refused, hand: Hand | None, players: tuple[str, str]) -> dict[str, str]:
    """What is wrong with a hand, as a sentence beside its field."""
    if isinstance(error, Untold):
        return {error.field: tell_missing(error.field) if error.is_blank else tell_no_number(error.field)}
    sentence = tell_refusal(error, names_within(players))
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


FIRST_DEALERS = ("draw", "0", "1")
"""Who deals first, as the form of a new series says it: drawn for, or by seat."""


class NewSeriesForm(RulesForm):
    """Two names, who deals first, and the rules; see `NewSeriesPage` for what the fields mean."""

    key = HiddenField()
    player_1 = StringField()
    player_2 = StringField()
    first_dealer = StringField()


@dataclass(frozen=True, slots=True)
class AskedSeries:
    """What the form of a new series asks for: names and rules, each None where something is wrong with it."""

    players: tuple[str, str] | None
    rules: Rules | None
    errors: dict[str, str]


def read_new_series(form: NewSeriesForm) -> AskedSeries:
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
    if form.first_dealer.data not in FIRST_DEALERS:
        errors["first_dealer"] = tell_missing("first_dealer")
    rules, bad_rules = read_rules_form(form)
    return AskedSeries(
        players=None if errors else (names[0], names[1]), rules=rules, errors={**errors, **bad_rules}
    )
