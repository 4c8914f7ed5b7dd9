"""A series on paper: one page that looks like the pad, by game or by player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import url_for

from scorekeeper.store.series import Table
from scorekeeper.web.days import Day, day_of
from scorekeeper.web.pages import Link, Player, Settlement, SheetTable
from scorekeeper.web.series_page import settlement_of
from scorekeeper.web.sheet_table import SheetView, sheet_table, without_ways
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.lists import tell_length
from scorekeeper.words.rules import rules_name

ROOMY, TIGHT = 26, 48
"""Rows up to which a sheet is set roomily, and up to which tightly; more of them take the smallest lines."""


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The sheet for paper, in paper order. `density` sets the height of its lines.

    `turn_url` is the other custom: by game, by player.
    """

    players: tuple[Player, Player]
    day: Day
    length: str
    rules_name: str
    note: str
    sheet: SheetTable
    density: Literal["roomy", "tight", "tightest"]
    winner: Player | None
    is_over: bool
    settlement: Settlement
    turn_url: str
    back_url: str
    menu: tuple[Link, ...]


def print_page(table: Table, by: Literal["game", "player"]) -> PrintPage:
    """The page of a series for paper."""
    sheet = without_ways(sheet_table(table, SheetView(by, "paper"), lambda _view: ""))
    other = "player" if by == "game" else "game"
    rows = len(sheet.rows)
    return PrintPage(
        players=players_of(table),
        day=day_of(table.started_at),
        length=tell_length(table.state, len(table.sheet.hands)),
        rules_name=rules_name(table.rules),
        note=table.note,
        sheet=sheet,
        density="roomy" if rows <= ROOMY else "tight" if rows <= TIGHT else "tightest",
        winner=None if table.sheet.winner is None else players_of(table)[table.sheet.winner],
        is_over=table.sheet.over,
        settlement=settlement_of(table),
        turn_url=url_for("history.print_sheet", series_id=table.id, by=other),
        back_url=url_for("history.about", series_id=table.id),
        menu=(),
    )
