"""The form of a notebook's sheet, and the look at what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.papersheet import PaperLine
from scorekeeper.store.scorebooks import Book
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.book_menu import book_menu
from scorekeeper.web.files_page import why_refused
from scorekeeper.web.pages import Link, Player, SeriesEnd, SheetTable
from scorekeeper.web.rule_form import FilledRules, RuleForm, rule_form
from scorekeeper.web.series_page import settlement_of
from scorekeeper.web.sheet_table import SheetView, sheet_table, without_ways
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.files import paper_example


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A typed line that is no hand, and why."""

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class PaperLook:
    """The sheet of what was typed, before it is kept; `end` where the series is over."""

    players: tuple[Player, Player]
    sheet: SheetTable
    end: SeriesEnd | None


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The form of a notebook's sheet. Fields: key, player_1, player_2, day, note, lines, those of the rules,
    and keep=1 from the button below the look. `errors` holds a sentence by field name; `refused` are the
    lines that can't be read. `example` shows how lines look.
    """

    book: str
    action: str
    key: str
    player_1: str
    player_2: str
    day: str
    note: str
    lines: str
    example: str
    rules: RuleForm
    errors: Mapping[str, str]
    refused: tuple[LineRefused, ...]
    look: PaperLook | None
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class TypedPaper:
    """What stands in the form of a notebook's sheet."""

    key: str
    players: tuple[str, str]
    day: str
    note: str
    lines: str
    rules: FilledRules


def paper_page(
    book: Book,
    typed: TypedPaper,
    visitor: Visitor,
    errors: Mapping[str, str],
    refused: Sequence[PaperLine] = (),
    look: PaperLook | None = None,
) -> PaperPage:
    """The page of a notebook's sheet as it was typed so far."""
    one, other = typed.players
    return PaperPage(
        book=book.name,
        action=url_for("notebooks.take", book_id=book.id),
        key=typed.key,
        player_1=one,
        player_2=other,
        day=typed.day,
        note=typed.note,
        lines=typed.lines,
        example=paper_example((one.strip() or "Ann", other.strip() or "Bob")),
        rules=rule_form(typed.rules),
        errors=errors,
        refused=tuple(line_refused(line) for line in refused),
        look=look,
        back_url=url_for("files.show_book", book_id=book.id),
        menu=book_menu(book, visitor),
    )


def line_refused(line: PaperLine) -> LineRefused:
    """A line that can't be read."""
    assert line.refused is not None
    return LineRefused(line.number, line.text, why_refused(line.refused))


def paper_look(table: Table) -> PaperLook:
    """The sheet as it would be kept; nothing in it leads anywhere yet."""
    printed = sheet_table(table, SheetView("game", "paper"), lambda _view: "")
    return PaperLook(players_of(table), without_ways(printed), ending_of(table) if table.sheet.over else None)


def ending_of(table: Table) -> SeriesEnd:
    """How the series ended, with nowhere to go from there."""
    sheet = table.sheet
    return SeriesEnd(
        winner=None if sheet.winner is None else players_of(table)[sheet.winner],
        games_won=sheet.games_won,
        settlement=settlement_of(table),
        why_url="",
        next_url="",
        keep_url="",
    )
