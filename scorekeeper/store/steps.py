"""What a verb would write onto the pad, worked out before anything is kept.

Each plan checks a change against what lies there and comes to a ``Step``, or to None where nothing would be
new. The verbs write the very step that a page announced by ``whatif``, so that what was announced is what
happens. All raise ``Missing`` for an unknown hand and ``Refused`` for a change that can't be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import MOST_HANDS, Names
from scorekeeper.engine.whole import whole
from scorekeeper.store.errors import Missing
from scorekeeper.store.hands import Told, amend, read_told, respell
from scorekeeper.store.pad import Laid, Pad, body_of


class Step(NamedTuple):
    """One entry before it has a version: its kind, the hand that it is about, and its body (see ``Line``)."""

    kind: str
    hand_id: UUID | None
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies there while a step is planned. ``former``: how the names were spelt when the series began."""

    pad: Pad
    rules: Rules
    players: Names
    former: Names

    def read(self, told: Told) -> Hand:
        """The checked hand that somebody tells."""
        return read_told(respell(told, self.players, self.former), self.players, self.rules)

    def respelt(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Fields of a hand in today's names."""
        respelt = respell(fields, self.players, self.former)
        assert isinstance(respelt, Mapping)
        return respelt

    def find(self, hand_id: UUID) -> Laid:
        """The hand on the pad. Raises ``Missing``, also for one whose record was undone."""
        laid = self.pad.by_id.get(hand_id)
        if laid is None:
            raise Missing("hand_unknown")
        return laid


Plan: TypeAlias = Callable[[Ground], Step | None]


def plan_record(
    ground: Ground, hand_id: UUID, hand: Hand, position: object = None, at: datetime | None = None
) -> Step:
    """A new hand at the end or before the one numbered ``position``, played ``at`` (now, where not told)."""
    place = read_position(ground.pad, position)
    if len(ground.pad.hands) >= MOST_HANDS:
        raise NotAllowed("hands_too_many", "hands", high=MOST_HANDS)
    body: dict[str, Any] = {"hand": body_of(hand), "at": (at or datetime.now(UTC)).isoformat()}
    if place is not None and place <= len(ground.pad.standing()):
        body["position"] = place
    return Step("record", hand_id, body)


def plan_amend(
    ground: Ground, hand_id: UUID, changes: Mapping[str, object], position: object = None
) -> Step | None:
    """Other fields for a hand, another place for it, or both at once.

    ``changes`` are JSON fields by name; what the new ``how`` has no use for is dropped. ``position`` puts the
    hand directly before the one that is numbered so now.
    """
    laid = ground.find(hand_id)
    hand, at = amend(laid.hand, laid.at, ground.respelt(changes), ground.players, ground.rules)
    place = read_position(ground.pad, position)
    moves = place is not None and goes_elsewhere(ground.pad, laid, place)
    if (hand, at) == (laid.hand, laid.at) and not moves:
        return None
    body: dict[str, Any] = {"hand": body_of(hand), "at": None if at is None else at.isoformat()}
    if moves:
        body["position"] = place
    return Step("amend", hand_id, body)


def plan_struck(ground: Ground, hand_id: UUID, *, struck: bool) -> Step | None:
    """A hand struck out, or one that counts again."""
    if ground.find(hand_id).struck == struck:
        return None
    return Step("strike" if struck else "restore", hand_id, {})


def plan_dealer(ground: Ground, dealer: Seat | None) -> Step | None:
    """Somebody else to deal the hand to come; None leaves it to the rule again."""
    return None if ground.pad.next_dealer == dealer else Step("dealer", None, {"dealer": dealer})


def read_position(pad: Pad, told: object) -> int | None:
    """The number of the hand to stand before, one more than there are for the end; None where not told."""
    if told is None:
        return None
    position = whole(told)
    last = len(pad.standing()) + 1
    if position is None:
        raise Malformed("position_not_whole", "position")
    if not 1 <= position <= last:
        raise NotAllowed("position_range", "position", value=position, low=1, high=last)
    return position


def goes_elsewhere(pad: Pad, laid: Laid, position: int) -> bool:
    """Whether a hand stands elsewhere once it is put there; struck hands beside it make no difference."""
    if laid.struck:
        return pad.place_of(position) - pad.hands.index(laid) not in (0, 1)
    number = 1 + pad.standing().index(laid)
    return position not in (number, number + 1)
