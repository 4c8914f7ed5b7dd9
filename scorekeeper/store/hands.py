"""A hand as a request or a form tells it: by seat, or in JSON by the names that the players had."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.hand import HOWS, USES, Hand, check_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names, read_hand, read_time, write_hand

Told: TypeAlias = Hand | Mapping[str, object]

FIELDS = ("how", "knocker", "deadwood", "winner", "points", "spade", "knock_limit", "dealer")
EMPTIED = ("knock_limit", "dealer")
"""Fields that null takes away from a hand."""


def read_told(told: Told, players: Names, rules: Rules) -> Hand:
    """The checked hand. Raises ``Refused`` as the engine does."""
    return check_hand(rules, told) if isinstance(told, Hand) else read_hand(told, players, rules)


def without_claim(told: Told) -> Told:
    """The hand without a winner that is only claimed: a claim is checked once and no part of its content."""
    if isinstance(told, Hand) or "winner" not in told or told.get("how") == "points":
        return told
    return {key: value for key, value in told.items() if key != "winner"}


def respell(told: Told, players: Names, former: Names) -> Told:
    """The hand with today's names in the place of names that the players had before in this series."""
    if isinstance(told, Hand) or former == players:
        return told
    today = {name: now for name, now in zip(former, players, strict=True) if name not in players}
    respelt = dict(told)
    for key in ("knocker", "winner", "dealer"):
        name = respelt.get(key)
        if isinstance(name, str):
            respelt[key] = today.get(name, name)
    deadwood = respelt.get("deadwood")
    if isinstance(deadwood, Mapping):
        respelt["deadwood"] = {today.get(name, name): count for name, count in deadwood.items()}
    return respelt


def amend(
    hand: Hand, at: datetime | None, changes: Mapping[str, object], players: Names, rules: Rules
) -> tuple[Hand, datetime | None]:
    """The hand, and when it was played, with these fields changed.

    What its new end has no use for is dropped. ``changes`` has JSON names and values. ``deadwood`` is
    replaced whole; null takes a knock limit or a dealer away. Raises ``Refused`` as the engine does, also for
    a change that the new end has no use for.
    """
    given = {key: value for key, value in changes.items() if key in FIELDS}
    merged = still_used(hand, given, players) | given
    told = {key: value for key, value in merged.items() if not (value is None and key in EMPTIED)}
    return read_hand(told, players, rules), read_time(changes["at"], "at") if "at" in changes else at


def still_used(hand: Hand, given: Mapping[str, object], players: Names) -> dict[str, Any]:
    """What was entered before and has a use in the hand that it is about to be."""
    written = write_hand(hand, players)
    how = given.get("how", hand.how)
    if how == hand.how or how not in HOWS:
        return written
    used = {key: value for key, value in written.items() if key in USES[how] or key == "dealer"}
    if how != "knock" and "deadwood" in used:
        laid_down = given.get("knocker", written["knocker"])
        used["deadwood"] = {name: count for name, count in used["deadwood"].items() if name != laid_down}
    return used


def read_seat(told: object, players: Names, field: str) -> Any:
    """The seat of a name, or a seat that is given as such. Raises ``Malformed`` for anybody else."""
    if told is None or (told in (0, 1) and not isinstance(told, bool | float)):
        return told
    if isinstance(told, str) and told in players:
        return players.index(told)
    raise Malformed("player_unknown", field, name=told if isinstance(told, str) else None)
