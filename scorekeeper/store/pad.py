"""What the entries of a series come to: written one after the other onto a pad, undone and redone there.

Undo and redo go change by change, so the changes that count form a stack; each leaves behind how to take it
back. A change is always made to the same pad as when it was first made, so every replay comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias, cast
from uuid import UUID

from scorekeeper.engine.hand import Hand, Seat

TakeBack: TypeAlias = Callable[[], None]


class Line(NamedTuple):
    """One entry as it was read, with the name of the device that made it, as far as that is known;
    ``told_device`` as in ``Entry``.

    ``kind`` and its ``body``, always by seat:

    - ``record``: ``hand``; ``at``, when it was played, where known; ``position``, the number of the hand that
      it was put before, where it was
    - ``amend``: ``hand`` and ``at``, whole, as they are from then on; ``position``, the number of the hand
      that it was moved before (one more than there were: to the end), where it was moved
    - ``dispute``: ``claims``, each with ``says`` (a seat, null for a third person), ``hand`` and, where the
      rules refuse that one, ``refused``; ``kept``, the index of the claim that the hand is from then on, null
      where it was left as it was
    - ``strike``, ``restore``, ``abandon``, ``resume``: nothing
    - ``dealer``: ``dealer``, the seat for the hand to come, or null for whom the rule tells
    - ``rules``: ``old`` and ``new``; not for undoing, since it needs an empty sheet
    - ``copy``: ``from``, the id of the series that the hands were taken from, ``entries``, its version then,
      its ``started_at``, and ``left_out``, the numbers of hands that these rules refuse; not for undoing
    - ``note``: ``old`` and ``new``; not for undoing
    - ``undo``, ``redo``: ``of``, the version of the change that went or came back
    """

    version: int
    kind: str
    hand_id: UUID | None
    key: UUID | None
    device_id: int | None
    device: str | None
    at: datetime
    sent_at: datetime | None
    reason: str | None
    body: dict[str, Any]
    told_device: str | None = None

    @property
    def imported(self) -> bool:
        """Whether it came with an imported log, so that we have only its word for who did this and when."""
        return self.told_device is not None


@dataclass(slots=True, eq=False)
class Laid:
    """A hand on the pad. ``recorded`` is the line that brought it."""

    id: UUID
    hand: Hand
    at: datetime | None
    recorded: Line
    struck: bool = False


class Pad:
    """The hands of a series in order, struck ones in their places, and what can be undone and redone.

    ``by_id`` are the hands that lie here; ``recorded`` the lines that first brought one, whatever became of
    it since.
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.hands: list[Laid] = []
        self.by_id: dict[UUID | None, Laid] = {}
        self.recorded: dict[UUID | None, Line] = {}
        self.next_dealer: Seat | None = None
        self.abandoned_at: datetime | None = None
        self.done: list[tuple[Line, TakeBack]] = []
        self.undone: list[Line] = []
        self.count = 0
        self.last: Line | None = None
        for line in lines:
            self.write(line)

    def write(self, line: Line) -> None:
        """Put one more entry onto the pad."""
        self.count += 1
        self.last = line
        if line.kind == "undo":
            change, take_back = self.done.pop()
            take_back()
            self.undone.append(change)
        elif line.kind == "redo":
            change = self.undone.pop()
            self.done.append((change, CHANGES[change.kind](self, change)))
        else:
            self.undone.clear()
            if line.kind not in NO_CHANGES:
                self.done.append((line, CHANGES[line.kind](self, line)))

    def begins(self, lines: Sequence[Line]) -> bool:
        """Whether what was written here are the first of these very lines, as they were read."""
        return 0 < self.count <= len(lines) and lines[self.count - 1] is self.last

    def close(self) -> None:
        """Forget how to take changes back, once nothing is read from here any more: as long as it is known,
        the pad refers to itself, and thousands of pads would stay in memory.
        """
        self.done.clear()

    def standing(self) -> list[Laid]:
        """The hands that count, in order: their numbers run over these."""
        return [laid for laid in self.hands if not laid.struck]

    def place_of(self, position: int | None) -> int:
        """The index in ``hands`` directly before the hand of that number; after everything where none is."""
        if position is None:
            return len(self.hands)
        number = 0
        for index, laid in enumerate(self.hands):
            number += not laid.struck
            if number == position:
                return index
        return len(self.hands)

    def record(self, line: Line) -> TakeBack:
        """A new hand; one at the end takes the dealer that was set by hand for it."""
        hand = hand_of(line.body["hand"])
        position = line.body.get("position")
        awaited = self.next_dealer
        if position is None:
            self.next_dealer = None
            if hand.dealer is None and awaited is not None:
                hand = with_dealer(hand, awaited)
        place = self.place_of(position)
        laid = Laid(cast(UUID, line.hand_id), hand, time_of(line.body), line)
        self.hands.insert(place, laid)
        self.by_id[laid.id] = laid
        self.recorded.setdefault(laid.id, line)

        def take_back() -> None:
            del self.hands[place]
            del self.by_id[laid.id]
            self.next_dealer = awaited

        return take_back

    def amend(self, line: Line) -> TakeBack:
        """Other numbers for a hand, in its place or in another."""
        laid = self.by_id[line.hand_id]
        hand, at, place = laid.hand, laid.at, self.hands.index(laid)
        if "position" in line.body:
            self.put(laid, self.place_of(line.body["position"]))
        laid.hand, laid.at = hand_of(line.body["hand"]), time_of(line.body)

        def take_back() -> None:
            laid.hand, laid.at = hand, at
            self.hands.remove(laid)
            self.hands.insert(place, laid)

        return take_back

    def put(self, laid: Laid, place: int) -> None:
        """Move a hand to stand directly before the one that is at this index now."""
        old = self.hands.index(laid)
        self.hands.insert(place, laid)
        del self.hands[old if old < place else old + 1]

    def settle(self, line: Line) -> TakeBack:
        """A dispute that was decided: the hand as the kept claim has it, or as it was."""
        kept = line.body["kept"]
        laid = self.by_id[line.hand_id]
        hand = laid.hand
        if kept is not None:
            laid.hand = hand_of(line.body["claims"][kept]["hand"])

        def take_back() -> None:
            laid.hand = hand

        return take_back

    def strike(self, line: Line) -> TakeBack:
        """A hand that no longer counts, but keeps its place."""
        return self.set_struck(line, struck=True)

    def restore(self, line: Line) -> TakeBack:
        """A struck hand that counts again, where it stood."""
        return self.set_struck(line, struck=False)

    def set_struck(self, line: Line, *, struck: bool) -> TakeBack:
        """Strike or restore a hand that is not so yet."""
        laid = self.by_id[line.hand_id]
        laid.struck = struck

        def take_back() -> None:
            laid.struck = not struck

        return take_back

    def set_dealer(self, line: Line) -> TakeBack:
        """Who deals the hand to come."""
        dealer = self.next_dealer
        self.next_dealer = line.body["dealer"]

        def take_back() -> None:
            self.next_dealer = dealer

        return take_back

    def abandon(self, line: Line) -> TakeBack:
        """A series left unfinished, at the time told, else when the entry was made."""
        return self.set_abandoned(time_of(line.body) or line.at)

    def resume(self, _line: Line) -> TakeBack:
        """An abandoned series taken up again."""
        return self.set_abandoned(None)

    def set_abandoned(self, abandoned_at: datetime | None) -> TakeBack:
        """Abandon or take up again."""
        before = self.abandoned_at
        self.abandoned_at = abandoned_at

        def take_back() -> None:
            self.abandoned_at = before

        return take_back


NO_CHANGES = frozenset({"rules", "copy", "note", "players"})
"""Kinds that undo and redo don't go over, since no hand is any different by them."""

CHANGES: dict[str, Callable[[Pad, Line], TakeBack]] = {
    "record": Pad.record,
    "amend": Pad.amend,
    "dispute": Pad.settle,
    "strike": Pad.strike,
    "restore": Pad.restore,
    "dealer": Pad.set_dealer,
    "abandon": Pad.abandon,
    "resume": Pad.resume,
}
"""Every kind of change that undo and redo go over."""


def body_of(hand: Hand) -> dict[str, Any]:
    """A hand as an entry holds it: by seat, without what it has no use for."""
    body: dict[str, Any] = {"how": hand.how}
    if hand.knocker is not None:
        body["knocker"] = hand.knocker
    if hand.deadwood is not None:
        body["deadwood"] = list(hand.deadwood)
    if hand.winner is not None:
        body |= {"winner": hand.winner, "points": hand.points}
    if hand.spade:
        body["spade"] = True
    if hand.knock_limit is not None:
        body["knock_limit"] = hand.knock_limit
    if hand.dealer is not None:
        body["dealer"] = hand.dealer
    return body


def hand_of(body: dict[str, Any]) -> Hand:
    """The hand that ``body_of`` wrote."""
    deadwood = body.get("deadwood")
    if deadwood is None:
        return Hand(**body)
    return Hand(**{**body, "deadwood": (deadwood[0], deadwood[1])})


def with_dealer(hand: Hand, dealer: Seat) -> Hand:
    """The same hand, dealt by somebody set by hand."""
    return Hand(
        hand.how, hand.knocker, hand.deadwood, hand.winner, hand.points, hand.spade, hand.knock_limit, dealer
    )


def time_of(body: dict[str, Any]) -> datetime | None:
    """The time that a body tells, with the offset it was told with."""
    told = body.get("at")
    return None if told is None else datetime.fromisoformat(told)
