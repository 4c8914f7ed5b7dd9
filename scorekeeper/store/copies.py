"""The same hands under other rules: first only looked at, then made a second series (rules.md, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from scorekeeper.engine.errors import NotAllowed
from scorekeeper.engine.hand import Hand, check_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import FiledHand, SeriesFile
from scorekeeper.engine.sheet import Sheet, replay
from scorekeeper.store.devices import Bearer
from scorekeeper.store.entries import Outcome
from scorekeeper.store.pad import Line, Pad
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.store.start import Beginning, first_lines, start_with


@dataclass(frozen=True, slots=True)
class Refitted:
    """The standing hands of a series under other rules.

    ``hands`` are those that the rules take, each as it was kept and as it is under them: marks that they have
    no use for are gone, of ``unmarked`` hands in all. ``refused`` are the others, with the reason. ``sheet``
    is what the taken ones come to.
    """

    hands: tuple[tuple[KeptHand, Hand], ...]
    unmarked: int
    refused: tuple[tuple[KeptHand, NotAllowed], ...]
    sheet: Sheet


def refit(table: Table, rules: Rules) -> Refitted:
    """What the hands of a series would come to under these rules."""
    taken: list[tuple[KeptHand, Hand]] = []
    refused: list[tuple[KeptHand, NotAllowed]] = []
    for kept in table.hands:
        if kept.struck:
            continue
        try:
            taken.append((kept, check_hand(rules, without_idle_marks(kept.hand, rules))))
        except NotAllowed as reason:
            refused.append((kept, reason))
    sheet = replay(rules, [hand for _kept, hand in taken], table.first_dealer, table.next_dealer)
    return Refitted(
        hands=tuple(taken),
        unmarked=sum(kept.hand != hand for kept, hand in taken),
        refused=tuple(refused),
        sheet=sheet,
    )


def without_idle_marks(hand: Hand, rules: Rules) -> Hand:
    """The hand without a spade or a knock limit that these rules have no use for."""
    return replace(
        hand,
        spade=hand.spade and rules.spade_doubles,
        knock_limit=hand.knock_limit if rules.oklahoma else None,
    )


def copy_series(table: Table, rules: Rules, by: Bearer | None, copy_id: UUID, note: str) -> Outcome:
    """Make the same hands under other rules a second series in the same book; its first entry says where they
    come from.

    Hands that the rules refuse are left out. A repeat of the same ``copy_id`` makes nothing. Raises what
    ``start_series`` does.
    """
    refitted = refit(table, rules)
    filed = SeriesFile(
        players=table.players,
        rules=rules,
        hands=tuple(
            FiledHand(hand, str(uuid5(copy_id, str(kept.id))), kept.at) for kept, hand in refitted.hands
        ),
        first_dealer=table.first_dealer,
        next_dealer=table.next_dealer,
        id=str(copy_id),
        note=note,
        started_at=table.started_at,
    )
    body: dict[str, Any] = {
        "from": str(table.id),
        "entries": table.version,
        "started_at": table.started_at.isoformat(),
        "left_out": [kept.number for kept, _reason in refitted.refused],
    }
    now = datetime.now(UTC)
    lines = [copy_line(by, now, body), *map(put_after, first_lines(filed, by, now))]
    return start_with(filed, Beginning(lines, Pad(lines)), by, table.book_id)


def copy_line(by: Bearer | None, now: datetime, body: dict[str, Any]) -> Line:
    """The entry that says where the hands of a series come from."""
    return Line(
        version=1,
        kind="copy",
        hand_id=None,
        key=None,
        device_id=None if by is None else by.id,
        device=None if by is None else by.name,
        at=now,
        sent_at=None,
        reason=None,
        body=body,
    )


def put_after(line: Line) -> Line:
    """An entry that has one more before it."""
    return line._replace(version=line.version + 1)
