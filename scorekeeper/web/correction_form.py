"""The forms that put a hand right: what is typed, what is asked for with it, and what the page had shown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from wtforms import HiddenField, StringField

from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import LONGEST_TEXT, Names, write_hand
from scorekeeper.store.whatif import Foresight
from scorekeeper.web.forms import HandForm, Untold, read_count, read_who

FIELDS = ("who", "knocker_deadwood", "other_deadwood", "knock_limit", "points", "dealer", "reason")


class CorrectionForm(HandForm):
    """A change to a hand: the thumb form's fields, `points` for a result from paper ("0-points"), who dealt
    ("0", "1" or "" for the rule), and for every change why it is made and which consequences the page had
    shown.
    """

    points = StringField()
    dealer = StringField()
    reason = StringField()
    seen = HiddenField()
    slip = HiddenField()

    def typed(self) -> dict[str, str]:
        """All fields as text."""
        told = {name: (self[name].data or "").strip() for name in FIELDS}
        return told | {"spade": "1" if self.spade.data else ""}

    def told_reason(self) -> str | None:
        """Why, in the writer's own words; None where nobody says."""
        return (self.reason.data or "").strip()[:LONGEST_TEXT] or None

    def told_hand(self, dealer: Seat | None = None) -> Hand:
        """The hand that the fields say, its meaning unchecked; dealt by `dealer` where they do not say.

        Raises `Untold` for what is not told.
        """
        hand = self.paper() if (self.who.data or "").endswith("-points") else self.hand()
        if self.dealer.data not in {None, *DEALERS}:
            raise Untold("dealer")
        return replace(hand, dealer=dealer if self.dealer.data is None else DEALERS[self.dealer.data])

    def paper(self) -> Hand:
        """A result from paper. Raises `Untold`."""
        winner, _how = read_who(self.who.data or "")
        return Hand("points", winner=winner, points=read_count("points", self.points.data))


DEALERS: Mapping[str, Seat | None] = {"0": 0, "1": 1, "": None}
"""Who dealt a hand, by what the form says; nothing leaves it to the rule."""


def typed_of(hand: Hand) -> dict[str, str]:
    """The fields filled in with a hand."""
    fields = dict.fromkeys(FIELDS, "") | {"dealer": "" if hand.dealer is None else str(hand.dealer)}
    if hand.how == "void":
        return fields | {"who": "void"}
    if hand.how == "points":
        return fields | {"who": f"{hand.winner}-points", "points": str(hand.points)}
    assert hand.knocker is not None and hand.deadwood is not None
    return fields | {
        "who": f"{hand.knocker}-{hand.how}",
        "knocker_deadwood": str(hand.deadwood[hand.knocker]) if hand.how == "knock" else "",
        "other_deadwood": str(hand.deadwood[1 - hand.knocker]),
        "spade": "1" if hand.spade else "",
        "knock_limit": "" if hand.knock_limit is None else str(hand.knock_limit),
    }


def changes_of(told: Hand, before: Hand, rules: Rules, players: Names) -> dict[str, Any]:
    """What a form says of a hand as the fields that a program would send.

    A form always says a knock limit; 10 said of a hand that had none is no change.
    """
    changes = write_hand(told, players) | {"dealer": None if told.dealer is None else players[told.dealer]}
    if told.how in {"void", "points"}:
        return changes
    if rules.spade_doubles:
        changes["spade"] = told.spade
    if rules.oklahoma:
        is_unsaid = before.knock_limit is None and told.knock_limit == 10
        changes["knock_limit"] = None if is_unsaid else told.knock_limit
    return changes


def mark_of(foresight: Foresight) -> str:
    """What tells a foreseen change from any other: keeping it needs the mark of what the page had shown."""
    step = foresight.step
    told = None if step is None else (step.kind, str(step.hand_id), unhurried(step.body))
    whole = json.dumps((foresight.before.version, told), sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def unhurried(body: Mapping[str, Any]) -> dict[str, Any]:
    """A step's body without the time at which it was planned."""
    return {key: value for key, value in body.items() if key != "at"}


@dataclass(frozen=True, slots=True)
class TypedChange:
    """What lies in a form, as it opens or as it came back: `told` says why it is not kept yet."""

    key: str
    base: int
    fields: Mapping[str, str]
    errors: Mapping[str, str] = field(default_factory=dict)
    told: str = ""


def form_key(form: CorrectionForm) -> UUID | None:
    """The key that was made when the form opened; None where it is none."""
    try:
        return UUID(form.key.data or "")
    except ValueError:
        return None
