"""Pictures with their words, and the same numbers as a table for who can't see them or wants them exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from markupsafe import Markup

from scorekeeper.engine.column import Column
from scorekeeper.engine.hand import Pair, Result, Seat
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Sheet
from scorekeeper.store.payments import PaymentSeen
from scorekeeper.store.records import Account, HeadToHead, Margin, Side
from scorekeeper.web.days import date_told, day_of
from scorekeeper.web.figures import amount, hundredths, percent, signed_amount
from scorekeeper.web.pictures import (
    Share,
    Step,
    Told,
    draw_balance,
    draw_game,
    draw_margins,
    draw_shares,
    draw_split,
)
from scorekeeper.words import records as words
from scorekeeper.words.lists import day_head, hand_head, paid_head, result_head, series_head
from scorekeeper.words.terms import result_name, signed

KINDS: tuple[Result, ...] = ("knock", "gin", "big_gin", "undercut", "points")
"""How hands are won, in the order in which pictures show it."""

COUNTED: dict[Result, str] = {
    "knock": "knocks",
    "gin": "gins",
    "big_gin": "big_gins",
    "undercut": "undercuts",
    "points": "papers",
}


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture, and its numbers as a table: `heads` above the columns, in each row its own head first."""

    picture: Markup
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# --- one series ------------------------------------------------------------------------------------------


def illustrate_game(sheet: Sheet, column: Column, players: Names, target: int) -> Illustration:
    """The running totals of both people in a game, hand by hand."""
    lines: tuple[list[Step], list[Step]] = ([], [])
    rows = []
    for played in sheet.hands:
        if column.number in played.columns and played.winner is not None:
            total = played.after[column.number - 1]
            lines[played.winner].append(Step(played.number, total[played.winner]))
            rows.append((str(played.number), str(total[0]), str(total[1])))
    told = Told(
        words.game_title(column.number),
        words.game_finding(players, column.points, target, column.closed_by, column.winner),
    )
    picture = draw_game(f"game-{column.number}", told, lines, len(sheet.hands), target)
    return Illustration(picture, told.title, (hand_head(), *players), tuple(rows))


def illustrate_hands(sheet: Sheet, players: Names) -> Illustration:
    """How each won hands in a series."""
    counts: dict[Result, list[int]] = {kind: [0, 0] for kind in KINDS}
    for played in sheet.hands:
        if played.winner is not None and not played.after_end:
            counts[played.result][played.winner] += 1
    kinds = [
        (result_name(kind), (count[0], count[1]), (str(count[0]), str(count[1])))
        for kind, count in counts.items()
        if any(count)
    ]
    won = (sum(count[0] for count in counts.values()), sum(count[1] for count in counts.values()))
    told = Told(words.hands_title(players), words.hands_finding(players, won))
    return illustrate_kinds("hands", told, kinds, players)


def illustrate_kinds(
    name: str, told: Told, kinds: Sequence[tuple[str, Pair, tuple[str, str]]], players: Names
) -> Illustration:
    """Kinds of hands: how many of each, as a length and as told."""
    shares = [Share(label, parts, texts) for label, parts, texts in kinds]
    rows = tuple((label, *texts) for label, _parts, texts in kinds)
    return Illustration(draw_shares(name, told, shares), told.title, (result_head(), *players), rows)


# --- two people ------------------------------------------------------------------------------------------


def draw_lead(name: str, record: HeadToHead, players: Names) -> Markup:
    """The series that each won, as one bar in two parts."""
    won = (record.sides[0].won, record.sides[1].won)
    title = words.split_title(players, won, record.sides[0].drawn)
    return draw_split(name, Told(title, words.split_finding(players, won)), won)


def illustrate_margins(name: str, margins: Sequence[Margin], players: Names) -> Illustration:
    """What each of these series was won by, oldest first."""
    nets = [margin.net for margin in margins]
    best = (max([0, *nets]), max([0, *(-net for net in nets)]))
    told = Told(words.margins_title(players), words.margins_finding(players, best, len(nets)))
    rows = tuple(
        (day_of(margin.started_at).text, signed(margin.net), signed(-margin.net)) for margin in margins
    )
    return Illustration(draw_margins(name, told, nets), told.title, (series_head(), *players), rows)


def illustrate_types(sides: tuple[Side, Side], players: Names) -> Illustration:
    """How each wins hands, in shares of the hands won."""
    kinds = []
    for kind in KINDS:
        counts = [getattr(side, COUNTED[kind]) for side in sides]
        shares = [
            count / side.hands_won if side.hands_won else None
            for count, side in zip(counts, sides, strict=True)
        ]
        if any(counts):
            parts = (hundredths(shares[0]), hundredths(shares[1]))
            kinds.append((result_name(kind), parts, (percent(shares[0]), percent(shares[1]))))
    gins = (percent(sides[0].gin_share), percent(sides[1].gin_share))
    finding = words.types_finding(players, gins) if all(gins) else ""
    return illustrate_kinds("types", Told(words.types_title(players), finding), kinds, players)


def illustrate_points(margins: Sequence[Margin], net: int, players: Names) -> Illustration:
    """How many points the first person was ahead after each of these series, oldest first."""
    balances = [net]
    for margin in reversed(margins[1:]):
        balances.append(balances[-1] - margin.net)
    balances.reverse()
    ahead = ahead_of(net)
    told = Told(words.balance_title(players, None), words.balance_finding(players, ahead, str(abs(net))))
    rows = tuple(
        (day_of(margin.started_at).text, signed(margin.net), signed(balance))
        for margin, balance in zip(margins, balances, strict=True)
    )
    picture = draw_balance("points", told, balances, signed(net))
    return Illustration(picture, told.title, (series_head(), result_head(), players[0]), rows)


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that changed a balance: a series, or a payment."""

    at: datetime
    day: str
    change: Decimal
    is_payment: bool


def turns_of(
    account: Account, margins: Sequence[Margin], payments: Sequence[PaymentSeen], payee: int
) -> list[Turn]:
    """What lately changed what somebody is owed, oldest first: as far back as both lists go."""
    won = [
        Turn(margin.started_at, day_of(margin.started_at).text, margin.money, is_payment=False)
        for margin in margins
        if margin.money is not None and margin.currency == account.currency
    ]
    paid = [
        Turn(
            datetime(payment.paid_on.year, payment.paid_on.month, payment.paid_on.day, 23, 59, tzinfo=UTC),
            date_told(payment.paid_on),
            -payment.amount if payment.payee_id == payee else payment.amount,
            is_payment=True,
        )
        for payment in payments
        if payment.taken_back_at is None and payment.currency == account.currency
    ]
    return sorted([*won, *paid], key=lambda turn: turn.at)


def illustrate_money(account: Account, turns: Sequence[Turn], players: Names) -> Illustration:
    """What the first person was owed in one currency after each of these turns."""
    balances = [account.owed]
    for turn in reversed(turns[1:]):
        balances.append(balances[-1] - turn.change)
    balances.reverse()
    told = Told(
        words.balance_title(players, account.currency),
        words.balance_finding(players, ahead_of(account.owed), f"{amount(account.owed)} {account.currency}"),
    )
    rows = tuple(
        (
            turn.day,
            "" if turn.is_payment else signed_amount(turn.change),
            signed_amount(turn.change) if turn.is_payment else "",
            signed_amount(balance),
        )
        for turn, balance in zip(turns, balances, strict=True)
    )
    picture = draw_balance(f"money-{account.currency}", told, balances, signed_amount(account.owed))
    return Illustration(picture, told.title, (day_head(), series_head(), paid_head(), players[0]), rows)


def ahead_of(balance: int | Decimal) -> Seat | None:
    """Who is ahead; None where it stands level."""
    if not balance:
        return None
    return 0 if balance > 0 else 1
