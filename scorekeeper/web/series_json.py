"""A series as the API answers it: all that `score --json` prints, and what was entered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from scorekeeper.engine.rules import write_rules
from scorekeeper.engine.seriesfile import Names, name_of, write_hand, write_played, write_score, write_time
from scorekeeper.store.disputes import HeardClaim, read_claims
from scorekeeper.store.log import Logged, tell_log
from scorekeeper.store.logfile import write_claimed, write_entry
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.record import HANDS_KNOWN, change_json
from scorekeeper.words.locale import present_language
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
        "started_at": write_time(table.started_at),
        "last_played_at": write_time(table.last_played_at),
        "abandoned_at": write_time(table.abandoned_at),
        "first_dealer": name_of(table.first_dealer, table.players),
        "rules": write_rules(table.rules),
        "players": list(table.players),
        **write_score(table.sheet, table.players),
        "hands": [
            hand_json(kept, write_time(kept.at), table.players, present_language()) for kept in table.hands
        ],
        "undoable": change_json(table.undoable),
        "redoable": change_json(table.redoable),
    }


@lru_cache(maxsize=HANDS_KNOWN)
def hand_json(kept: KeptHand, at: str | None, players: Names, _language: str) -> dict[str, Any]:
    """One hand: its id, what was entered, ``at`` what time, and what it did. It is said once, since most are
    told again with every hand that follows; nobody may change it.
    """
    told = {"id": str(kept.id), **write_hand(kept.hand, players), "at": at}
    if kept.played is None:
        told |= {"number": None, "struck": True}
    else:
        told |= write_played(kept.played, players, tell_why)
    return told


def log_json(table: Table) -> list[dict[str, Any]]:
    """Every change in order: who, when, and what it was before and after."""
    return [entry_json(logged, table.players) for logged in tell_log(table.lines, numbered=False)]


def entry_json(logged: Logged, players: Names) -> dict[str, Any]:
    """One change as the log tells it. Undo and redo name the change that they went over as ``of``; an entry
    that came with an imported log says so.
    """
    entry = write_entry(logged, players)
    if logged.line.kind == "dispute":
        entry["claims"] = [claim_json(claim, players) for claim in read_claims(logged.line.body)]
    if logged.line.imported:
        entry["imported"] = True
    return entry


def claim_json(claim: HeardClaim, players: Names) -> dict[str, Any]:
    """What somebody said of a hand in a dispute, None for a third person, and why the rules refuse it."""
    refused = None if claim.refused is None else tell_refusal(claim.refused, players)
    return {**write_claimed(claim, players), "refused": refused}
