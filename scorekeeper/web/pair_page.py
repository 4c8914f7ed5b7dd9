"""Two people's record against each other: in short on a card, in full on a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import uuid4

from flask import url_for
from markupsafe import Markup

from scorekeeper.engine.hand import Pair
from scorekeeper.engine.seriesfile import Names
from scorekeeper.store.payments import PaymentSeen
from scorekeeper.store.records import Account, HeadToHead, Margin, Side
from scorekeeper.store.scorebooks import Book
from scorekeeper.web.access import Visitor
from scorekeeper.web.book_menu import book_menu
from scorekeeper.web.days import Day, date_told, day_of, today
from scorekeeper.web.figures import amount, average, percent, signed_amount
from scorekeeper.web.illustrations import (
    Illustration,
    ahead_of,
    draw_lead,
    illustrate_margins,
    illustrate_money,
    illustrate_points,
    illustrate_types,
    turns_of,
)
from scorekeeper.web.pages import Choice, Link, Player
from scorekeeper.words import records as words
from scorekeeper.words.names import name_within, names_within
from scorekeeper.words.terms import signed

ON_A_CARD = 14
"""Margins drawn on a card."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a record; a side is empty where there is nothing to tell of it."""

    label: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class PairCard:
    """Two people in short; `facts` is empty, and so are the pictures, before their first finished series.

    `owed` are the balances in one sentence, "" without any.
    """

    players: tuple[Player, Player]
    url: str
    meetings: str
    lead: Markup
    margins: Illustration | None
    facts: tuple[Fact, ...]
    owed: str
    settle_url: str


@dataclass(frozen=True, slots=True)
class PaidLine:
    """A payment in the list: `url` takes it back, "" where it can't be by this visitor, or was already."""

    payer: Player
    payee: Player
    amount: str
    day: str
    note: str
    device: str
    is_taken_back: bool
    url: str


@dataclass(frozen=True, slots=True)
class PaymentForm:
    """The form that notes a payment. Fields: key, payer ("0", "1"), amount, currency, paid_on, note.

    `errors` holds a sentence by field name, "form" for none of them; `is_open` where it was sent before.
    """

    action: str
    key: str
    payers: tuple[Choice, ...]
    amount: str
    currency: str
    paid_on: str
    note: str
    errors: Mapping[str, str]
    is_open: bool


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A finished series in the list of two people: `winner` None is a draw."""

    url: str
    day: Day
    winner: Player | None
    net: str
    money: str


@dataclass(frozen=True, slots=True)
class PairPage:
    """Two people's record in full. Without a finished series there is no `facts`, no picture and no list.

    `payment` is the form, None for somebody who may only look; `swap_url` is this page in the other's eyes,
    `again_url` starts their next series.
    """

    book: str
    players: tuple[Player, Player]
    person_urls: tuple[str, str]
    meetings: str
    lead: Markup
    facts: tuple[Fact, ...]
    remarks: tuple[str, ...]
    owed: str
    illustrations: tuple[Illustration, ...]
    series: tuple[PlayedLine, ...]
    all_url: str
    payments: tuple[PaidLine, ...]
    payment: PaymentForm | None
    again_url: str
    swap_url: str
    back_url: str
    menu: tuple[Link, ...]


# --- in short --------------------------------------------------------------------------------------------


def pair_card(book_id: int, record: HeadToHead, margins: Sequence[Margin]) -> PairCard:
    """The card of two people; `margins` are of their last series, newest first."""
    players = players_of(record)
    names = (players[0].name, players[1].name)
    url = pair_url(book_id, record.people[0].id, record.people[1].id)
    shown = margins[:ON_A_CARD][::-1]
    name = f"p{record.people[0].id}-{record.people[1].id}"
    return PairCard(
        players=players,
        url=url,
        meetings=meetings_of(record, margins),
        lead=draw_lead(f"{name}-lead", record, names) if margins else Markup(),
        margins=illustrate_margins(f"{name}-margins", shown, names) if margins else None,
        facts=short_facts(record.sides) if margins else (),
        owed=tell_balances(names, record.money),
        settle_url=f"{url}#payments",
    )


def players_of(record: HeadToHead) -> tuple[Player, Player]:
    """The two people, the first at seat 0."""
    return Player(0, record.people[0].name), Player(1, record.people[1].name)


def pair_url(book_id: int, one: int, other: int) -> str:
    """The page of two people."""
    return url_for("people.show_pair", book_id=book_id, person_id=one, other_id=other)


def meetings_of(record: HeadToHead, margins: Sequence[Margin]) -> str:
    """How often they met, and when last."""
    if not margins:
        return ""
    return words.tell_meetings(record.sides[0].series, day_of(margins[0].started_at).text)


def short_facts(sides: tuple[Side, Side]) -> tuple[Fact, ...]:
    """What a card tells."""
    return facts_of(
        sides,
        {
            "columns": lambda side: str(side.columns),
            "gin": lambda side: percent(side.gin_share),
            "undercut": lambda side: percent(side.undercut_share),
            "held": lambda side: average(side.average_held),
        },
    )


def facts_of(sides: tuple[Side, Side], told: Mapping[str, Callable[[Side], str]]) -> tuple[Fact, ...]:
    """Lines of a record; those that have nothing to tell of either are left out."""
    facts = (Fact(words.fact_name(name), tell(sides[0]), tell(sides[1])) for name, tell in told.items())
    return tuple(fact for fact in facts if fact.first or fact.second)


def tell_balances(names: Names, money: Sequence[Account]) -> str:
    """Who owes whom what, apart by currency, in one sentence; "" where no money was ever played for."""
    owed = [tell_balance(names, account) for account in money if account.owed]
    if owed:
        return words.together(owed)
    return words.tell_even([account.currency for account in money]) if money else ""


def tell_balance(names: Names, account: Account) -> str:
    """Who owes whom what in one currency."""
    creditor = ahead_of(account.owed)
    assert creditor is not None
    one, other = names_within(names)[1 - creditor], names_within(names)[creditor]
    return words.tell_owed(one, other, amount(account.owed), account.currency)


# --- in full ---------------------------------------------------------------------------------------------


def full_facts(record: HeadToHead) -> tuple[Fact, ...]:
    """Everything that is counted between two people."""
    sides = record.sides
    counted = facts_of(
        sides,
        {
            "won": lambda side: str(side.won),
            "columns": lambda side: str(side.columns),
            "shutouts": lambda side: str(side.shutouts),
            "net": lambda side: signed(side.net),
        },
    )
    money = tuple(
        Fact(words.money_fact(account.currency), signed_amount(account.won), signed_amount(-account.won))
        for account in record.money
        if account.won
    )
    played = facts_of(
        sides,
        {
            "knock": lambda side: percent(side.knock_share),
            "gin": lambda side: percent(side.gin_share),
            "undercut": lambda side: percent(side.undercut_share),
            "held": lambda side: average(side.average_held),
            "laid": lambda side: average(side.average_laid),
            "biggest": lambda side: str(side.biggest) if side.biggest else "",
            "run": lambda side: str(side.longest_run) if side.longest_run else "",
            "dealt": lambda side: percent(side.dealt_share),
        },
    )
    return (*counted, *money, *played)


def remarks_on(sides: tuple[Side, Side]) -> tuple[str, ...]:
    """What is the same for both: how long a game takes, and who profits from dealing."""
    hands = sides[0].average_hands
    told = (words.tell_game_length(average(hands)) if hands else "", tell_who_deals(sides))
    return tuple(remark for remark in told if remark)


def tell_who_deals(sides: tuple[Side, Side]) -> str:
    """Who profits from dealing, over all hands of both; "" where no dealer is known."""
    dealt = sides[0].dealt + sides[1].dealt
    won = sides[0].dealt_won + sides[1].dealt_won
    if not dealt:
        return ""
    helps = None if 2 * won == dealt else 2 * won > dealt
    return words.tell_dealing((percent(won / dealt), percent((dealt - won) / dealt)), helps=helps)


def pair_illustrations(
    record: HeadToHead, margins: Sequence[Margin], payments: Sequence[PaymentSeen]
) -> tuple[Illustration, ...]:
    """The pictures of two people; `margins` and `payments` newest first."""
    if not margins:
        return ()
    names = (record.people[0].name, record.people[1].name)
    oldest_first = margins[::-1]
    drawn = [
        illustrate_margins("margins", oldest_first, names),
        illustrate_types(record.sides, names),
        illustrate_points(oldest_first, record.sides[0].net, names),
    ]
    for account in record.money:
        turns = turns_of(account, margins, payments, record.people[0].id)
        if turns:
            drawn.append(illustrate_money(account, turns, names))
    return tuple(drawn)


def played_line(margin: Margin, players: tuple[Player, Player]) -> PlayedLine:
    """One of their finished series."""
    winner = None if margin.drawn else players[0 if margin.won else 1]
    money = ""
    if margin.money:
        money = f"{amount(margin.money)} {margin.currency}"
    return PlayedLine(
        url=url_for("series.show", series_id=margin.series_id),
        day=day_of(margin.started_at),
        winner=winner,
        net=signed(margin.net if winner is None or winner.seat == 0 else -margin.net),
        money=money,
    )


def paid_line(payment: PaymentSeen, record: HeadToHead, book_id: int, *, may_write: bool) -> PaidLine:
    """One payment."""
    players = players_of(record)
    payer = 0 if payment.payer_id == record.people[0].id else 1
    taken_back = payment.taken_back_at is not None
    url = url_for(
        "people.take_back",
        book_id=book_id,
        person_id=record.people[0].id,
        other_id=record.people[1].id,
        payment_id=payment.id,
    )
    return PaidLine(
        payer=players[payer],
        payee=players[1 - payer],
        amount=f"{amount(payment.amount)} {payment.currency}",
        day=date_told(payment.paid_on),
        note=payment.note,
        device=payment.made_by or "",
        is_taken_back=taken_back,
        url=url if may_write and not taken_back else "",
    )


def payment_form(book_id: int, record: HeadToHead) -> PaymentForm:
    """An empty form, filled with what would settle the largest balance."""
    owed = max(record.money, key=lambda account: abs(account.owed), default=None)
    sum_owed = Decimal(0) if owed is None else owed.owed
    return filled_form(
        book_id,
        record,
        {
            "key": str(uuid4()),
            "payer": "0" if sum_owed < 0 else "1",
            "amount": f"{abs(sum_owed):f}" if sum_owed else "",
            "currency": "" if owed is None else owed.currency,
            "paid_on": today().isoformat(),
        },
        {},
    )


def filled_form(
    book_id: int, record: HeadToHead, typed: Mapping[str, str], errors: Mapping[str, str]
) -> PaymentForm:
    """The form as it was typed."""
    one, other = (person.id for person in record.people)
    names = [name_within(person.name) for person in record.people]
    return PaymentForm(
        action=url_for("people.note", book_id=book_id, person_id=one, other_id=other),
        key=typed.get("key", ""),
        payers=tuple(
            Choice(value, words.tell_pays(payer, payee), value == typed.get("payer"))
            for value, payer, payee in (("0", *names), ("1", *reversed(names)))
        ),
        amount=typed.get("amount", ""),
        currency=typed.get("currency", ""),
        paid_on=typed.get("paid_on", ""),
        note=typed.get("note", ""),
        errors=errors,
        is_open=bool(errors),
    )


def pair_page(
    book: Book,
    record: HeadToHead,
    margins: Sequence[Margin],
    payments: Sequence[PaymentSeen],
    visitor: Visitor,
    form: PaymentForm | None = None,
) -> PairPage:
    """The page of two people of a book; `form` is one that came back with what was typed."""
    players = players_of(record)
    names = (players[0].name, players[1].name)
    ids: Pair = (record.people[0].id, record.people[1].id)
    one, other = (url_for("people.show_person", book_id=book.id, person_id=person) for person in ids)
    return PairPage(
        book=book.name,
        players=players,
        person_urls=(one, other),
        meetings=meetings_of(record, margins),
        lead=draw_lead("lead", record, names) if margins else Markup(),
        facts=full_facts(record) if margins else (),
        remarks=remarks_on(record.sides),
        owed=tell_balances(names, record.money),
        illustrations=pair_illustrations(record, margins, payments),
        series=tuple(played_line(margin, players) for margin in margins),
        all_url=url_for("history.show", player=names[1]),
        payments=tuple(
            paid_line(payment, record, book.id, may_write=visitor.may_write) for payment in payments
        ),
        payment=(form or payment_form(book.id, record)) if visitor.may_write else None,
        again_url=url_for("starts.new", like=margins[0].series_id) if margins and visitor.may_write else "",
        swap_url=pair_url(book.id, ids[1], ids[0]),
        back_url=url_for("people.show_book", book_id=book.id),
        menu=book_menu(book, visitor),
    )
