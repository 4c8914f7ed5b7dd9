"""The series as the browser's own scoring replays it, printed into the page as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from scorekeeper.engine.rules import write_rules
from scorekeeper.store.pad import body_of
from scorekeeper.store.series import Change, KeptHand, Table

HANDS_KNOWN = 1000
"""Hands that a process keeps said, of some kilobytes each with all that they were told from."""
LATEST = 8
"""Entries whose keys a phone may still wonder about: those of its taps that got no answer."""


def record_of(table: Table, device_id: int | None) -> dict[str, Any]:
    """By seat: the rules, the hands that stand, who deals the one to come, and what a tap on undo goes over.

    `undoes` is how many hands at the end this device could take back tap by tap, each with nothing more to it
    than that, so that the browser can show them gone at once; `keys` are those of the latest entries that
    have one; `age` the seconds since the last change.
    """
    return {
        "players": list(table.players),
        "version": table.version,
        "state": table.state,
        "first_dealer": table.first_dealer,
        "next_dealer": table.sheet.next_dealer,
        "rules": write_rules(table.rules),
        "hands": [said_by_seat(kept) for kept in table.hands if not kept.struck],
        "undoable": change_json(table.undoable),
        "redoable": change_json(table.redoable),
        "undoes": count_undoes(table, device_id),
        "keys": [str(line.key) for line in table.lines[-LATEST:] if line.key is not None],
        "age": age_of(table),
    }


@lru_cache(maxsize=HANDS_KNOWN)
def said_by_seat(kept: KeptHand) -> dict[str, Any]:
    """A hand as it was entered, said once like those of the API; nobody may change it."""
    return {"id": str(kept.id), **body_of(kept.hand)}


def change_json(change: Change | None) -> dict[str, Any] | None:
    """Which change undo or redo goes over: its entry, and the hand that it is about."""
    if change is None:
        return None
    hand_id = None if change.hand_id is None else str(change.hand_id)
    return {"seq": change.version, "kind": change.kind, "hand": hand_id}


def count_undoes(table: Table, device_id: int | None) -> int:
    """How many of the last changes are this device's own hands, standing at the end in the order entered."""
    count = 0
    for line, kept in zip(reversed(table.done), reversed(table.hands), strict=False):
        if line.kind != "record" or line.hand_id != kept.id or line.device_id != device_id:
            break
        count += 1
    return count


def age_of(table: Table) -> int:
    """Whole seconds since the series last changed; since its start where nothing has."""
    changed = table.lines[-1].at if table.lines else table.row.made_at
    return max(round((datetime.now(UTC) - changed).total_seconds()), 0)
