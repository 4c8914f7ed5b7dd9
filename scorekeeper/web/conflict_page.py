"""Two phones, one hand: what others entered meanwhile beside what was entered here, and three ways out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from flask import url_for

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.sheet import replay
from scorekeeper.store.log import offset_of
from scorekeeper.store.pad import Line
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.moments import Moment, moment_of
from scorekeeper.web.moves_page import HandSide, hand_side
from scorekeeper.web.pages import Link, Player
from scorekeeper.web.series_page import series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.forms import tell_one_of_two
from scorekeeper.words.names import names_within
from scorekeeper.words.rows import describe_hand


@dataclass(frozen=True, slots=True)
class TheirHand:
    """A hand that another phone entered meanwhile: by which entry, on whose phone, when, and what it is."""

    id: UUID
    seq: int
    number: int
    device: str
    entered: Moment
    told: str
    side: HandSide | None


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """The page that asks which hand is to be kept; nothing is stored before somebody says so.

    `theirs` is empty where no hand was entered meanwhile but something else was changed. `told` is the hand
    as it was entered here, `side` what it would do as one more hand. `fields` are the form's own; the buttons
    `choose` say "theirs", "both" or the id of their hand that mine is to replace, for that `reason`.
    """

    theirs: tuple[TheirHand, ...]
    told: str
    side: HandSide | None
    version: int
    reason: str
    action: str
    fields: tuple[tuple[str, str], ...]
    players: tuple[Player, Player]
    series_url: str
    menu: tuple[Link, ...]


def conflict_page(
    table: Table, lines: Sequence[Line], hand: Hand, fields: tuple[tuple[str, str], ...], visitor: Visitor
) -> ConflictPage:
    """A hand against those of the others that these lines recorded, as far as they stand."""
    standing = [kept for kept in table.hands if not kept.struck]
    sheet = replay(table.rules, [*(kept.hand for kept in standing), hand], table.first_dealer)
    by_line = {kept.recorded.version: kept for kept in standing}
    theirs = [by_line[line.version] for line in lines if line.version in by_line]
    return ConflictPage(
        theirs=tuple(their_hand(table, kept) for kept in theirs),
        told=describe_hand(hand, names_within(table.players)),
        side=hand_side(sheet.hands[-1], table),
        version=table.version,
        reason=tell_one_of_two(),
        action=url_for("hands.create", series_id=table.id),
        fields=fields,
        players=players_of(table),
        series_url=url_for("series.show", series_id=table.id),
        menu=series_menu(table, visitor),
    )


def their_hand(table: Table, kept: KeptHand) -> TheirHand:
    """A hand of another phone."""
    line = kept.recorded
    return TheirHand(
        id=kept.id,
        seq=line.version,
        number=kept.number or 0,
        device=line.device or "",
        entered=moment_of(line.at, offset_of(line)),
        told=describe_hand(kept.hand, names_within(table.players)),
        side=hand_side(kept.played, table),
    )
