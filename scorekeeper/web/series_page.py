"""What the series page shows: the six totals, the last change, the form, the sheet, the end."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from scorekeeper.engine.column import Column
from scorekeeper.engine.hand import Hand, Score, score_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Played
from scorekeeper.store.series import Change, Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.drawn import draw, series_url
from scorekeeper.web.pages import (
    EntryForm,
    How,
    LastChange,
    LastHand,
    Link,
    SeriesEnd,
    SeriesPage,
    SettledGame,
    Settlement,
)
from scorekeeper.web.record import record_of
from scorekeeper.web.release import tag_of_fragment
from scorekeeper.web.sheet_table import SheetView
from scorekeeper.web.totals_table import players_of
from scorekeeper.web.ways import way_to
from scorekeeper.words.changes import (
    name_change,
    tell_change,
    tell_moved,
    tell_redo,
    tell_redone,
    tell_undo,
    tell_undone,
)
from scorekeeper.words.links import (
    about_label,
    change_rules_label,
    keep_label,
    language_label,
    log_label,
    new_series_label,
    reach_label,
    rules_label,
    share_label,
    table_label,
)
from scorekeeper.words.names import brief_name, brief_names, names_within
from scorekeeper.words.rows import sum_of_game, tell_money, tell_rounding
from scorekeeper.words.rules import rules_name
from scorekeeper.words.terms import signed


def series_page(table: Table, visitor: Visitor, view: SheetView, form: EntryForm | None = None) -> SeriesPage:
    """The page of a series for this visitor; `form` is one that came back with what was typed."""
    drawing = draw(table, view)
    return SeriesPage(
        series_id=str(table.id),
        version=table.version,
        players=players_of(table),
        totals=drawing.totals,
        last=last_change(table, visitor),
        entry=(form or empty_form(table)) if visitor.may_write else None,
        sheet=drawing.sheet,
        end=None if table.state == "running" else series_end(table, visitor),
        record=record_of(table, visitor.device_id),
        url=series_url(table, view),
        live_url=way_to("live.show", series_id=table.id, **view.query()),
        live_tag=tag_of_fragment(),
        api_url=way_to("api.show_series", series_id=table.id),
        dealer_url=way_to("series.set_dealer", series_id=table.id),
        home_url=way_to("home.show"),
        rules_url=way_to("rules.show_series", series_id=table.id),
        rules_name=rules_name(table.rules),
        menu=series_menu(table, visitor),
    )


def series_menu(table: Table, visitor: Visitor) -> tuple[Link, ...]:
    """Where to go from a series."""
    links = [
        Link(rules_label(rules_name(table.rules)), way_to("rules.show_series", series_id=table.id)),
        Link(log_label(), way_to("log.show", series_id=table.id)),
        Link(about_label(), way_to("history.about", series_id=table.id)),
        Link(new_series_label(), way_to("starts.new")),
    ]
    if visitor.may_write and not table.hands:
        links.insert(1, Link(change_rules_label(), way_to("rules.change", series_id=table.id)))
    elif not table.sheet.over:
        links.insert(1, Link(reach_label(), way_to("why.show_reach", series_id=table.id)))
    links.append(Link(table_label(), way_to("table.show", series_id=table.id)))
    here = way_to("series.show", series_id=table.id)
    links.append(Link(language_label(), way_to("languages.ask", to=here)))
    if visitor.owns:
        links.append(Link(share_label(), way_to("sharing.show_series", series_id=table.id)))
        links.append(Link(keep_label(), way_to("scorebooks.keep", book_id=table.book_id)))
    return tuple(links)


# --- the last change, undo and redo ----------------------------------------------------------------------


def last_change(table: Table, visitor: Visitor) -> LastChange:
    """The status line and its two buttons."""
    hand, undone = last_hand(table), last_undone(table)
    return LastChange(
        hand=hand,
        undone=undone,
        sentence="" if hand or undone else last_sentence(table),
        undo=undo_words(table, visitor),
        redo=redo_words(table, visitor),
        undo_url=way_to("series.undo", series_id=table.id),
        redo_url=way_to("series.redo", series_id=table.id),
        version=table.version,
    )


def last_hand(table: Table) -> LastHand | None:
    """The hand that the last change recorded or brought back, where it counts."""
    if not table.lines or table.lines[-1].kind not in {"record", "redo"} or table.undoable is None:
        return None
    played = table.undoable.played
    if table.undoable.kind != "record" or played is None or played.after_end:
        return None
    player = None if played.winner is None else players_of(table)[played.winner]
    return LastHand(played.number, played.result, player, played.points, played.columns)


def last_undone(table: Table) -> LastHand | None:
    """The hand that the last change took back; without a player where nobody won it."""
    change = table.redoable
    if not table.lines or table.lines[-1].kind != "undo" or change is None:
        return None
    if change.kind != "record" or change.hand is None or change.number is None:
        return None
    score = worth_of(table.rules, change.hand, change.played)
    player = None if score.winner is None else players_of(table)[score.winner]
    return LastHand(change.number, score.result, player, score.points, ())


def last_sentence(table: Table) -> str:
    """What the last change was, where it was no new hand; nothing on a fresh series."""
    if not table.lines:
        return ""
    kind, names = table.lines[-1].kind, brief_names(table.players)
    if kind == "undo" and table.redoable is not None:
        return tell_undone(change_words(table, table.redoable, names))
    if table.undoable is None:
        return tell_change(kind, None, None, names)
    if kind == "amend" and table.undoable.moved:
        return tell_moved(None if is_struck(table, table.undoable) else table.undoable.number)
    if kind == "redo":
        return tell_redone(change_words(table, table.undoable, names))
    return tell_change(kind, table.undoable.number, table.undoable.dealer, names)


def is_struck(table: Table, change: Change) -> bool:
    """Whether the hand that a change was about is struck out."""
    return any(kept.id == change.hand_id and kept.struck for kept in table.hands)


def undo_words(table: Table, visitor: Visitor) -> str:
    """What the undo button says; nothing where there is nothing to undo, or for who may only look."""
    change = table.undoable
    if change is None or not visitor.may_write:
        return ""
    return tell_undo(short_words(table, change), device_words(change, visitor))


def redo_words(table: Table, visitor: Visitor) -> str:
    """What the redo button says; nothing where there is nothing to redo, or for who may only look."""
    change = table.redoable
    if change is None or not visitor.may_write:
        return ""
    return tell_redo(short_words(table, change), device_words(change, visitor))


def device_words(change: Change, visitor: Visitor) -> str | None:
    """The device that made a change, where it was another than the visitor's own."""
    if change.device is None or change.device_id == visitor.device_id:
        return None
    return brief_name(change.device)


def change_words(table: Table, change: Change, names: Names | None = None) -> str:
    """A change as a noun, with the hand's worth where it is about a hand."""
    score = None if change.hand is None else worth_of(table.rules, change.hand, change.played)
    return name_change(kind_of(change), change.number, score, change.dealer, names or table.players)


def short_words(table: Table, change: Change) -> str:
    """A change as a noun for a button: of a hand the number alone."""
    return name_change(kind_of(change), change.number, None, change.dealer, brief_names(table.players))


def kind_of(change: Change) -> str:
    """What kind of change the words are about."""
    return "move" if change.moved else change.kind


def worth_of(rules: Rules, hand: Hand, played: Played | None) -> Score:
    """What a hand is worth: as it stands on the sheet, else as it would."""
    return score_hand(rules, hand) if played is None else played.score


# --- entering a hand -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into the hand form, as text, and what is wrong with it by field."""

    key: str
    base: int
    fields: dict[str, str]
    errors: dict[str, str]


def empty_form(table: Table, errors: dict[str, str] | None = None) -> EntryForm:
    """A form for the next hand with an id of its own, so that it is kept once however often it is sent."""
    return entry_form(table, Typed(str(uuid4()), table.version, {}, errors or {}))


def entry_form(table: Table, typed: Typed) -> EntryForm:
    """The form as it was typed."""
    hows: tuple[How, ...] = ("knock", "gin")
    if table.rules.big_gin_bonus is not None:
        hows = (*hows, "big_gin")
    return EntryForm(
        action=way_to("hands.create", series_id=table.id),
        key=typed.key,
        base=typed.base,
        hows=hows,
        asks_spade=table.rules.spade_doubles,
        asks_knock_limit=table.rules.oklahoma,
        who=typed.fields.get("who", ""),
        knocker_deadwood=typed.fields.get("knocker_deadwood", ""),
        other_deadwood=typed.fields.get("other_deadwood", ""),
        spade=bool(typed.fields.get("spade")),
        knock_limit=typed.fields.get("knock_limit", "10" if table.rules.oklahoma else ""),
        errors=typed.errors,
    )


# --- the end ---------------------------------------------------------------------------------------------


def series_end(table: Table, visitor: Visitor) -> SeriesEnd:
    """Who won and what it comes to, or that it was left unfinished; who may write is offered the next series,
    an owner to keep the book.
    """
    sheet = table.sheet
    return SeriesEnd(
        winner=None if sheet.winner is None else players_of(table)[sheet.winner],
        games_won=sheet.games_won,
        settlement=settlement_of(table),
        why_url=way_to("why.show_settlement", series_id=table.id),
        next_url=way_to("starts.new", like=table.id) if visitor.may_write else "",
        keep_url=way_to("scorebooks.keep", book_id=table.book_id) if visitor.owns else "",
        about_url=way_to("history.about", series_id=table.id),
        is_abandoned=table.state == "abandoned",
    )


def settlement_of(table: Table) -> Settlement:
    """The closed games, the net, and who pays."""
    sheet, players = table.sheet, players_of(table)
    ahead = None
    if sheet.net[0]:
        ahead = players[0] if sheet.net[0] > 0 else players[1]
    return Settlement(
        games=tuple(settled_game(table, column) for column in sheet.columns if column.winner is not None),
        ahead=ahead,
        net=str(abs(sheet.net[0])),
        rounding=tell_rounding(table.rules.round_to, sheet.net_exact),
        money=tell_money(sheet.money, names_within(table.players)),
    )


def settled_game(table: Table, column: Column) -> SettledGame:
    """A closed game's line in the settlement."""
    assert column.winner is not None and column.value is not None
    return SettledGame(
        game=column.number,
        winner=players_of(table)[column.winner],
        value=signed(column.value),
        sums=sum_of_game(table.rules, column),
    )
