"""Hypothesis makes rules, hands and series: anything that rules.md allows, and nothing else."""

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from scorekeeper.engine.hand import Hand, check_hand
from scorekeeper.engine.rules import OPTIONS, Rules, Stake

seats = st.sampled_from((0, 1))


def stakes() -> st.SearchStrategy[Stake]:
    amounts = st.integers(1, 10**8).map(lambda number: Decimal(number).scaleb(-4))
    return st.builds(Stake, amounts, st.sampled_from(("EUR", "USD", "IDR")))


def values_of(key: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[key]
    values: st.SearchStrategy[Any]
    if option.kind == "whole":
        values = st.integers(option.low, option.high)
    elif option.kind == "choice":
        values = st.sampled_from(option.choices)
    elif option.kind == "switch":
        values = st.booleans()
    else:
        values = stakes()
    return st.none() | values if option.optional else values


def rules() -> st.SearchStrategy[Rules]:
    return st.fixed_dictionaries({}, optional={key: values_of(key) for key in OPTIONS}).map(
        lambda given: Rules(**given)
    )


@st.composite
def hands(draw: st.DrawFn, rules: Rules, *, dealer_by_hand: bool = True) -> Hand:
    """One legal hand under these rules; knocks are the most frequent, as at a table."""
    how = draw(st.sampled_from(("knock",) * 5 + ("gin",) * 3 + ("void", "points", "big_gin")))
    dealer = draw(st.sampled_from((None, None, None, 0, 1))) if dealer_by_hand else None
    if how == "void" or (how == "big_gin" and rules.big_gin_bonus is None):
        return Hand("void", dealer=dealer)
    if how == "points":
        return Hand("points", winner=draw(seats), points=draw(st.integers(0, 400)), dealer=dealer)
    knocker = draw(seats)
    limit = draw(st.none() | st.integers(0, 10)) if rules.oklahoma else None
    laid_down = draw(st.integers(0, 10 if limit is None else limit)) if how == "knock" else 0
    held = draw(st.integers(0, 98))
    deadwood = (laid_down, held) if knocker == 0 else (held, laid_down)
    spade = draw(st.booleans()) if rules.spade_doubles else False
    return check_hand(rules, Hand(how, knocker, deadwood, spade=spade, knock_limit=limit, dealer=dealer))


@st.composite
def series(draw: st.DrawFn, most: int = 30) -> tuple[Rules, list[Hand], int | None]:
    """Rules, up to ``most`` hands under them, and a first dealer, who may be unknown."""
    ruled = draw(rules())
    return ruled, draw(st.lists(hands(ruled), max_size=most)), draw(st.none() | seats)
