"""Putting a hand right: its numbers, a forgotten one before it, its place, or that it counts at all. Every
page shows what moves before anything is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal
from uuid import UUID, uuid4

from flask import url_for

from scorekeeper.engine.hand import Hand
from scorekeeper.engine.slips import Slip, slips
from scorekeeper.store.series import KeptHand, Table
from scorekeeper.store.steps import Plan, plan_amend
from scorekeeper.store.whatif import Foresight, foresee
from scorekeeper.web.access import Visitor
from scorekeeper.web.correction_form import TypedChange, changes_of, mark_of
from scorekeeper.web.moves_page import Consequences, consequences_of
from scorekeeper.web.pages import Choice, EntryForm, Link, Player
from scorekeeper.web.series_page import Typed, entry_form, series_menu
from scorekeeper.web.totals_table import players_of
from scorekeeper.words.corrections import as_the_rule_says, name_slip, place_before, place_last, tell_slip
from scorekeeper.words.names import names_within
from scorekeeper.words.rows import describe_hand

MOST_SLIPS = 6
"""More would be slower to read than typing."""


@dataclass(frozen=True, slots=True)
class SlipShown:
    """A likely slip: one tap on `value` takes it, and `comes_to` is what that moves."""

    label: str
    told: str
    value: str
    comes_to: Consequences


@dataclass(frozen=True, slots=True)
class Outlook:
    """The regions of a correction's page that follow its fields: what the change moves, and the button that
    keeps it. `lacks` says what is missing or wrong in place of both; `told` why it is not kept yet.
    """

    comes_to: Consequences | None
    seen: str
    lacks: str
    told: str


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """A hand put right, or a forgotten one put in before another.

    `number` is the hand's, None for a struck one; of a forgotten one the number that it will have. `stands`
    is the hand as it was entered, "" for a forgotten one. `entry` is the thumb form; a result from paper
    (`asks_points`) has radios and one field in its place, with `fields` as typed and `errors` beside them.
    `knock_url` opens the form of a gin as a knock whose deadwood is to be told.
    """

    kind: Literal["amend", "insert"]
    number: int | None
    players: tuple[Player, Player]
    stands: str
    entry: EntryForm
    asks_points: bool
    fields: Mapping[str, str]
    errors: Mapping[str, str]
    dealers: tuple[Choice, ...]
    slips: tuple[SlipShown, ...]
    outlook: Outlook
    reason: str
    slip_url: str
    knock_url: str
    moves_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand may stand: a link that shows what moves when it is put there."""

    label: str
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ChangePage:
    """A hand struck out, counted again or moved; only the last has `places`, and comes to nothing until one
    is chosen.
    """

    kind: Literal["strike", "restore", "move"]
    number: int | None
    players: tuple[Player, Player]
    stands: str
    places: tuple[Place, ...]
    fields: tuple[tuple[str, str], ...]
    outlook: Outlook
    reason: str
    action: str
    back_url: str
    menu: tuple[Link, ...]


def correction_page(
    table: Table, kept: KeptHand, typed: TypedChange, outlook: Outlook, visitor: Visitor
) -> CorrectionPage:
    """The page that amends a hand."""
    url = partial(url_for, series_id=table.id, hand_id=kept.id)
    form = form_page("amend", table, kept, typed, outlook, visitor)
    return replace(
        form,
        stands=describe_hand(kept.hand, names_within(table.players)),
        asks_points=typed.fields.get("who", "").endswith("-points"),
        slips=tuple(slips_shown(table, kept)),
        slip_url=url("corrections.take_slip"),
        knock_url=url("corrections.show_amend", how="knock") if "gin" in kept.hand.how else "",
    )


def insertion_page(
    table: Table, next_hand: KeptHand, typed: TypedChange, outlook: Outlook, visitor: Visitor
) -> CorrectionPage:
    """The page that puts a forgotten hand in before another."""
    return form_page("insert", table, next_hand, typed, outlook, visitor)


def form_page(
    kind: Literal["amend", "insert"],
    table: Table,
    kept: KeptHand,
    typed: TypedChange,
    outlook: Outlook,
    visitor: Visitor,
) -> CorrectionPage:
    """The form for a hand, with what it moves, and nothing about a hand that is there already."""
    url = partial(url_for, series_id=table.id, hand_id=kept.id)
    return CorrectionPage(
        kind=kind,
        number=kept.number,
        players=players_of(table),
        stands="",
        entry=thumb_form(table, typed, url(f"corrections.{kind}")),
        asks_points=False,
        fields=typed.fields,
        errors=typed.errors,
        dealers=dealers_to_choose(table, typed),
        slips=(),
        outlook=outlook,
        reason=typed.fields.get("reason", ""),
        slip_url="",
        knock_url="",
        moves_url=url(f"corrections.show_{kind}_moves"),
        back_url=url("why.show_hand"),
        menu=series_menu(table, visitor),
    )


def thumb_form(table: Table, typed: TypedChange, action: str) -> EntryForm:
    """The thumb form as it was typed, for another action than entering the next hand."""
    fields = {name: value for name, value in typed.fields.items() if name != "knock_limit" or value}
    form = entry_form(table, Typed(typed.key, typed.base, fields, dict(typed.errors)))
    return replace(form, action=action)


def dealers_to_choose(table: Table, typed: TypedChange) -> tuple[Choice, ...]:
    """Who dealt the hand: as the rule says, or somebody set by hand."""
    chosen = typed.fields.get("dealer", "")
    names = tuple(Choice(str(seat), name, chosen == str(seat)) for seat, name in enumerate(table.players))
    return (Choice("", as_the_rule_says(), chosen == ""), *names)


def slips_shown(table: Table, kept: KeptHand) -> list[SlipShown]:
    """The likeliest slips, each with what taking it moves."""
    names = names_within(table.players)
    shown = []
    for number, slip in enumerate(slips(table.rules, kept.hand)[:MOST_SLIPS]):
        foresight = foresee(table, amendment(table, kept, slip.hand))
        shown.append(
            SlipShown(
                label=name_slip(slip, kept.hand, names),
                told=tell_slip(slip, names),
                value=f"{number}-{mark_of(foresight)}",
                comes_to=consequences_of(foresight),
            )
        )
    return shown


def slip_of(table: Table, kept: KeptHand, value: str) -> Slip | None:
    """The slip that a button stands for; None for one that this page has not offered."""
    offered = slips(table.rules, kept.hand)[:MOST_SLIPS]
    number = value.partition("-")[0]
    if not number.isdecimal() or int(number) >= len(offered):
        return None
    return offered[int(number)]


def amendment(table: Table, kept: KeptHand, told: Hand) -> Plan:
    """The plan that makes a hand what somebody tells."""
    changes = changes_of(told, kept.hand, table.rules, table.players)
    return partial(plan_amend, hand_id=kept.id, changes=changes)


def outlook_of(foresight: Foresight, told: str = "") -> Outlook:
    """What a foreseen change moves; `told` is why it is not kept yet."""
    return Outlook(consequences_of(foresight), mark_of(foresight), "", told)


def without_outlook(lacks: str) -> Outlook:
    """Nothing to be foreseen yet, and why."""
    return Outlook(None, "", lacks, "")


def change_page(
    kind: Literal["strike", "restore", "move"],
    table: Table,
    kept: KeptHand,
    outlook: Outlook,
    visitor: Visitor,
    *,
    key: str = "",
    reason: str = "",
    position: int | None = None,
) -> ChangePage:
    """The page of a change that needs no numbers."""
    url = partial(url_for, series_id=table.id, hand_id=kept.id)
    place = () if position is None else (("position", str(position)),)
    return ChangePage(
        kind=kind,
        number=kept.number,
        players=players_of(table),
        stands=describe_hand(kept.hand, names_within(table.players)),
        places=places_of(table, kept, position) if kind == "move" else (),
        fields=(("key", key or str(uuid4())), ("base", str(table.version)), ("seen", outlook.seen), *place),
        outlook=outlook,
        reason=reason,
        action=url(f"corrections.{kind}"),
        back_url=url("why.show_hand"),
        menu=series_menu(table, visitor),
    )


def places_of(table: Table, kept: KeptHand, position: int | None) -> tuple[Place, ...]:
    """Everywhere that a hand is not, latest place first."""
    last = len(table.sheet.hands) + 1
    number = kept.number or 0
    free = (place for place in range(last, 0, -1) if place not in (number, number + 1))
    return tuple(
        Place(
            label=place_last() if place == last else place_before(place),
            url=url_for("corrections.show_move", series_id=table.id, hand_id=kept.id, position=place),
            is_chosen=place == position,
        )
        for place in free
    )


def find_hand(table: Table, hand_id: UUID) -> KeptHand | None:
    """The hand on the table, struck or not; None for one that was taken back, or never was."""
    return next((kept for kept in table.hands if kept.id == hand_id), None)
