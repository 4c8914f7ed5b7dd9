"""Settling a dispute on a hand: what each person says happened, and which of it is kept (phone.md, point 15).

Claims and decision are one entry, so the claim that was turned down stays in the log, and undo takes the
decision back in one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.hand import Hand, Seat, check_hand, same_content
from scorekeeper.engine.rules import Rules
from scorekeeper.store.entries import Outcome, Request, turn_at
from scorekeeper.store.errors import Reused
from scorekeeper.store.pad import body_of, hand_of
from scorekeeper.store.steps import Ground, Step

FEWEST_CLAIMS, MOST_CLAIMS = 2, 3


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody says happened in a hand: ``says`` is the seat, None for a third person.

    The hand need not be one that the rules allow: that they refuse it settles the dispute too.
    """

    says: Seat | None
    hand: Hand


@dataclass(frozen=True, slots=True)
class HeardClaim:
    """A claim before the rules of its series: the hand as it would be kept, or, where the rules refuse it, as
    it was said, with their reason.
    """

    says: Seat | None
    hand: Hand
    refused: NotAllowed | None = None


def decide_dispute(
    series_id: UUID, hand_id: UUID, claims: Sequence[Claim], kept: int | None, request: Request
) -> Outcome:
    """Settle a dispute on a hand: ``kept`` is the index of the claim that the hand is from now on, None where
    it stays as it is. Who dealt it and when it was played stay in any case.

    Adds one entry, also where the hand is not changed; a repeat of its key adds none. Raises ``Malformed``
    where there are not two or three claims, each by somebody else, and for a claim that is no hand at all;
    ``NotAllowed``, the rules' own reason, where the claim to be kept is one that they refuse.
    """
    with turn_at(series_id, request) as turn:
        check_claims(claims)
        line = turn.repeated("dispute", hand_id)
        if line is not None:
            heard = [hear(claim, None, turn.ground.rules) for claim in claims]
            if line.body["kept"] != kept or not are_same(read_claims(line.body), heard):
                raise Reused("key_reused", "key")
            return turn.unchanged()
        turn.check_base()
        return turn.write(*plan_dispute(turn.ground, hand_id, claims, kept))


def plan_dispute(ground: Ground, hand_id: UUID, claims: Sequence[Claim], kept: int | None) -> Step:
    """A dispute decided for the claim of this index, or for none."""
    dealer = ground.find(hand_id).hand.dealer
    heard = [hear(claim, dealer, ground.rules) for claim in claims]
    if kept is not None and (refused := heard[kept].refused) is not None:
        raise refused
    return Step("dispute", hand_id, {"claims": [write_claim(claim) for claim in heard], "kept": kept})


def check_claims(claims: Sequence[Claim]) -> None:
    """Go on only with two or three claims, each by somebody else."""
    if not FEWEST_CLAIMS <= len(claims) <= MOST_CLAIMS:
        raise Malformed("claims_count", "claims", low=FEWEST_CLAIMS, high=MOST_CLAIMS)
    if len({claim.says for claim in claims}) < len(claims):
        raise Malformed("claims_by_one", "claims")


def hear(claim: Claim, dealer: Seat | None, rules: Rules) -> HeardClaim:
    """The claim before these rules, of a hand with this dealer set by hand. Raises ``Malformed``."""
    said = replace(claim.hand, dealer=dealer)
    try:
        return HeardClaim(claim.says, check_hand(rules, said))
    except NotAllowed as refused:
        return HeardClaim(claim.says, said, refused)


def are_same(ones: Sequence[HeardClaim], others: Sequence[HeardClaim]) -> bool:
    """Whether the same people say the same; who dealt is no part of it."""
    pairs = zip(ones, others, strict=False)
    return len(ones) == len(others) and all(
        one.says == other.says and same_content(one.hand, other.hand) for one, other in pairs
    )


def write_claim(claim: HeardClaim) -> dict[str, Any]:
    """A claim as an entry holds it."""
    body: dict[str, Any] = {"says": claim.says, "hand": body_of(claim.hand)}
    if claim.refused is not None:
        refused = claim.refused
        body["refused"] = {"code": refused.code, "field": refused.field, "facts": refused.facts}
    return body


def read_claims(body: dict[str, Any]) -> list[HeardClaim]:
    """The claims of a dispute's entry."""
    return [read_claim(told) for told in body["claims"]]


def read_claim(body: dict[str, Any]) -> HeardClaim:
    """The claim that ``write_claim`` wrote."""
    told = body.get("refused")
    refused = None if told is None else NotAllowed(told["code"], told["field"], **told["facts"])
    return HeardClaim(body["says"], hand_of(body["hand"]), refused)
