"""The payments of a book in its file: each rides on the first series of its payer, under a key that readers
of series pass over, and comes in again with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import func, insert, select
from sqlalchemy.orm import aliased

from scorekeeper.engine.errors import Malformed, NotAllowed, Refused
from scorekeeper.engine.seriesfile import read_id, read_name, read_text, read_time, same_name, write_time
from scorekeeper.store.database import Transaction
from scorekeeper.store.models import Device, Payment, Person, db
from scorekeeper.store.payments import check_money, count
from scorekeeper.store.scorebooks import Book, find_or_add_person

Payer: TypeAlias = tuple[int, str]
"""A book and the name of somebody in it."""


@dataclass(frozen=True, slots=True)
class FiledPayment:
    """A payment as a file states it, noted on the device ``made_by``. Taken back, it counts no more."""

    key: UUID
    payer: str
    payee: str
    amount: Decimal
    currency: str
    paid_on: date
    note: str
    made_by: str | None
    made_at: datetime
    taken_back_by: str | None
    taken_back_at: datetime | None


def payments_by_payer(books: Iterable[Book]) -> dict[Payer, list[dict[str, Any]]]:
    """The JSON values of all payments in these books, by who paid, in the order in which they were noted."""
    payer, payee, maker, taker = aliased(Person), aliased(Person), aliased(Device), aliased(Device)
    found = db.session.execute(
        select(
            Payment,
            payer.name,
            payee.name,
            func.coalesce(Payment.told_maker, maker.name),
            func.coalesce(Payment.told_taker, taker.name),
        )
        .join(payer, payer.id == Payment.payer_id)
        .join(payee, payee.id == Payment.payee_id)
        .outerjoin(maker, maker.id == Payment.made_by)
        .outerjoin(taker, taker.id == Payment.taken_back_by)
        .where(Payment.book_id.in_([book.id for book in books]))
        .order_by(Payment.made_at, Payment.key)
    )
    told: dict[Payer, list[dict[str, Any]]] = defaultdict(list)
    for payment, paid_by, paid_to, *devices in found:
        told[payment.book_id, paid_by].append(write_payment(payment, paid_by, paid_to, *devices))
    return told


def write_payment(
    payment: Payment, payer: str, payee: str, made_by: str | None, taken_back_by: str | None
) -> dict[str, Any]:
    """The JSON value of a payment; reading it gives the same one."""
    return {
        "key": str(payment.key),
        "payer": payer,
        "payee": payee,
        "amount": payment.amount,
        "currency": payment.currency,
        "paid_on": payment.paid_on.isoformat(),
        "note": payment.note,
        "made_by": made_by,
        "made_at": write_time(payment.made_at),
        "taken_back_by": taken_back_by,
        "taken_back_at": write_time(payment.taken_back_at),
    }


def read_payments(given: object) -> tuple[FiledPayment, ...]:
    """The payments that ride on a series; none where somebody else's file has another use for the key.

    Raises ``Refused`` with the number and the field of one that can't be.
    """
    if not isinstance(given, list) or not all(isinstance(told, Mapping) for told in given):
        return ()
    payments = []
    for number, told in enumerate(given, 1):
        try:
            payments.append(read_payment(told))
        except Refused as refused:
            refused.field = f"payments.{number}.{refused.field}"
            raise
    return tuple(payments)


def read_payment(told: Mapping[str, object]) -> FiledPayment:
    """One payment. Raises ``Refused`` with the field."""
    payer, payee = (read_name(told.get(field), field) for field in ("payer", "payee"))
    if same_name(payer, payee):
        raise NotAllowed("people_same", "payee")
    amount, currency = check_money(told.get("amount"), told.get("currency"))
    made_at = read_time(told.get("made_at"), "made_at")
    if made_at is None:
        raise Malformed("time_malformed", "made_at")
    return FiledPayment(
        key=UUID(read_id(told.get("key"), "key")),
        payer=payer,
        payee=payee,
        amount=amount,
        currency=currency,
        paid_on=read_day(told.get("paid_on")),
        note=read_text(told.get("note"), "note") or "",
        made_by=read_text(told.get("made_by"), "made_by"),
        made_at=made_at,
        taken_back_by=read_text(told.get("taken_back_by"), "taken_back_by"),
        taken_back_at=read_time(told.get("taken_back_at"), "taken_back_at"),
    )


def read_day(told: object) -> date:
    """The day of a payment. Raises ``NotAllowed``."""
    try:
        return date.fromisoformat(str(told))
    except ValueError:
        raise NotAllowed("payment_date", "paid_on") from None


def keep_payments(transaction: Transaction, book_id: int, payments: Sequence[FiledPayment]) -> None:
    """Keep payments in a book and count them; one that is there already, by its key, is not doubled."""
    keys = [payment.key for payment in payments]
    known = set(transaction.scalars(select(Payment.key).where(Payment.key.in_(keys))))
    for payment in payments:
        if payment.key in known:
            continue
        known.add(payment.key)
        payer, payee = (
            find_or_add_person(transaction, book_id, name).id for name in (payment.payer, payment.payee)
        )
        values = {
            "book_id": book_id,
            "key": payment.key,
            "payer_id": payer,
            "payee_id": payee,
            "amount": f"{payment.amount:f}",
            "currency": payment.currency,
            "paid_on": payment.paid_on,
            "note": payment.note,
            "made_at": payment.made_at,
            "taken_back_at": payment.taken_back_at,
            "told_maker": payment.made_by,
            "told_taker": payment.taken_back_by,
        }
        transaction.execute(insert(Payment).values(values))
        if payment.taken_back_at is None:
            count(transaction, payer, payee, payment.currency, payment.amount)
