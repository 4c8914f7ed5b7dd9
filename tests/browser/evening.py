"""An evening of cards in verbs: what two people do with a phone on the table.

Everything is found by the names that a person with a screen reader would hear, and touched as by a
thumb. Each verb comes back when the page shows that it is done; with JavaScript off the same verbs walk
over the page that shows the result before it is kept.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

How = Literal["knock", "gin", "big_gin"]
LAID_DOWN = {"knock": "{} knocked", "gin": "{} gin", "big_gin": "{} big gin"}
SAVE = re.compile(r"^Save: ")
SERIES_PAGE = re.compile(r"/series/[0-9a-f-]{36}")
SHEET = re.compile(r"/series/[0-9a-f-]{36}$")


def start_series(
    page: Page, first: str, second: str, *, dealer: str | None = None, rules: str | None = None
) -> str:
    """Two people sit down: from the home page to an empty sheet, whose path comes back.

    `rules` is the name of a preset, `dealer` who deals first; both are left as offered otherwise.
    """
    page.goto("/")
    button_or_link(page, "New series").tap()
    page.get_by_role("textbox", name="Player 1").fill(first)
    page.get_by_role("textbox", name="Player 2").fill(second)
    if rules:
        choose_rules(page, rules)
    if dealer:
        seat = "first" if dealer == first else "second"
        page.get_by_role("radio", name=re.compile(f"^(The {seat} named|{re.escape(dealer)})$")).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url(SERIES_PAGE)
    return urlsplit(page.url).path


def choose_rules(page: Page, preset: str) -> None:
    """Unfold the rules and pick a preset by its name."""
    page.locator("summary").filter(has_text="Rules:").tap()
    page.get_by_role("radio", name=preset).tap()


def record_hand(page: Page, knocker: str, how: How, knocker_deadwood: int, other_deadwood: int) -> str:
    """Enter and save a hand; what the save button promised comes back.

    `knocker_deadwood` is left alone for gin, where nobody asks for it.
    """
    lay_down(page, knocker, how, knocker_deadwood, other_deadwood)
    return save(page)


def record_gin(page: Page, player: str, other_deadwood: int) -> str:
    """Enter and save a gin."""
    return record_hand(page, player, "gin", 0, other_deadwood)


def record_void(page: Page) -> str:
    """Enter and save a hand that nobody won."""
    page.get_by_role("radio", name="No score").tap()
    return save(page)


def lay_down(page: Page, knocker: str, how: How, knocker_deadwood: int, other_deadwood: int) -> None:
    """Fill the form and leave the saving to somebody else."""
    page.get_by_role("radio", name=LAID_DOWN[how].format(knocker), exact=True).tap()
    if how == "knock":
        chips = deadwood_of(page).filter(has=page.get_by_role("radio"))
        chips.get_by_role("radio", name=str(knocker_deadwood), exact=True).tap()
    count_other(page, other_deadwood)


def count_other(page: Page, deadwood: int) -> None:
    """The other player's deadwood, digit by digit; typed into the field where there are no keys."""
    keys = deadwood_of(page).filter(has=page.get_by_role("textbox"))
    if not keys.get_by_role("button", name="Delete").is_visible():
        keys.get_by_role("textbox").fill(str(deadwood))
        return
    for digit in str(deadwood):
        keys.get_by_role("button", name=digit, exact=True).tap()


def save(page: Page) -> str:
    """Save the hand that was entered, and see the form emptied; what the button promised comes back."""
    button = page.get_by_role("button", name=SAVE)
    if not button.is_visible():
        page.get_by_role("button", name="See the result").tap()
    promise = spoken(button)
    button.tap()
    laid_down = page.get_by_role("group", name="Who laid down?").get_by_role("radio", checked=True)
    expect(laid_down).to_have_count(0)
    return promise


def undo(page: Page) -> None:
    """Take the last change back, and see that something else is the last one now."""
    press_and_see_change(page, re.compile("^Undo"))


def redo(page: Page) -> None:
    """Bring back what was taken back last."""
    press_and_see_change(page, re.compile("^Redo"))


def press_and_see_change(page: Page, name: re.Pattern[str]) -> None:
    status = page.get_by_role("status")
    before = status.inner_text()
    page.get_by_role("button", name=name).tap()
    expect(status).not_to_have_text(before)


def open_hand(page: Page, number: int) -> None:
    """From the sheet to the page of a hand: one tap on its number."""
    row = page.get_by_role("rowheader").filter(has_text=re.compile(rf"^\s*{number}(\D|$)"))
    with page.expect_navigation():
        row.get_by_role("link").tap()


def follow(page: Page, link: str) -> None:
    """Tap a link and come to its page."""
    with page.expect_navigation():
        page.get_by_role("link", name=link, exact=True).tap()


def expect_moves(page: Page, *lines: str) -> None:
    """What the page says that a change moves, some of its lines word for word."""
    moves = page.get_by_role("table", name="What it moves")
    for line in lines:
        expect(moves.get_by_role("row").filter(has_text=pattern_of(line))).to_be_visible()


def pattern_of(line: str) -> re.Pattern[str]:
    """A line of a table whatever the blanks between its cells."""
    return re.compile(r"\s*".join(map(re.escape, line.split())))


def keep_change(page: Page, name: str | re.Pattern[str] = SAVE) -> None:
    """Keep a change that was shown, and come back to the sheet."""
    page.get_by_role("button", name=name).tap()
    page.wait_for_url(SHEET)


def expect_totals(page: Page, **totals: tuple[int, int, int]) -> None:
    """The six totals: a player's points in games 1, 2 and 3, by name."""
    for player, games in totals.items():
        for game, points in enumerate(games, start=1):
            expect(total(page, player, game)).to_have_text(str(points))


def expect_last(page: Page, sentence: str) -> None:
    """What the status line says of the last change."""
    expect(page.get_by_role("status")).to_contain_text(sentence)


def total(page: Page, player: str, game: int) -> Locator:
    """One of the six running totals."""
    return page.locator(f'[data-player="{player}"][data-game="{game}"]')


def deadwood_of(page: Page) -> Locator:
    """The groups of the form that ask for somebody's deadwood."""
    return page.get_by_role("group", name=re.compile("deadwood", re.IGNORECASE))


def spoken(button: Locator) -> str:
    """The name of a button as a person with a screen reader hears it."""
    snapshot = button.aria_snapshot()
    heard = re.search(r'button "(.*)"', snapshot)
    assert heard, snapshot
    return heard[1]


def button_or_link(page: Page, name: str) -> Locator:
    """What is pressed to go somewhere, whichever of the two it is."""
    return (
        page.get_by_role("link", name=name, exact=True)
        .or_(page.get_by_role("button", name=name, exact=True))
        .first
    )
