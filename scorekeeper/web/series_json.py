"""A series as the API answers it: all that `score --json` prints, and what was entered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import write_rules
from scorekeeper.engine.seriesfile import Names, name_of, write_hand, write_played, write_sheet
from scorekeeper.store.pad import Line, Pad, hand_of
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.words.reasons import tell_why


def series_json(table: Table) -> dict[str, Any]:
    """The whole series at its present version; struck hands stand in their places."""
    return {
        "id": str(table.id),
        "version": table.version,
        "book": table.book,
        "note": table.note,
        "state": table.state,
        "started_at": written_time(table.started_at),
        "last_played_at": written_time(table.last_played_at),
        "abandoned_at": written_time(table.abandoned_at),
        "first_dealer": name_of(table.first_dealer, table.players),
        "rules": write_rules(table.rules),
        **write_sheet(table.sheet, table.players, tell_why),
        "hands": [hand_json(kept, table.players) for kept in table.hands],
    }


def hand_json(kept: KeptHand, players: Names) -> dict[str, Any]:
    """One hand: its id, what was entered, and what it did."""
    entered = {"id": str(kept.id), **write_hand(kept.hand, players), "at": written_time(kept.at)}
    if kept.played is None:
        return {**entered, "number": None, "struck": True}
    return entered | write_played(kept.played, players, tell_why)


def log_json(table: Table) -> list[dict[str, Any]]:
    """Every change in order: who, when, and what it was before and after."""
    pad = Pad()
    changes: dict[int, tuple[Any, Any]] = {}
    log = []
    for line in table.lines:
        if line.kind in {"undo", "redo"}:
            of: int = line.body["of"]
            old, new = changes[of]
            told = table.lines[of - 1]
            entry = entry_json(line, told.hand_id, *((new, old) if line.kind == "undo" else (old, new)))
            entry["of"] = of
        else:
            changes[line.version] = old_and_new(line, pad, table.players)
            entry = entry_json(line, line.hand_id, *changes[line.version])
        if "position" in line.body:
            entry["position"] = line.body["position"]
        pad.write(line)
        log.append(entry)
    return log


def entry_json(line: Line, hand_id: object, old: Any, new: Any) -> dict[str, Any]:
    """One change as the log tells it."""
    return {
        "seq": line.version,
        "at": written_time(line.at),
        "sent_at": written_time(line.sent_at),
        "device": line.device,
        "kind": line.kind,
        "hand": None if hand_id is None else str(hand_id),
        "old": old,
        "new": new,
        "reason": line.reason,
    }


def old_and_new(line: Line, pad: Pad, players: Names) -> tuple[Any, Any]:
    """What a change found on the pad and what it left there; None where there was nothing."""
    laid = None if line.hand_id is None else pad.by_id.get(line.hand_id)
    before = None if laid is None else told_hand(laid.hand, laid.at, players)
    match line.kind:
        case "record" | "amend":
            at = line.body.get("at")
            return before, {**write_hand(hand_of(line.body["hand"]), players), "at": at}
        case "strike":
            return before, None
        case "restore":
            return None, before
        case "dealer":
            return name_of(pad.next_dealer, players), name_of(line.body["dealer"], players)
        case "rules":
            return line.body["old"], line.body["new"]
    return written_time(pad.abandoned_at), line.body.get("at")


def told_hand(hand: Hand, at: datetime | None, players: Names) -> dict[str, Any]:
    """A hand as it was entered, with the time it was played."""
    return {**write_hand(hand, players), "at": written_time(at)}


def written_time(time: datetime | None) -> str | None:
    """A time with its offset, as the contract has it."""
    return None if time is None else time.isoformat()
