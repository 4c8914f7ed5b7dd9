"""What stands in a row of the sheet where no numbers do, and the small sums beside numbers."""

from __future__ import annotations

from scorekeeper.engine.column import Column
from scorekeeper.engine.extras import Extras
from scorekeeper.engine.hand import Hand, Seat
from scorekeeper.engine.rules import Rules, Stake
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.settlement import Money
from scorekeeper.engine.sheet import Played
from scorekeeper.words.locale import decimal
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.reasons import tell_columns, tell_why


def tell_row(played: Played, players: Names) -> str:
    """The note of a hand that entered no number; empty for one that did."""
    if played.columns:
        return ""
    if played.after_end:
        return _("after the end, scores nothing: %(hand)s", hand=describe_hand(played.hand, players))
    if played.winner is not None:
        return tell_columns(played)
    if played.hand.how == "void":
        return tell_void(played.dealer, players)
    return tell_why(played, players)


def tell_void(dealer: Seat | None, players: Names) -> str:
    """A hand that nobody won; whoever dealt deals again."""
    if dealer is None:
        return _("no score")
    return _("no score, %(name)s deals again", name=players[dealer])


def tell_struck(hand: Hand, reason: str | None, players: Names) -> str:
    """A hand that was struck out, and why where somebody said so."""
    if reason:
        return _("struck out: %(hand)s (%(reason)s)", hand=describe_hand(hand, players), reason=reason)
    return _("struck out: %(hand)s", hand=describe_hand(hand, players))


def describe_hand(hand: Hand, players: Names) -> str:
    """A hand as it was entered: ``Bob knocked 3, Ann 21``, ``Ann gin, Bob 31``, ``no score``."""
    if hand.how == "void":
        return _("no score")
    if hand.how == "points" and hand.winner is not None:
        return _("%(name)s, %(points)s from paper", name=players[hand.winner], points=hand.points)
    assert hand.knocker is not None and hand.deadwood is not None
    facts = {
        "name": players[hand.knocker],
        "laid_down": hand.deadwood[hand.knocker],
        "other": players[1 - hand.knocker],
        "held": hand.deadwood[1 - hand.knocker],
    }
    if hand.how == "knock":
        return _("%(name)s knocked %(laid_down)s, %(other)s %(held)s", **facts)
    if hand.how == "gin":
        return _("%(name)s gin, %(other)s %(held)s", **facts)
    return _("%(name)s big gin, %(other)s %(held)s", **facts)


def sum_of_game(rules: Rules, column: Column) -> str:
    """How a closed game's value comes about: ``304 − 167 = 137``; the same in every language."""
    assert column.winner is not None
    won, lost = column.total[column.winner], column.total[1 - column.winner]
    terms = f"{won} − {lost}"
    if rules.settlement == "winner_plus_difference":
        doubled = rules.extras and column.shutout and rules.shutout == "double_total"
        points = column.points[column.winner]
        terms += f" + 2 × {points}" if doubled else f" + {points}"
    if column.number == 3 and rules.third_column_factor != 1:
        terms = f"({terms}) × {rules.third_column_factor}"
    return f"{terms} = {str(column.value).replace('-', '−')}"


def sum_of_shutout(rules: Rules, extras: Extras) -> str:
    """How a shutout's extra comes about: ``2 × 105``; the same in every language, "" where it is a fixed
    number.
    """
    if rules.shutout == "double_points":
        return f"2 × {extras.points} − {extras.points}"
    if rules.shutout == "double_total":
        single = extras.points + extras.game + extras.boxes
        return f"2 × {single} − {single}"
    return ""


def sum_of_money(stake: Stake | None, money: Money | None, net: int) -> str:
    """How the money comes about: ``412 × 0.05 = 20.60``; "" where nobody pays."""
    if stake is None or money is None:
        return ""
    return f"{abs(net)} × {decimal(f'{stake.amount:f}')} = {decimal(money.text)}"


def tell_rounding(round_to: int, exact: int) -> str:
    """What rounding did to a net; empty where it did nothing."""
    if not round_to or exact % round_to == 0:
        return ""
    return _("rounded to the nearest %(step)s from %(net)s", step=round_to, net=abs(exact))


def tell_money(money: Money | None, players: Names) -> str:
    """Who pays whom how much; empty where nobody pays."""
    if money is None:
        return ""
    return _(
        "%(payer)s pays %(payee)s %(amount)s %(currency)s",
        payer=players[money.payer],
        payee=players[money.payee],
        amount=decimal(money.text),
        currency=money.currency,
    )
