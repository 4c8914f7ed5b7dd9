"""Settling a dispute: the hand as it stands, what each person says, and what each claim would come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal
from uuid import UUID

from flask import url_for

from scorekeeper.engine.hand import same_content
from scorekeeper.store.disputes import Claim, HeardClaim, hear, plan_dispute
from scorekeeper.store.log import offset_of
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.store.whatif import foresee
from scorekeeper.web.access import Visitor
from scorekeeper.web.claim_form import TypedClaim, mark_of, told_claims
from scorekeeper.web.moments import Moment, moment_of
from scorekeeper.web.moves_page import Consequences, HandSide, consequences_of, hand_side
from scorekeeper.web.pages import Choice, Link, Player
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.disputes import reason_words, tell_claim_missing
from scorekeeper.words.names import names_within
from scorekeeper.words.reasons import sum_of_hand
from scorekeeper.words.refusals import tell_refusal
from scorekeeper.words.rows import describe_hand

REASONS = ("counted", "agreed", "rules")

What = Literal["hand", "game", "later", "series", "settlement", "dealer"]


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """One claim on the page: its fields, and, where it says a whole hand, what that comes to.

    `says` is None for a third person. `told` is the hand in words, `sums` its arithmetic; `refused` why the
    rules don't take it; `comes_to` what keeping it moves. `error` stands beside the field `untold`.
    """

    number: int
    says: Player | None
    fields: Mapping[str, str]
    told: str
    sums: str
    comes_to: Consequences | None
    refused: str
    is_as_it_stands: bool
    untold: str
    error: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A line of the table that compares the claims: `differs` tells which come to something else than the
    first.
    """

    what: What
    game: int
    differs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class DisputePage:
    """The page of a dispute. `compared` are the claims that the rules take, as the table's columns stand.

    Field names: key, base, shown, claim1-who, claim1-deadwood_0, ..., why, reason, and the buttons check,
    swap and decide ("1", "2", "3" or "none"). `errors` holds a sentence by field name, "form" for no field.
    """

    number: int | None
    stands: HandSide | None
    stands_told: str
    entered: Moment
    device: str
    changes: int
    players: tuple[Player, Player]
    claims: tuple[ClaimShown, ...]
    compared: tuple[ClaimShown, ...]
    rows: tuple[ComparedRow, ...]
    hows: tuple[str, ...]
    asks_points: bool
    asks_spade: bool
    asks_knock_limit: bool
    reasons: tuple[Choice, ...]
    reason: str
    errors: Mapping[str, str]
    action: str
    key: str
    base: int
    shown: str
    series_url: str
    log_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class TypedDispute:
    """What stands in the form: as it opens, or as it came back, with a sentence for what is wrong."""

    key: str
    base: int
    claims: tuple[TypedClaim, ...]
    why: str = ""
    reason: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    must_tell: bool = False
    """Whether claims that are not whole say what is missing."""


def dispute_page(table: Table, kept: KeptHand, typed: TypedDispute, visitor: Visitor) -> DisputePage:
    """The page of a dispute on this hand."""
    claims = tuple(
        claim_shown(number, claim, table, kept, typed) for number, claim in enumerate(typed.claims, 1)
    )
    compared = tuple(claim for claim in claims if claim.comes_to is not None)
    line = kept.recorded
    return DisputePage(
        number=kept.number,
        stands=None if kept.played is None else hand_side(kept.played, table),
        stands_told=describe_hand(kept.hand, names_within(table.players)),
        entered=moment_of(line.at, offset_of(line)),
        device=line.device or "",
        changes=sum(other.hand_id == kept.id for other in table.lines) - 1,
        players=players_of(table),
        claims=claims,
        compared=compared,
        rows=tuple(compared_rows(compared)),
        hows=("knock", "gin", "big_gin"),
        asks_points=kept.hand.how == "points",
        asks_spade=table.rules.spade_doubles,
        asks_knock_limit=table.rules.oklahoma,
        reasons=tuple(Choice(code, reason_words(code), code == typed.why) for code in REASONS),
        reason=typed.reason,
        errors=typed.errors,
        action=url_for("disputes.decide", series_id=table.id, hand_id=kept.id),
        key=typed.key,
        base=typed.base,
        shown=mark_of(told_claims(typed.claims)),
        series_url=url_for("series.show", series_id=table.id),
        log_url=url_for("log.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def claim_shown(
    number: int, typed: TypedClaim, table: Table, kept: KeptHand, dispute: TypedDispute
) -> ClaimShown:
    """One claim with what it comes to."""
    names = names_within(table.players)
    heard = None if typed.hand is None else hear(Claim(typed.says, typed.hand), kept.hand.dealer, table.rules)
    told = dispute.must_tell and typed.untold and not (number == len(dispute.claims) and typed.is_blank)
    return ClaimShown(
        number=number,
        says=None if typed.says is None else players_of(table)[typed.says],
        fields=typed.fields,
        told="" if heard is None else describe_hand(heard.hand, names),
        sums="" if heard is None or heard.refused is not None else sum_of_hand(heard.hand, table.rules),
        comes_to=None if heard is None else comes_to(heard, table, kept.id),
        refused="" if heard is None or heard.refused is None else tell_refusal(heard.refused, names),
        is_as_it_stands=heard is not None and same_content(heard.hand, kept.hand),
        untold=typed.untold,
        error=tell_claim_missing(typed.untold, names) if told else "",
    )


def comes_to(heard: HeardClaim, table: Table, hand_id: UUID) -> Consequences | None:
    """What keeping a claim would move; None for one that the rules refuse."""
    if heard.refused is not None:
        return None
    claim = Claim(heard.says, heard.hand)
    return consequences_of(foresee(table, partial(plan_dispute, hand_id=hand_id, claims=(claim,), kept=0)))


def compared_rows(compared: tuple[ClaimShown, ...]) -> list[ComparedRow]:
    """The table's lines: every claim's whole consequence, and where it differs from the first."""
    if not compared:
        return []
    lines: list[tuple[What, int]] = [("hand", 0), ("game", 1), ("game", 2), ("game", 3)]
    lines += [("later", 0), ("series", 0), ("settlement", 0), ("dealer", 0)]
    rows = [ComparedRow(what, game, differences(what, game, compared)) for what, game in lines]
    return [row for row in rows if row.what != "dealer" or any(row.differs)]


def differences(what: What, game: int, compared: tuple[ClaimShown, ...]) -> tuple[bool, ...]:
    """For each claim whether it comes to something else than the first."""
    facts = [facts_of(what, game, claim.comes_to) for claim in compared if claim.comes_to is not None]
    return tuple(fact != facts[0] for fact in facts)


def facts_of(what: What, game: int, consequences: Consequences) -> object:
    """What a line of the table tells of one claim."""
    hand = consequences.hand[1]
    match what:
        case "hand":
            return None if hand is None else (hand.player, hand.points, hand.how, hand.games, hand.after_end)
        case "game":
            return consequences.games[game - 1].after
        case "later":
            return consequences.later, consequences.fallen, consequences.alive
        case "series":
            return consequences.series[1].is_over, consequences.series[1].leader
        case "settlement":
            return consequences.settlement[1]
    return consequences.dealer[1]
