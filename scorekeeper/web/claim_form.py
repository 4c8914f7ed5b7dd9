"""The form of a dispute: up to three claims, each a whole hand by player, and what is decided."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, HiddenField, IntegerField, StringField

from scorekeeper.engine.errors import Refused
from scorekeeper.engine.hand import Hand, Seat, check_hand, other
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import LONGEST_TEXT, read_id
from scorekeeper.store.disputes import MOST_CLAIMS, Claim
from scorekeeper.store.pad import body_of
from scorekeeper.web.forms import Untold, read_count, read_who

THIRD = "third"
"""Who says a claim that is neither player's."""

SPEAKERS = frozenset({"", "0", "1", THIRD})
"""Who says a claim, by what the form says; nobody where it has no such claim."""

FIELDS = ("says", "who", "deadwood_0", "deadwood_1", "points", "knock_limit")


class ClaimForm(Form):
    """One claim. Its counts are by seat, so that another knocker is one tap and leaves them alone."""

    says = HiddenField()
    who = StringField()
    deadwood_0 = StringField()
    deadwood_1 = StringField()
    points = StringField()
    knock_limit = StringField()
    spade = BooleanField()


class DisputeForm(Form):
    """What comes with the claims: what was decided, and by which claims as they were shown."""

    key = HiddenField()
    base = IntegerField()
    shown = HiddenField()
    why = StringField()
    reason = StringField()
    check = HiddenField()
    swap = HiddenField()
    decide = HiddenField()

    def form_key(self) -> UUID:
        """The form's key, made when it opened. Raises `Malformed`."""
        return UUID(read_id(self.key.data, "key"))

    def told_reason(self) -> str:
        """The reason in the writer's own words."""
        return (self.reason.data or "").strip()[:LONGEST_TEXT]


@dataclass(frozen=True, slots=True)
class TypedClaim:
    """A claim as it stands in the form, as text by field, and the field that says nothing yet."""

    says: Seat | None
    fields: Mapping[str, str]
    hand: Hand | None = None
    untold: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed at all: a third claim that nobody makes."""
        names = ("who", "deadwood_0", "deadwood_1", "points")
        return not any(self.fields.get(name) for name in names)


def read_claims(told: MultiDict[str, str]) -> tuple[TypedClaim, ...]:
    """The claims of a form, in their order, each as far as it is told."""
    return tuple(read_claim(ClaimForm(told, prefix=f"claim{number}")) for number in range(1, MOST_CLAIMS + 1))


def read_claim(form: ClaimForm) -> TypedClaim:
    """One claim as far as it is told."""
    fields = {name: (form[name].data or "").strip() for name in FIELDS}
    fields["spade"] = "1" if form.spade.data else ""
    says = cast(Seat, int(fields["says"])) if fields["says"] in {"0", "1"} else None
    typed = TypedClaim(says, fields)
    try:
        return replace(typed, hand=claimed_hand(fields))
    except Untold as untold:
        return replace(typed, untold=untold.field)


def claimed_hand(fields: Mapping[str, str]) -> Hand:
    """The hand that somebody says was played, whatever the rules make of it. Raises `Untold`."""
    if fields["who"] == "void":
        return Hand("void")
    seat, how = read_who(fields["who"])
    if how == "points":
        return Hand("points", winner=seat, points=read_count("points", fields["points"]))
    laid_down = read_count(f"deadwood_{seat}", fields[f"deadwood_{seat}"]) if how == "knock" else 0
    held = read_count(f"deadwood_{other(seat)}", fields[f"deadwood_{other(seat)}"])
    limit = fields["knock_limit"]
    return Hand(
        how=how,
        knocker=seat,
        deadwood=(laid_down, held) if seat == 0 else (held, laid_down),
        spade=bool(fields["spade"]),
        knock_limit=read_count("knock_limit", limit) if limit else None,
    )


def typed_claim(says: Seat | None, hand: Hand | None) -> TypedClaim:
    """A claim with this hand filled in; an empty one without."""
    if hand is None:
        return TypedClaim(says, typed_fields(says, None), untold="who")
    return TypedClaim(says, typed_fields(says, hand), replace(hand, dealer=None))


def typed_fields(says: Seat | None, hand: Hand | None) -> dict[str, str]:
    """A hand as the fields of its claim."""
    fields = dict.fromkeys((*FIELDS, "spade"), "") | {"says": THIRD if says is None else str(says)}
    if hand is None:
        return fields
    if hand.how == "void":
        return fields | {"who": "void"}
    if hand.how == "points":
        return fields | {"who": f"{hand.winner}-points", "points": str(hand.points)}
    assert hand.knocker is not None and hand.deadwood is not None
    for seat in (0, 1):
        if hand.how == "knock" or seat != hand.knocker:
            fields[f"deadwood_{seat}"] = str(hand.deadwood[seat])
    limit = "" if hand.knock_limit is None else str(hand.knock_limit)
    return fields | {
        "who": f"{hand.knocker}-{hand.how}",
        "spade": "1" if hand.spade else "",
        "knock_limit": limit,
    }


def opening_claims(hand: Hand, rules: Rules, winner: Seat | None) -> tuple[TypedClaim, ...]:
    """What the form opens with: the hand as it stands, said by whom it pays, and the other's likely story."""
    first = winner or 0
    return (
        typed_claim(first, hand),
        typed_claim(other(first), other_story(hand, rules)),
        typed_claim(None, None),
    )


def other_story(hand: Hand, rules: Rules) -> Hand | None:
    """What the other player most likely says: the same counts, but he laid down; where the rules make that
    impossible, the hand was his with these very numbers. None where nothing is likely.
    """
    if hand.how == "points" and hand.winner is not None:
        return replace(hand, winner=other(hand.winner))
    if hand.knocker is None or hand.deadwood is None:
        return None
    knocker = other(hand.knocker)
    turned = replace(hand, how="knock", knocker=knocker)
    swapped = replace(hand, knocker=knocker, deadwood=(hand.deadwood[1], hand.deadwood[0]))
    for story in (turned, swapped):
        try:
            return check_hand(rules, story)
        except Refused:
            continue
    return None


def swapped_speakers(claims: tuple[TypedClaim, ...]) -> tuple[TypedClaim, ...]:
    """The same claims, said the other way round."""
    first, second, *others = claims
    return (said_by(first, second.says), said_by(second, first.says), *others)


def said_by(claim: TypedClaim, says: Seat | None) -> TypedClaim:
    """The claim in somebody else's mouth."""
    return replace(claim, says=says, fields={**claim.fields, "says": THIRD if says is None else str(says)})


def told_claims(claims: tuple[TypedClaim, ...]) -> tuple[Claim, ...]:
    """The claims that say a whole hand."""
    return tuple(Claim(claim.says, claim.hand) for claim in claims if claim.hand is not None)


def mark_of(claims: tuple[Claim, ...]) -> str:
    """What tells these claims from any others: what a page has shown the consequences of."""
    told = json.dumps([(claim.says, body_of(claim.hand)) for claim in claims])
    return hashlib.sha256(told.encode()).hexdigest()[:16]
