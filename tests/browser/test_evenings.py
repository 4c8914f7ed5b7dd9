"""Random evenings of two phones that drop in and out of the network: no hand is lost, and none doubled.

Ann's phone stands on an origin that browsers trust, so it is also reloaded without a network; Bob's is in a
home network. An evening is told by its seed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.sheet import replay
from tests.browser.conftest import OpenPhone
from tests.browser.evening import start_series
from tests.browser.phones import NO_NETWORK, NOTHING_WAITS, ask, cut, join, mend, settle_worker

STEPS = 14
SETTLED_SECONDS = 60
Told = tuple[int, int, int]
"""A hand by who knocked and both counts, the knocker's first; each is entered for one hand of cards."""

ENTER = """([knocker, laidDown, held]) => {
  const form = document.querySelector(".entry");
  const pick = (name, value) => { form.querySelector(`[name=${name}][value="${value}"]`).checked = true; };
  pick("who", `${knocker}-knock`);
  pick("knocker_deadwood", laidDown);
  form.elements.other_deadwood.value = held;
  form.dispatchEvent(new Event("input"));
  form.requestSubmit(form.querySelector(".save"));
}"""
SHOWN = """() => ({
  hands: document.querySelector("series-board").expected.record.hands,
  totals: [...document.querySelectorAll("[data-player]")].map((total) => Number(total.textContent)),
})"""
STANDS = """() => {
  const { sending, record, live } = document.querySelector("series-board");
  const { queue, question, delivery, outbox: { isStopped } } = sending;
  const waiting = queue.waiting.map(({ kind, base, instead, judged }) => ({ kind, base, instead, judged }));
  return { waiting, question, isStopped, version: record.version, known: delivery.latest.version,
    silent: live.silentSince, dialogs: document.querySelectorAll("dialog").length };
}"""
"""How far a phone has come, for whom it takes too long."""
PRESS_UNDO = """() => document.querySelector("#last [formaction$=undo]:not([aria-disabled])")?.click()"""


def told(hand: dict[str, Any]) -> Told:
    knocker = hand["knocker"]
    return knocker, hand["deadwood"][knocker], hand["deadwood"][1 - knocker]


@dataclass
class Evening:
    """What is done on which phone, and what has to come of it."""

    chance: random.Random
    phones: tuple[Page, Page]
    entered: set[Told] = field(default_factory=set)
    undone: set[Told] = field(default_factory=set)
    is_cut: list[bool] = field(default_factory=lambda: [False, False])
    story: list[str] = field(default_factory=list)

    def fresh_hand(self) -> Told:
        """A hand that nobody has entered yet, worth few points."""
        while True:
            laid_down = self.chance.randint(1, 10)
            hand = (self.chance.randint(0, 1), laid_down, laid_down + self.chance.randint(1, 4))
            if hand not in self.entered:
                return hand

    def enter(self, which: int, hand: Told) -> None:
        self.entered.add(hand)
        self.phones[which].evaluate(ENTER, list(hand))
        self.check(which, hand)

    def check(self, which: int, hand: Told | None = None) -> None:
        """The totals on the page are those of the hands it shows, by the other engine; `hand` is there."""
        shown = self.phones[which].evaluate(SHOWN)
        hands = [
            Hand("knock", one["knocker"], (one["deadwood"][0], one["deadwood"][1])) for one in shown["hands"]
        ]
        columns = replay(DEFAULTS, hands).columns
        assert shown["totals"] == [column.points[seat] for seat in (0, 1) for column in columns], self.story
        assert hand is None or hand in map(told, shown["hands"]), self.story

    def step(self) -> None:
        which = self.chance.randint(0, 1)
        deed = self.chance.choices(
            ["enter", "both", "undo", "cut", "mend", "reload", "rest"], weights=[6, 2, 2, 3, 3, 1, 2]
        )[0]
        self.story.append(f"{deed} {which}")
        getattr(self, f"do_{deed}")(which)

    def do_enter(self, which: int) -> None:
        self.enter(which, self.fresh_hand())

    def do_both(self, which: int) -> None:
        """One hand of cards on both phones, of which one does not see the other's."""
        self.do_cut(which)
        hand = self.fresh_hand()
        self.enter(1 - which, hand)
        self.enter(which, hand)

    def do_undo(self, which: int) -> None:
        hands = self.phones[which].evaluate(SHOWN)["hands"]
        if hands:
            self.undone.add(told(hands[-1]))
            self.phones[which].evaluate(PRESS_UNDO)
            self.check(which)

    def do_cut(self, which: int) -> None:
        cut(self.phones[which])
        self.is_cut[which] = True

    def do_mend(self, which: int) -> None:
        mend(self.phones[which])
        self.is_cut[which] = False

    def do_reload(self, which: int) -> None:
        """Without a network only where a worker keeps the page."""
        if which == 0 or not self.is_cut[which]:
            self.phones[which].reload()
            self.phones[which].wait_for_function("document.querySelector('series-board').expected")
            self.check(which)

    def do_rest(self, which: int) -> None:
        self.phones[which].wait_for_timeout(self.chance.randint(100, 2500))

    def settle(self) -> None:
        """The network is back; whoever is asked says that both are hands; until nothing is left to do."""
        for which in (0, 1):
            self.do_mend(which)
        deadline = time.monotonic() + SETTLED_SECONDS
        while not (self.is_quiet(self.phones[0]) and self.is_quiet(self.phones[1]) and self.is_agreed()):
            assert time.monotonic() < deadline, (self.story, [page.evaluate(STANDS) for page in self.phones])

    def is_agreed(self) -> bool:
        """Whether both pages show what the server has."""
        version = ask(self.phones[0], "")["version"]
        seen = "document.querySelector('series-board').record.version"
        return all(page.evaluate(seen) == version for page in self.phones)

    def is_quiet(self, page: Page) -> bool:
        """Whether nothing waits on a phone; a question is answered."""
        both = page.locator("dialog [value=both]")
        if both.count():
            page.wait_for_timeout(800)
            both.click()
            return False
        if not page.evaluate(NOTHING_WAITS):
            page.wait_for_timeout(200)
            return False
        return True

    def judge(self) -> None:
        """Every hand once, in one order for all; one whose undo was tapped may be gone or not."""
        players = ["Ann", "Bob"]
        kept = [
            (players.index(hand["knocker"]), *(hand["deadwood"][name] for name in order(hand, players)))
            for hand in ask(self.phones[0], "")["hands"]
        ]
        counted = Counter(kept)
        assert set(counted) <= self.entered, self.story
        assert all(count == 1 for count in counted.values()), (counted, self.story)
        assert self.entered - self.undone <= set(counted), (
            self.entered - self.undone - set(counted),
            self.story,
        )
        for which in (0, 1):
            self.check(which)
            shown = self.phones[which].evaluate(SHOWN)["hands"]
            assert [told(hand) for hand in shown] == kept, self.story


def order(hand: dict[str, Any], players: list[str]) -> list[str]:
    """The knocker first."""
    return sorted(players, key=lambda name: name != hand["knocker"])


def play(open_phone: OpenPhone, expected_console: list[str], seed: int) -> None:
    expected_console += [NO_NETWORK, "409"]
    ann, bob = open_phone("iPhone 13", secure=True), open_phone("Pixel 7")
    path = start_series(ann, "Ann", "Bob", dealer="Ann")
    join(ann, bob, path, "Bob's phone")
    settle_worker(ann)
    evening = Evening(random.Random(seed), (ann, bob))
    for _ in range(STEPS):
        evening.step()
    evening.settle()
    evening.judge()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_evening_in_and_out_of_the_network(
    open_phone: OpenPhone, expected_console: list[str], seed: int
) -> None:
    play(open_phone, expected_console, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_evenings_in_and_out_of_the_network(
    open_phone: OpenPhone, expected_console: list[str], seed: int
) -> None:
    play(open_phone, expected_console, seed)
