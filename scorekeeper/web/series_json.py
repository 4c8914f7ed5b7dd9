"""A series as the API answers it: all that `score --json` prints, and what was entered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scorekeeper.engine.rules import write_rules
from scorekeeper.engine.seriesfile import Names, name_of, write_hand, write_played, write_sheet
from scorekeeper.store.disputes import HeardClaim, read_claims
from scorekeeper.store.log import Logged, Standing, tell_log
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.record import change_json
from scorekeeper.words.reasons import tell_why
from scorekeeper.words.refusals import tell_refusal


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
        "undoable": change_json(table.undoable),
        "redoable": change_json(table.redoable),
    }


def hand_json(kept: KeptHand, players: Names) -> dict[str, Any]:
    """One hand: its id, what was entered, and what it did."""
    entered = {"id": str(kept.id), **write_hand(kept.hand, players), "at": written_time(kept.at)}
    if kept.played is None:
        return {**entered, "number": None, "struck": True}
    return entered | write_played(kept.played, players, tell_why)


def log_json(table: Table) -> list[dict[str, Any]]:
    """Every change in order: who, when, and what it was before and after."""
    return [entry_json(logged, table.players) for logged in tell_log(table.lines, numbered=False)]


def entry_json(logged: Logged, players: Names) -> dict[str, Any]:
    """One change as the log tells it. Undo and redo name the change that they went over as ``of``."""
    line, about = logged.line, logged.about
    entry = {
        "seq": line.version,
        "at": written_time(line.at),
        "sent_at": written_time(line.sent_at),
        "device": line.device,
        "kind": line.kind,
        "hand": None if about.hand_id is None else str(about.hand_id),
        "old": side_json(about.kind, logged.old, players),
        "new": side_json(about.kind, logged.new, players),
        "reason": line.reason,
    }
    if about is not line:
        entry["of"] = about.version
    if "position" in line.body:
        entry["position"] = line.body["position"]
    if line.kind == "dispute":
        entry |= {
            "claims": [claim_json(claim, players) for claim in read_claims(line.body)],
            "kept": line.body["kept"],
        }
    return entry


def side_json(kind: str, side: Standing, players: Names) -> Any:
    """What a change of this kind found or left; None where there was nothing, or no hand that counted."""
    match kind:
        case "dealer":
            return name_of(side.dealer, players)
        case "rules":
            return side.rules
        case "abandon" | "resume":
            return written_time(side.abandoned_at)
    if side.hand is None or (side.struck and kind in {"strike", "restore"}):
        return None
    return {**write_hand(side.hand, players), "at": written_time(side.at)}


def claim_json(claim: HeardClaim, players: Names) -> dict[str, Any]:
    """What somebody said of a hand in a dispute, None for a third person, and why the rules refuse it."""
    refused = None if claim.refused is None else tell_refusal(claim.refused, players)
    return {
        "says": name_of(claim.says, players),
        "hand": write_hand(claim.hand, players),
        "refused": refused,
    }


def written_time(time: datetime | None) -> str | None:
    """A time with its offset, as the contract has it."""
    return None if time is None else time.isoformat()
