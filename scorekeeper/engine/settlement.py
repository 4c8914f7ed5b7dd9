"""What the closed columns are worth, and who owes whom (rules.md, section 5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.engine.column import Column
from scorekeeper.engine.hand import Pair, Seat, other
from scorekeeper.engine.rules import Rules, Stake


@dataclass(frozen=True, slots=True)
class Money:
    """One payer, one amount: an exact decimal above 0, in the stake's currency."""

    payer: Seat
    payee: Seat
    amount: Decimal
    currency: str

    @property
    def text(self) -> str:
        """The amount with at least two places and no needless zero behind them: 20.60, 0.0075."""
        whole_part, _, places = f"{self.amount:f}".partition(".")
        return f"{whole_part}.{places.rstrip('0').ljust(2, '0')}"


def column_value(rules: Rules, number: int, points: Pair, total: Pair, winner: Seat, shutout: bool) -> int:
    """What a closed column is worth to its winner, factor included; below 0 where the loser's total is
    larger.
    """
    value = total[winner] - total[1 - winner]
    if rules.settlement == "winner_plus_difference":
        doubled = rules.extras and shutout and rules.shutout == "double_total"
        value += points[winner] * (2 if doubled else 1)
    return value * rules.third_column_factor if number == 3 else value


def net_of(columns: Iterable[Column]) -> int:
    """What seat 0 is up over all closed columns, not yet rounded; open columns settle nothing."""
    return sum(
        column.value if column.winner == 0 else -column.value
        for column in columns
        if column.value is not None
    )


def rounded(net: int, round_to: int) -> int:
    """``net`` to the nearest multiple of ``round_to`` (0: as it is), a half away from zero."""
    if not round_to:
        return net
    size = (2 * abs(net) + round_to) // (2 * round_to) * round_to
    return size if net >= 0 else -size


def money_of(stake: Stake | None, net: int) -> Money | None:
    """Who pays whom how much for seat 0 being up ``net`` points (rounded); None without a stake or at
    level.
    """
    if stake is None or net == 0:
        return None
    payee: Seat = 0 if net > 0 else 1
    return Money(other(payee), payee, abs(net) * stake.amount, stake.currency)
