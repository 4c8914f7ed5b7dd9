"""The sheet as the page prints it: rows of hands, and below closed games what they came to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from flask import url_for

from scorekeeper.engine.column import Column
from scorekeeper.engine.extras import Extras, extras_of
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Played
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.pages import (
    FootCell,
    FootRow,
    Game,
    SheetCell,
    SheetColumn,
    SheetRow,
    SheetTable,
    two_players,
)
from scorekeeper.words.names import names_within
from scorekeeper.words.rows import tell_row, tell_struck
from scorekeeper.words.terms import signed

FOOT: tuple[Literal["points", "boxes", "game", "shutout", "total", "value"], ...] = (
    "points",
    "boxes",
    "game",
    "shutout",
    "total",
    "value",
)


@dataclass(frozen=True, slots=True)
class SheetView:
    """How the reader wants the sheet: grouped by game or by player, newest or first hand on top."""

    by: Literal["game", "player"] = "game"
    order: Literal["newest", "paper"] = "newest"

    def query(self) -> dict[str, Any]:
        """The view as arguments of an address; what is usual is left out."""
        wanted = {"by": self.by, "order": self.order}
        return {key: value for key, value in wanted.items() if value not in {"game", "newest"}}


def read_view(arguments: Mapping[str, str]) -> SheetView:
    """The view that an address asks for; the usual one for anything else."""
    return SheetView(
        by="player" if arguments.get("by") == "player" else "game",
        order="paper" if arguments.get("order") == "paper" else "newest",
    )


def sheet_table(table: Table, view: SheetView, url_for_view: Callable[[SheetView], str]) -> SheetTable:
    """The whole sheet in the wanted view, with the addresses of the other ones."""
    columns = printed_columns(table, view)
    names = names_within(table.players)
    # A hand's address lies below that of all hands: thirty built one by one take longer than their lines.
    hands_url = url_for("hands.create", series_id=table.id)
    rows = [sheet_row(kept, table, columns, names, f"{hands_url}/{kept.id}") for kept in table.hands]
    if view.order == "newest":
        rows.reverse()
    return SheetTable(
        by=view.by,
        order=view.order,
        columns=columns,
        rows=tuple(rows),
        foot=foot_rows(table, columns),
        by_game_url=url_for_view(SheetView("game", view.order)),
        by_player_url=url_for_view(SheetView("player", view.order)),
        newest_url=url_for_view(SheetView(view.by, "newest")),
        paper_url=url_for_view(SheetView(view.by, "paper")),
    )


def without_ways(printed: SheetTable) -> SheetTable:
    """The sheet without the addresses of its hands and games: before it is kept, and on paper."""
    return replace(
        printed,
        rows=tuple(replace(row, url="") for row in printed.rows),
        foot=tuple(
            replace(row, cells=tuple(cell and replace(cell, url="") for cell in row.cells))
            for row in printed.foot
        ),
    )


def printed_columns(table: Table, view: SheetView) -> tuple[SheetColumn, ...]:
    """The six columns in printed order."""
    games = [Game(column.number, column.winner is not None) for column in table.sheet.columns]
    players = two_players(table.players)
    if view.by == "game":
        return tuple(SheetColumn(player, game) for game in games for player in players)
    return tuple(SheetColumn(player, game) for player in players for game in games)


def sheet_row(
    kept: KeptHand, table: Table, columns: tuple[SheetColumn, ...], names: Names, url: str
) -> SheetRow:
    """One hand as a row, struck ones in their places."""
    played = kept.played
    if played is None:
        note = tell_struck(kept.hand, reason_of(kept, table), names)
        return SheetRow("struck", None, kept.hand.how, None, (), note, url)
    kind: Literal["win", "void", "after_end"] = "win"
    if played.after_end:
        kind = "after_end"
    elif played.winner is None:
        kind = "void"
    return SheetRow(
        kind=kind,
        number=played.number,
        how=played.result,
        seat=played.winner,
        cells=sheet_cells(played, columns) if played.columns else (),
        note=tell_row(played, names),
        url=url,
    )


def sheet_cells(played: Played, columns: tuple[SheetColumn, ...]) -> tuple[SheetCell | None, ...]:
    """What a win entered in each column: None where nothing."""
    winner, plus = played.winner, played.points
    assert winner is not None
    entered = {
        number: SheetCell(played.after[number - 1][winner], plus, number in played.closes)
        for number in played.columns
    }
    return tuple(
        entered.get(column.game.number) if column.player.seat == winner else None for column in columns
    )


def reason_of(kept: KeptHand, table: Table) -> str | None:
    """Why a struck hand was struck, as whoever did it said."""
    strikes = (line for line in reversed(table.lines) if line.kind == "strike" and line.hand_id == kept.id)
    strike = next(strikes, None)
    return None if strike is None else strike.reason


def foot_rows(table: Table, columns: tuple[SheetColumn, ...]) -> tuple[FootRow, ...]:
    """The lines below closed games; none until one has closed, and none that has nothing to tell."""
    closed = [column.number for column in table.sheet.columns if column.winner is not None]
    urls = {number: url_for("why.show_game", series_id=table.id, game=number) for number in closed}
    rows = (FootRow(what, tuple(foot_cell(what, table, place, urls) for place in columns)) for what in FOOT)
    return tuple(row for row in rows if any(row.cells))


def foot_cell(what: str, table: Table, place: SheetColumn, urls: Mapping[int, str]) -> FootCell | None:
    """One player's figure below one game, where that is closed; `urls` are those of closed games."""
    column = table.sheet.columns[place.game.number - 1]
    if column.winner is None:
        return None
    cell = foot_figure(what, table, column, place.player.seat)
    return None if cell is None else replace(cell, url=f"{urls[column.number]}#extras")


def foot_figure(what: str, table: Table, column: Column, seat: int) -> FootCell | None:
    """The figure itself, and how it came about."""
    assert column.winner is not None
    extras = extras_of(table.rules, column.points, column.boxes, column.winner, column.shutout)[seat]
    match what:
        case "points":
            return FootCell(str(extras.points))
        case "total":
            return FootCell(str(extras.total))
        case "value":
            return None if seat != column.winner or column.value is None else FootCell(signed(column.value))
    return extra_cell(what, table.rules, column, extras, seat)


def extra_cell(what: str, rules: Rules, column: Column, extras: Extras, seat: int) -> FootCell | None:
    """A box, game or shutout bonus; None where the rules or the game give none."""
    if what == "boxes" and extras.boxes:
        return FootCell(str(extras.boxes), f"{column.boxes[seat]} × {rules.box_bonus}")
    if what == "game" and extras.game:
        return FootCell(str(extras.game))
    if what == "shutout" and extras.shutout:
        return FootCell(str(extras.shutout))
    return None
