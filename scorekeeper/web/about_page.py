"""A series on its own page: how it went, in pictures; its note; what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Literal

from flask import url_for

from scorekeeper.store.removal import KEPT_FOR
from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.days import Day, day_of
from scorekeeper.web.illustrations import Illustration, illustrate_game, illustrate_hands
from scorekeeper.web.moments import Moment, moment_of
from scorekeeper.web.pages import Link, Player, Settlement
from scorekeeper.web.series_page import series_menu, settlement_of
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.lists import tell_length
from scorekeeper.words.rules import rules_name


@dataclass(frozen=True, slots=True)
class TypedAbout:
    """What came back from one of the page's forms, and what is wrong with it by field: note, seat, name."""

    note: str | None = None
    seat: str = ""
    name: str = ""
    errors: dict[str, str] = field(default_factory=dict)

    def refused(self, name: str, sentence: str) -> TypedAbout:
        """The same with what is wrong with a field."""
        return replace(self, errors={name: sentence})


@dataclass(frozen=True, slots=True)
class AboutPage:
    """A series and all that is done with it as a whole.

    Forms, each "" for who may not use it or where it makes no sense: `note_url` (fields base, note),
    `players_url` (base, seat, name, apart), `leave_url` and `resume_url` (base), `delete_url`. `settlement`
    is what leaving it unfinished would settle, or settled; None for a series that is over. `days_kept` is how
    long a deletion can be taken back.
    """

    players: tuple[Player, Player]
    state: Literal["running", "over", "abandoned"]
    day: Day
    began: Moment
    length: str
    rules_name: str
    rules_url: str
    base: int
    note: str
    note_url: str
    illustrations: tuple[Illustration, ...]
    settlement: Settlement | None
    leave_url: str
    resume_url: str
    players_url: str
    seat: str
    name: str
    delete_url: str
    days_kept: int
    log_url: str
    print_url: str
    lines_url: str
    rows_url: str
    again_url: str
    errors: dict[str, str]
    back_url: str
    menu: tuple[Link, ...]


def about_page(table: Table, visitor: Visitor, typed: TypedAbout | None = None) -> AboutPage:
    """The page of a series; `typed` is what came back from one of its forms."""
    typed = typed or TypedAbout()
    may_write, owns = visitor.may_write, visitor.owns
    return AboutPage(
        players=players_of(table),
        state=table.state,
        day=day_of(table.started_at),
        began=moment_of(table.started_at, table.started_at.utcoffset()),
        length=tell_length(table.state, len(table.sheet.hands)),
        rules_name=rules_name(table.rules),
        rules_url=url_for("rules.show_series", series_id=table.id),
        base=table.version,
        note=table.note if typed.note is None else typed.note,
        note_url=series_url("history.note", table) if may_write else "",
        illustrations=illustrations_of(table),
        settlement=None if table.state == "over" else settlement_of(table),
        leave_url=series_url("series.leave", table) if may_write and table.state == "running" else "",
        resume_url=series_url("series.resume", table) if may_write and table.state == "abandoned" else "",
        players_url=series_url("history.correct", table) if owns else "",
        seat=typed.seat,
        name=typed.name,
        delete_url=series_url("removal.delete", table) if owns else "",
        days_kept=KEPT_FOR // timedelta(days=1),
        log_url=series_url("log.show", table),
        print_url=series_url("history.print_sheet", table),
        lines_url=url_for("files.export", series_id=table.id, kind="jsonl"),
        rows_url=url_for("files.export", series_id=table.id, kind="csv"),
        again_url=url_for("starts.new", like=table.id) if may_write and table.state != "running" else "",
        errors=typed.errors,
        back_url=series_url("series.show", table),
        menu=series_menu(table, visitor),
    )


def series_url(view: str, table: Table) -> str:
    """The address of a view about a series."""
    return url_for(view, series_id=table.id)


def illustrations_of(table: Table) -> tuple[Illustration, ...]:
    """The pictures of a series; none before its first hand that somebody won."""
    sheet, names = table.sheet, table.players
    if not any(played.columns for played in sheet.hands):
        return ()
    games = (illustrate_game(sheet, column, names, table.rules.target) for column in sheet.columns)
    return (*games, illustrate_hands(sheet, names))
