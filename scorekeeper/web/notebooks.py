"""A sheet from an old notebook, typed line by line: looked at first, then kept as a series."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TypeVar
from uuid import UUID, uuid4

from flask import Blueprint, Response, request, url_for
from wtforms import HiddenField, StringField, TextAreaField

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.papersheet import PaperLine, read_papersheet
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.seriesfile import (
    FiledHand,
    Names,
    SeriesFile,
    read_id,
    read_name,
    read_text,
    same_name,
)
from scorekeeper.store.entries import Outcome
from scorekeeper.store.errors import Reused
from scorekeeper.store.scorebooks import Book, find_book
from scorekeeper.store.series import load_series
from scorekeeper.store.start import lay_ahead, start_series
from scorekeeper.web.access import book_open_to, visitor
from scorekeeper.web.days import now_here, reader_zone
from scorekeeper.web.notebook_page import PaperLook, TypedPaper, paper_look, paper_page
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.rule_form import RulesForm, opening_rules, read_rules_form, rules_again
from scorekeeper.words.files import tell_bad_lines, tell_day, tell_no_lines
from scorekeeper.words.refusals import tell_refusal

blueprint = Blueprint("notebooks", __name__)

PAPER = f"/books/<int(max={2**31 - 1}):book_id>/paper"

EVENING = time(20)
"""When a notebook's series began, of which only the day is known."""

Value = TypeVar("Value")


class PaperForm(RulesForm):
    """A notebook's sheet; see `PaperPage` for what the fields mean."""

    key = HiddenField()
    player_1 = StringField()
    player_2 = StringField()
    day = StringField()
    note = StringField()
    lines = TextAreaField()
    keep = HiddenField()


@dataclass(frozen=True, slots=True)
class AskedPaper:
    """What the form comes to: the series as a file would state it, None where something is wrong with it."""

    filed: SeriesFile | None
    errors: dict[str, str]
    refused: tuple[PaperLine, ...]


@blueprint.get(PAPER)
@book_open_to("write")
def show(book_id: int) -> Response:
    """The form of a notebook's sheet."""
    typed = TypedPaper(str(uuid4()), ("", ""), "", "", "", opening_rules(DEFAULTS))
    return shown("notebooks/show.html", paper_page(find_book(book_id), typed, visitor(), {}))


@blueprint.post(PAPER)
@book_open_to("write")
def take(book_id: int) -> Response:
    """The sheet as it was typed: shown first, kept with `keep`."""
    book, form = find_book(book_id), PaperForm(request.form)
    asked = read_paper(form)
    if asked.filed is None:
        return show_typed(book, form, asked, None, 422)
    if form.keep.data:
        table = keep_paper(asked.filed, book_id).table
        return sent_on(url_for("series.show", series_id=table.id))
    return show_typed(book, form, asked, paper_look(lay_ahead(asked.filed, book, visitor().bearer)), 200)


def show_typed(
    book: Book, form: PaperForm, asked: AskedPaper, look: PaperLook | None, status: int
) -> Response:
    """The form as it was typed, with what is wrong with it or with the look at the sheet."""
    typed = TypedPaper(
        key=form.key.data or str(uuid4()),
        players=(form.player_1.data or "", form.player_2.data or ""),
        day=form.day.data or "",
        note=form.note.data or "",
        lines=form.lines.data or "",
        rules=rules_again(form, asked.errors),
    )
    page = paper_page(book, typed, visitor(), asked.errors, asked.refused, look)
    return shown("notebooks/show.html", page, status)


def keep_paper(filed: SeriesFile, book_id: int) -> Outcome:
    """Keep the series; a form sent twice keeps one."""
    assert filed.id is not None
    try:
        return start_series(filed, visitor().bearer, book_id)
    except Reused:
        return Outcome(load_series(UUID(filed.id)), new=False)


def read_paper(form: PaperForm) -> AskedPaper:
    """The series that the form tells, with a sentence by field for all that is wrong with it."""
    rules, errors = read_rules_form(form)
    key = read_field(errors, "form", lambda: read_id(form.key.data, "key"))
    note = read_field(errors, "note", lambda: read_text(form.note.data, "note"))
    players = read_players_typed(form, errors)
    began = read_day(form.day.data or "", errors)
    lines = read_lines(form.lines.data or "", players, rules, errors)
    refused = tuple(line for line in lines if line.refused is not None)
    if refused:
        errors["lines"] = tell_bad_lines([line.number for line in refused])
    if errors or players is None or rules is None:
        return AskedPaper(None, errors, refused)
    hands = tuple(FiledHand(line.hand) for line in lines if line.hand is not None)
    filed = SeriesFile(players, rules, hands, id=key, note=(note or "").strip(), started_at=began)
    return AskedPaper(filed, {}, ())


def read_field(errors: dict[str, str], field: str, read: Callable[[], Value]) -> Value | None:
    """What a field says; None, with the sentence in `errors`, where it is refused."""
    try:
        return read()
    except Refused as refused:
        errors[field] = tell_refusal(refused)
        return None


def read_players_typed(form: PaperForm, errors: dict[str, str]) -> Names | None:
    """The two names."""
    one = read_field(errors, "player_1", lambda: read_name(form.player_1.data or "", "player_1"))
    other = read_field(errors, "player_2", lambda: read_name(form.player_2.data or "", "player_2"))
    if one is None or other is None:
        return None
    if same_name(one, other):
        errors["player_2"] = tell_refusal(Malformed("players_alike", "players"))
        return None
    return one, other


def read_day(told: str, errors: dict[str, str]) -> datetime:
    """When the series began: in the evening of the day told, now where none is."""
    now = now_here()
    if not told.strip():
        return now
    try:
        day = date.fromisoformat(told.strip())
    except ValueError:
        day = date.max
    if day > now.date():
        errors["day"] = tell_day()
        return now
    return min(datetime.combine(day, EVENING, reader_zone() or now.tzinfo), now)


def read_lines(
    typed: str, players: Names | None, rules: Rules | None, errors: dict[str, str]
) -> tuple[PaperLine, ...]:
    """The hands, each line by itself; nothing as long as names or rules are wrong."""
    if not typed.strip():
        errors["lines"] = tell_no_lines()
        return ()
    return () if players is None or rules is None else read_papersheet(typed, players, rules)
