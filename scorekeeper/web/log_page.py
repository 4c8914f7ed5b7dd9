"""The log of a series on its page: every change in words, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from flask import url_for

from scorekeeper.engine.hand import same_content, score_hand
from scorekeeper.engine.rules import Rules, read_rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.store.disputes import HeardClaim, read_claims
from scorekeeper.store.grants import role_in_series
from scorekeeper.store.log import Logged, Standing, offset_of, tell_log
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.moments import Moment, moment_of
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.changes import name_change, tell_redone, tell_undone
from scorekeeper.words.log import (
    no_device,
    tell_copied,
    tell_deal,
    tell_dealer,
    tell_entry,
    tell_left_out,
    tell_logged_hand,
    tell_played,
)
from scorekeeper.words.names import name_within, names_within
from scorekeeper.words.refusals import tell_refusal
from scorekeeper.words.rows import describe_hand
from scorekeeper.words.rules import option_name, option_value

ENTRIES_A_PAGE = 100

LATE = timedelta(minutes=2)
"""From here on, what a phone sent later than it was entered is told to have come late."""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One rule that was changed, in words."""

    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ClaimTold:
    """What somebody said in a dispute (`says` is None for a third person), and what became of it; `why` is
    the rules' reason for refusing it.
    """

    says: Player | None
    told: str
    verdict: Literal["kept", "turned_down", "refused"]
    why: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry: what happened in a headline, then what it was and what it became, where it was or became
    anything. `sent` is when the phone says it was entered, where it came later than that; `link` leads to the
    series that the hands were taken from.
    """

    seq: int
    kind: str
    when: Moment
    sent: Moment | None
    device: str
    headline: str
    old: str
    new: str
    rules: tuple[RuleChange, ...]
    claims: tuple[ClaimTold, ...]
    is_left: bool
    """A dispute that left the hand as it was."""
    notes: tuple[str, ...]
    reason: str
    link: Link | None
    is_imported: bool
    """It came with an imported log, so that we have only that log's word for who and when."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """The log: `newest_url` is empty on the first page, `older_url` on the last."""

    players: tuple[Player, Player]
    entries: tuple[LogEntry, ...]
    newest_url: str
    older_url: str
    back_url: str
    menu: tuple[Link, ...]


def log_page(table: Table, before: int | None, visitor: Visitor) -> LogPage:
    """The page of the entries before this version, of the newest without one."""
    count = table.version if before is None else min(before - 1, table.version)
    first = max(count - ENTRIES_A_PAGE + 1, 1)
    story = tuple(tell_log(table.lines[:count], first)) if count > 0 else ()
    teller = Teller(table, visitor)
    url = url_for("log.show", series_id=table.id)
    return LogPage(
        players=players_of(table),
        entries=tuple(teller.tell(logged) for logged in reversed(story)),
        newest_url=url if count < table.version else "",
        older_url=url_for("log.show", series_id=table.id, before=first) if first > 1 else "",
        back_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


class Teller:
    """Tells the entries of one series to one visitor."""

    def __init__(self, table: Table, visitor: Visitor) -> None:
        self.rules: Rules = table.rules
        self.names: Names = names_within(table.players)
        self.players = players_of(table)
        self.visitor = visitor
        self.offset = table.started_at.utcoffset()

    def tell(self, logged: Logged) -> LogEntry:
        """One entry."""
        line, about = logged.line, logged.about
        old, new = self.sides(logged)
        is_dispute = line.kind == "dispute"
        return LogEntry(
            seq=line.version,
            kind=line.kind,
            when=self.moment(line.at, offset_of(line)),
            sent=self.sent(logged),
            device=line.device or no_device(),
            headline=self.headline(logged),
            old=old,
            new=new,
            rules=rule_changes(about.body) if about.kind == "rules" else (),
            claims=tuple(self.claims(line.body)) if is_dispute else (),
            is_left=is_dispute and line.body["kept"] is None,
            notes=tuple(self.notes(line.body)) if line.kind == "copy" else (),
            reason=line.reason or "",
            link=self.origin(line.body) if line.kind == "copy" else None,
            is_imported=line.imported,
        )

    def moment(self, at: datetime, offset: timedelta | None) -> Moment:
        """A moment by the phone's clock, else by that of the series' start."""
        return moment_of(at, self.offset if offset is None else offset)

    def sent(self, logged: Logged) -> Moment | None:
        """When a phone without a signal had it entered."""
        line = logged.line
        if line.sent_at is None or line.at - line.sent_at < LATE:
            return None
        return self.moment(line.sent_at, offset_of(line))

    def headline(self, logged: Logged) -> str:
        """What happened."""
        about, old, new = logged.about, logged.old, logged.new
        if about is logged.line:
            moved = "position" in about.body
            number = new.number if old.number is None else old.number
            return tell_entry(about.kind, number, new.number if moved else None)
        hand = old.hand or new.hand
        change = name_change(
            "move" if about.kind == "amend" and "position" in about.body else about.kind,
            new.number if new.number is not None else old.number,
            None if hand is None else score_hand(self.rules, hand),
            about.body.get("dealer"),
            self.names,
        )
        return tell_undone(change) if logged.line.kind == "undo" else tell_redone(change)

    def sides(self, logged: Logged) -> tuple[str, str]:
        """What an entry found and what it left, in words; empty for nothing."""
        kind, old, new = logged.about.kind, logged.old, logged.new
        if kind == "dealer":
            return tell_dealer(old.dealer, self.names), tell_dealer(new.dealer, self.names)
        if kind in {"players", "note"}:
            return name_within(logged.about.body["old"]), name_within(logged.about.body["new"])
        if kind in {"players", "note"}:
            return name_within(logged.about.body["old"]), name_within(logged.about.body["new"])
        if kind == "dispute" and old.hand and new.hand and same_content(old.hand, new.hand):
            return "", ""
        told = self.side(kind, old), self.side(kind, new)
        if told[0] and told[0] == told[1]:
            return self.beside(old, new)
        return told

    def side(self, kind: str, side: Standing) -> str:
        """A hand as it was before or after an entry; empty where there was none that counted."""
        if side.hand is None or (side.struck and kind in {"strike", "restore"}):
            return ""
        return tell_logged_hand(side.hand, self.rules, self.names)

    def beside(self, old: Standing, new: Standing) -> tuple[str, str]:
        """What an entry changed that is no part of a hand's content: who dealt it, when it was played."""
        assert old.hand is not None and new.hand is not None
        before, after = [], []
        if old.hand.dealer != new.hand.dealer:
            before.append(tell_deal(old.hand.dealer, self.names))
            after.append(tell_deal(new.hand.dealer, self.names))
        if old.at != new.at:
            before += [tell_played(moment_of(old.at, old.at.utcoffset()).text)] if old.at else []
            after += [tell_played(moment_of(new.at, new.at.utcoffset()).text)] if new.at else []
        return ", ".join(before), ", ".join(after)

    def claims(self, body: Mapping[str, Any]) -> list[ClaimTold]:
        """What was said in a dispute, and what became of it."""
        heard = read_claims(dict(body))
        return [self.claim(claim, is_kept=place == body["kept"]) for place, claim in enumerate(heard)]

    def claim(self, claim: HeardClaim, *, is_kept: bool) -> ClaimTold:
        """One claim."""
        says = None if claim.says is None else self.players[claim.says]
        if claim.refused is not None:
            why = tell_refusal(claim.refused, self.names)
            return ClaimTold(says, describe_hand(claim.hand, self.names), "refused", why)
        told = tell_logged_hand(claim.hand, self.rules, self.names)
        return ClaimTold(says, told, "kept" if is_kept else "turned_down", "")

    def notes(self, body: Mapping[str, Any]) -> list[str]:
        """What is to be said of hands that were taken over from another series."""
        told = [] if self.origin(body) else [self.origin_words(body)]
        return [*told, tell_left_out(tuple(body["left_out"]))] if body["left_out"] else told

    def origin(self, body: Mapping[str, Any]) -> Link | None:
        """The series that hands were taken over from, where the visitor may see it."""
        series_id = UUID(body["from"])
        device_id = self.visitor.device_id
        if device_id is None or role_in_series(device_id, series_id) is None:
            return None
        return Link(self.origin_words(body), url_for("series.show", series_id=series_id))

    def origin_words(self, body: Mapping[str, Any]) -> str:
        """Which series that was, and when."""
        started_at = datetime.fromisoformat(body["started_at"])
        return tell_copied(moment_of(started_at, started_at.utcoffset()).text, body["entries"])


def rule_changes(body: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    """The rules that an entry changed."""
    old, new = read_rules(body["old"]), read_rules(body["new"])
    return tuple(
        RuleChange(
            option_name(key), option_value(key, getattr(old, key)), option_value(key, getattr(new, key))
        )
        for key in Rules.__slots__
        if getattr(old, key) != getattr(new, key)
    )
