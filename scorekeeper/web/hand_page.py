"""A hand on its own page: what happened, where it went and why, and what became of it since."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal
from uuid import UUID

from flask import url_for

from scorekeeper.engine.explain import why_columns, why_points
from scorekeeper.engine.sheet import Played
from scorekeeper.store.log import tell_hand_log
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.log_page import LogEntry, Teller
from scorekeeper.web.moves_page import HandSide, hand_side
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.paragraphs import paragraph_url
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.names import names_within
from scorekeeper.words.reasons import tell_where
from scorekeeper.words.rows import describe_hand


@dataclass(frozen=True, slots=True)
class GameLine:
    """What a hand did to one game: `before` and `after` are the winner's points, None where it is not
    entered. `url` leads to the game's own page.
    """

    game: int
    before: int | None
    after: int | None
    closes: bool
    was_closed: bool
    url: str


@dataclass(frozen=True, slots=True)
class HandActions:
    """What can be done about a hand; addresses are "" where it can't, or for somebody who may only look."""

    amend_url: str = ""
    insert_url: str = ""
    move_url: str = ""
    strike_url: str = ""
    restore_url: str = ""
    dispute_url: str = ""


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand that stands, one that was struck out, or one whose entry was taken back ("gone").

    `told` is the hand as it was entered. `side`, `where` and `games` tell what it does; a hand that does not
    stand has none. `rule_url` and `where_url` lead to the paragraphs that say so, "" where there is none.
    `trail` is all that became of it, the first entry first.
    """

    kind: Literal["stands", "struck", "gone"]
    number: int | None
    players: tuple[Player, Player]
    told: str
    side: HandSide | None
    rule_url: str
    where: str
    where_url: str
    games: tuple[GameLine, ...]
    dealer: Player | None
    is_dealer_set: bool
    dealer_url: str
    trail: tuple[LogEntry, ...]
    actions: HandActions
    earlier_url: str
    later_url: str
    series_url: str
    menu: tuple[Link, ...]


def hand_page(table: Table, kept: KeptHand, visitor: Visitor) -> HandPage:
    """The page of a hand that lies on the table, struck or not."""
    played, names = kept.played, names_within(table.players)
    players = players_of(table)
    reason = None if played is None else why_columns(played)
    dealer = None if played is None else played.dealer
    return HandPage(
        kind="struck" if kept.struck else "stands",
        number=kept.number,
        players=players,
        told=describe_hand(kept.hand, names),
        side=hand_side(played, table),
        rule_url="" if played is None else paragraph_url(table.id, why_points(played).code),
        where="" if played is None else tell_where(played, names),
        where_url="" if reason is None else paragraph_url(table.id, reason.code),
        games=() if played is None else game_lines(table, played),
        dealer=None if dealer is None else players[dealer],
        is_dealer_set=kept.hand.dealer is not None,
        dealer_url=paragraph_url(table.id, "dealer"),
        trail=trail_of(table, kept.id, visitor),
        actions=actions_on(table, kept) if visitor.may_write else HandActions(),
        earlier_url=neighbour_url(table, kept, -1),
        later_url=neighbour_url(table, kept, 1),
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def gone_page(table: Table, hand_id: UUID, visitor: Visitor) -> HandPage:
    """The page of a hand whose entry was taken back: it is on no sheet, but the log knows it."""
    trail = trail_of(table, hand_id, visitor)
    return HandPage(
        kind="gone",
        number=None,
        players=players_of(table),
        told=next((entry.new for entry in trail if entry.new), ""),
        side=None,
        rule_url="",
        where="",
        where_url="",
        games=(),
        dealer=None,
        is_dealer_set=False,
        dealer_url="",
        trail=trail,
        actions=HandActions(),
        earlier_url="",
        later_url="",
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def game_lines(table: Table, played: Played) -> tuple[GameLine, ...]:
    """What a hand did to each of the three games; nothing where nobody won it."""
    seat = played.winner
    if seat is None:
        return ()
    return tuple(
        GameLine(
            game=game,
            before=played.before[game - 1][seat] if game in played.columns else None,
            after=played.after[game - 1][seat] if game in played.columns else None,
            closes=game in played.closes,
            was_closed=game not in played.was_open,
            url=url_for("why.show_game", series_id=table.id, game=game),
        )
        for game in (1, 2, 3)
    )


def trail_of(table: Table, hand_id: UUID, visitor: Visitor) -> tuple[LogEntry, ...]:
    """All entries about a hand, in order; () for one that no entry is about."""
    teller = Teller(table, visitor)
    return tuple(teller.tell(logged) for logged in tell_hand_log(table.lines, hand_id))


def actions_on(table: Table, kept: KeptHand) -> HandActions:
    """What can be done about a hand by somebody who may write."""
    url = partial(url_for, series_id=table.id, hand_id=kept.id)
    if kept.struck:
        return HandActions(restore_url=url("corrections.show_restore"))
    return HandActions(
        amend_url=url("corrections.show_amend"),
        insert_url=url("corrections.show_insert"),
        move_url=url("corrections.show_move") if len(table.sheet.hands) > 1 else "",
        strike_url=url("corrections.show_strike"),
        dispute_url=url("disputes.show"),
    )


def neighbour_url(table: Table, kept: KeptHand, step: Literal[-1, 1]) -> str:
    """The page of the hand before or after; "" where there is none."""
    place = table.hands.index(kept) + step
    if not 0 <= place < len(table.hands):
        return ""
    return url_for("why.show_hand", series_id=table.id, hand_id=table.hands[place].id)
