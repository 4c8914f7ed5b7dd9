"""The log of a series file: its entries as JSON by name, as the API tells them, and back (contract.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn
from uuid import UUID

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.rules import Rules, read_rules, write_rules
from scorekeeper.engine.seriesfile import (
    MOST_HANDS,
    Names,
    SeriesFile,
    name_of,
    read_hand,
    read_id,
    read_name,
    read_stated_hand,
    read_text,
    read_time,
    write_hand,
    write_time,
)
from scorekeeper.engine.whole import whole
from scorekeeper.store.disputes import Claim, HeardClaim, check_claims, hear, read_claims, write_claim
from scorekeeper.store.errors import Missing
from scorekeeper.store.hands import read_seat
from scorekeeper.store.log import Logged, Standing, tell_log
from scorekeeper.store.pad import Line, Pad, body_of
from scorekeeper.store.steps import Ground, Step, plan_struck, read_position

MOST_ENTRIES = 10 * MOST_HANDS


def write_log(lines: Sequence[Line], players: Names) -> list[dict[str, Any]]:
    """All entries in order; reading them gives the same entries."""
    return [write_entry(logged, players) for logged in tell_log(lines, numbered=False)]


def write_entry(logged: Logged, players: Names) -> dict[str, Any]:
    """One entry. Undo and redo name the change that they went over as ``of``; a claim's hand stands as it was
    said.
    """
    line, about = logged.line, logged.about
    entry = {
        "seq": line.version,
        "at": line.at.isoformat(),
        "sent_at": write_time(line.sent_at),
        "device": line.device,
        "kind": line.kind,
        "hand": None if about.hand_id is None else str(about.hand_id),
        "old": write_side(about, logged.old, "old", players),
        "new": write_side(about, logged.new, "new", players),
        "reason": line.reason,
    }
    if about is not line:
        entry["of"] = about.version
    if "position" in line.body:
        entry["position"] = line.body["position"]
    if line.kind == "dispute":
        claims = [write_claimed(claim, players) for claim in read_claims(line.body)]
        entry |= {"claims": claims, "kept": line.body["kept"]}
    if line.kind == "players":
        entry["player"] = players[line.body["seat"]]
    if line.key is not None:
        entry["key"] = str(line.key)
    return entry


def write_side(about: Line, side: Standing, which: str, players: Names) -> Any:
    """What a change found (``old``) or left (``new``); None where there was nothing, or no hand that
    counted.
    """
    match about.kind:
        case "dealer":
            return name_of(side.dealer, players)
        case "rules":
            return side.rules
        case "abandon" | "resume":
            return write_time(side.abandoned_at)
        case "players" | "note":
            return about.body[which]
        case "copy":
            return about.body if which == "new" else None
    if side.hand is None or (side.struck and about.kind in {"strike", "restore"}):
        return None
    return {**write_hand(side.hand, players), "at": write_time(side.at)}


def write_claimed(claim: HeardClaim, players: Names) -> dict[str, Any]:
    """What somebody said of a hand in a dispute; ``says`` is None for a third person."""
    return {"says": name_of(claim.says, players), "hand": write_hand(claim.hand, players)}


def read_log(given: object, filed: SeriesFile) -> Reading:
    """The log that a file states, read to its end: each entry one that could have been made, marked as
    imported.

    Raises ``Refused`` with the field within the log, and ``Malformed("log_differs")`` where they do not lead
    to what else the file states.
    """
    if not isinstance(given, list):
        raise Malformed("log_not_list", "log")
    if len(given) > MOST_ENTRIES:
        raise Malformed("log_too_long", "log", high=MOST_ENTRIES)
    reading = Reading(filed.players, rules_at_first(given, filed.rules))
    for entry in given:
        reading.read(entry)
    if not reading.leads_to(filed):
        raise Malformed("log_differs", "log")
    return reading


def rules_at_first(given: list[Any], rules: Rules) -> Rules:
    """The rules that a series began with, which its log tells only where they were changed."""
    for entry in given:
        if isinstance(entry, Mapping) and entry.get("kind") == "rules":
            return read_rules(entry.get("old"))
    return rules


class Reading:
    """A log as far as it is read: every entry is held against what lies on the pad, as the verbs would do."""

    def __init__(self, players: Names, rules: Rules) -> None:
        self.players = players
        self.rules = rules
        self.pad = Pad()
        self.lines: list[Line] = []
        self.taken: set[UUID] = set()
        self.keys: set[UUID] = set()

    def read(self, entry: object) -> None:
        """One more entry. Raises ``Refused``."""
        seq = len(self.lines) + 1
        try:
            line = self.line(seq, entry)
        except Missing:
            raise Malformed("log_entry", f"log.{seq}.hand", seq=seq) from None
        except Refused as refused:
            refused.field = ".".join(("log", str(seq), *([refused.field] if refused.field else [])))
            refused.players = self.players
            raise
        self.lines.append(line)
        self.pad.write(line)

    def line(self, seq: int, entry: object) -> Line:
        """The entry as it will be kept."""
        if not isinstance(entry, Mapping):
            raise Malformed("log_entry", seq=seq)
        if whole(entry.get("seq")) != seq:
            raise Malformed("log_entry", "seq", seq=seq)
        kind = entry.get("kind")
        plan = PLANS.get(kind) if isinstance(kind, str) else None
        at = read_time(entry.get("at"), "at")
        if plan is None or at is None:
            raise Malformed("log_entry", "kind" if plan is None else "at", seq=seq)
        step = plan(self, entry)
        device = read_text(entry.get("device"), "device") or None
        return Line(
            version=seq,
            kind=step.kind,
            hand_id=step.hand_id,
            key=self.key(entry),
            device_id=None,
            device=device,
            at=at,
            sent_at=read_time(entry.get("sent_at"), "sent_at"),
            reason=read_text(entry.get("reason"), "reason"),
            body=step.body,
            told_device=device or "",
        )

    def key(self, entry: Mapping[str, object]) -> UUID | None:
        """The key of a write, which is no other entry's."""
        if entry.get("key") is None:
            return None
        key = UUID(read_id(entry["key"], "key"))
        if key in self.keys:
            raise Malformed("id_repeated", "key")
        self.keys.add(key)
        return key

    def refuse(self, field: str) -> NoReturn:
        """Say that this entry can't have been made where it stands."""
        raise Malformed("log_entry", field, seq=len(self.lines) + 1)

    def ground(self) -> Ground:
        """What lies there, as the verbs see it."""
        return Ground(self.pad, self.rules, self.players, self.players)

    def leads_to(self, filed: SeriesFile) -> bool:
        """Whether what lies on the pad in the end is what the file states."""
        laid = [(hand.hand, str(hand.id), hand.at, hand.struck) for hand in self.pad.hands]
        stated = [(hand.hand, hand.id, hand.at, hand.struck) for hand in filed.hands]
        return (laid, self.pad.next_dealer, self.pad.abandoned_at, self.rules) == (
            stated,
            filed.next_dealer,
            filed.abandoned_at,
            filed.rules,
        )

    def record(self, entry: Mapping[str, object]) -> Step:
        """A hand under an id that no other ever had here."""
        hand_id = hand_id_of(entry)
        if hand_id in self.taken:
            raise Malformed("id_repeated", "hand")
        self.taken.add(hand_id)
        body = self.hand_body(entry)
        if body["at"] is None:
            del body["at"]
        if len(self.pad.hands) >= MOST_HANDS:
            self.refuse("hand")
        if "position" in body and body["position"] > len(self.pad.standing()):
            self.refuse("position")
        return Step("record", hand_id, body)

    def amend(self, entry: Mapping[str, object]) -> Step:
        """Other numbers or another place for a hand."""
        hand_id = hand_id_of(entry)
        self.ground().find(hand_id)
        return Step("amend", hand_id, self.hand_body(entry))

    def hand_body(self, entry: Mapping[str, object]) -> dict[str, Any]:
        """The hand that an entry left, when it was played, and where it was put."""
        told = entry.get("new")
        hand = read_hand(told, self.players, self.rules)
        assert isinstance(told, Mapping)
        body: dict[str, Any] = {"hand": body_of(hand), "at": write_time(read_time(told.get("at"), "at"))}
        position = read_position(self.pad, entry.get("position"))
        return body if position is None else {**body, "position": position}

    def strike(self, entry: Mapping[str, object]) -> Step:
        """A hand that stood."""
        return self.stated(plan_struck(self.ground(), hand_id_of(entry), struck=True))

    def restore(self, entry: Mapping[str, object]) -> Step:
        """A hand that was struck."""
        return self.stated(plan_struck(self.ground(), hand_id_of(entry), struck=False))

    def stated(self, step: Step | None) -> Step:
        """The step, which changes something."""
        return step or self.refuse("kind")

    def dispute(self, entry: Mapping[str, object]) -> Step:
        """What each person said of a hand, and whose claim it is from then on."""
        hand_id = hand_id_of(entry)
        self.ground().find(hand_id)
        told = entry.get("claims")
        claims = [self.claim(claim) for claim in told] if isinstance(told, list) else self.refuse("claims")
        check_claims(claims)
        heard = [hear(claim, claim.hand.dealer, self.rules) for claim in claims]
        kept = None if entry.get("kept") is None else whole(entry["kept"])
        if kept is None and entry.get("kept") is not None:
            self.refuse("kept")
        if kept is not None and not (0 <= kept < len(heard) and heard[kept].refused is None):
            self.refuse("kept")
        return Step("dispute", hand_id, {"claims": [write_claim(claim) for claim in heard], "kept": kept})

    def claim(self, told: object) -> Claim:
        """What somebody said."""
        if not isinstance(told, Mapping):
            self.refuse("claims")
        says = read_seat(told.get("says"), self.players, "says")
        return Claim(says, read_stated_hand(told.get("hand"), self.players))

    def dealer(self, entry: Mapping[str, object]) -> Step:
        """Who was to deal the hand to come."""
        return Step("dealer", None, {"dealer": read_seat(entry.get("new"), self.players, "new")})

    def abandon(self, entry: Mapping[str, object]) -> Step:
        """Leaving the series unfinished."""
        at = read_time(entry.get("new"), "new")
        return Step("abandon", None, {"at": write_time(at)} if at else self.refuse("new"))

    def resume(self, _entry: Mapping[str, object]) -> Step:
        """Taking it up again."""
        return Step("resume", None, {})

    def change_rules(self, entry: Mapping[str, object]) -> Step:
        """Other rules, which need an empty sheet."""
        if self.pad.hands:
            self.refuse("kind")
        if read_rules(entry.get("old")) != self.rules:
            self.refuse("old")
        old, self.rules = self.rules, read_rules(entry.get("new"))
        return Step("rules", None, {"old": write_rules(old), "new": write_rules(self.rules)})

    def change_players(self, entry: Mapping[str, object]) -> Step:
        """Somebody else at a seat than was thought."""
        seat = read_seat(entry.get("player"), self.players, "player")
        if seat is None:
            self.refuse("player")
        names = {side: read_name(entry.get(side), side) for side in ("old", "new")}
        return Step("players", None, {"seat": seat, **names})

    def change_note(self, entry: Mapping[str, object]) -> Step:
        """What was written about the series, and what instead."""
        texts = {side: read_text(entry.get(side), side) or "" for side in ("old", "new")}
        return Step("note", None, texts)

    def copy(self, entry: Mapping[str, object]) -> Step:
        """The series that all hands were taken from, before there were any."""
        told = entry.get("new")
        if self.lines or not isinstance(told, Mapping):
            self.refuse("kind" if self.lines else "new")
        entries, left_out = whole(told.get("entries")), told.get("left_out")
        numbers = [whole(number) for number in left_out] if isinstance(left_out, list) else [None]
        started_at = read_time(told.get("started_at"), "new")
        if entries is None or None in numbers or started_at is None:
            self.refuse("new")
        body = {
            "from": read_id(told.get("from"), "new"),
            "entries": entries,
            "started_at": write_time(started_at),
            "left_out": numbers,
        }
        return Step("copy", None, body)

    def undo(self, entry: Mapping[str, object]) -> Step:
        """The last change that counted, taken back."""
        return self.over("undo", entry, self.pad.done[-1][0] if self.pad.done else None)

    def redo(self, entry: Mapping[str, object]) -> Step:
        """The change that was taken back last, made again."""
        return self.over("redo", entry, self.pad.undone[-1] if self.pad.undone else None)

    def over(self, kind: str, entry: Mapping[str, object], change: Line | None) -> Step:
        """Undo or redo of this change, which the entry must name."""
        if change is None or whole(entry.get("of")) != change.version:
            self.refuse("of")
        return Step(kind, None, {"of": change.version})


PLANS: dict[str, Callable[[Reading, Mapping[str, object]], Step]] = {
    "record": Reading.record,
    "amend": Reading.amend,
    "strike": Reading.strike,
    "restore": Reading.restore,
    "dispute": Reading.dispute,
    "dealer": Reading.dealer,
    "abandon": Reading.abandon,
    "resume": Reading.resume,
    "rules": Reading.change_rules,
    "players": Reading.change_players,
    "note": Reading.change_note,
    "copy": Reading.copy,
    "undo": Reading.undo,
    "redo": Reading.redo,
}
"""Every kind of entry."""


def hand_id_of(entry: Mapping[str, object]) -> UUID:
    """The hand that an entry is about."""
    return UUID(read_id(entry.get("hand"), "hand"))
