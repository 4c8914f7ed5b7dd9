"""Numbers as the reader's language writes them; nothing where there is nothing to count."""

from __future__ import annotations

from decimal import Decimal

from babel.numbers import format_decimal, format_percent

from scorekeeper.web.language import reader_locale


def percent(share: float | None) -> str:
    """A share in whole hundredths: "31%"."""
    return "" if share is None else format_percent(share, locale=reader_locale())


def hundredths(share: float | None) -> int:
    """A share in whole hundredths, as a picture draws it."""
    return 0 if share is None else round(100 * share)


def average(value: float | None) -> str:
    """An average with one place: "18.4"."""
    return "" if value is None else format_decimal(value, "#,##0.0", locale=reader_locale())


def amount(money: Decimal) -> str:
    """An amount of money without its sign, with two places at least: "12.40"."""
    return format_decimal(abs(money), "#,##0.00##", locale=reader_locale())


def signed_amount(money: Decimal) -> str:
    """An amount with its sign: "+12.40", "−3.00"; level has none."""
    if not money:
        return amount(money)
    return f"{'+' if money > 0 else '−'}{amount(money)}"
