"""Payments between two people: noted, dated, taken back; what is still owed follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, and_, func, insert, or_, select, update

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.rules import read_amount, read_currency
from scorekeeper.engine.seriesfile import read_text
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.devices import Bearer
from scorekeeper.store.errors import Missing, Reused
from scorekeeper.store.models import Device, Payment, db
from scorekeeper.store.people import seen
from scorekeeper.store.results import lock_people
from scorekeeper.store.start import lock_book
from scorekeeper.store.tallies import add_money

MOST_SHOWN = 50

EAST = timedelta(hours=14)
"""How much further on the calendar is than in UTC at most."""


@dataclass(frozen=True, slots=True)
class PaymentSeen:
    """A payment as it was noted, on which device; ``taken_back_at`` where it counts no more."""

    id: int
    payer_id: int
    payee_id: int
    amount: Decimal
    currency: str
    paid_on: date
    note: str
    made_by: str | None
    made_at: datetime
    taken_back_at: datetime | None


SEEN = select(
    Payment.id,
    Payment.payer_id,
    Payment.payee_id,
    Payment.amount,
    Payment.currency,
    Payment.paid_on,
    Payment.note,
    func.coalesce(Payment.told_maker, Device.name).label("made_by"),
    Payment.made_at,
    Payment.taken_back_at,
).outerjoin(Device, Device.id == Payment.made_by)


def note_payment(
    book_id: int,
    key: UUID,
    payer_id: int,
    payee_id: int,
    amount: str,
    currency: str,
    paid_on: date,
    by: Bearer | None,
    note: str = "",
) -> PaymentSeen:
    """Note that somebody paid somebody. ``key`` is made with the form, so that a repeat notes nothing more.

    Raises ``Missing`` for people who are not in the book, ``Malformed`` and ``NotAllowed`` for what can't be
    a payment, ``Reused`` for a key that came with another.
    """
    exact, currency = check_money(amount, currency)
    if paid_on > (datetime.now(UTC) + EAST).date():
        raise NotAllowed("payment_date", "paid_on")
    if payer_id == payee_id:
        raise NotAllowed("people_same", "payee")
    told = {
        "payer_id": payer_id,
        "payee_id": payee_id,
        "amount": f"{exact:f}",
        "currency": currency,
        "paid_on": paid_on,
        "note": read_text(note, "note") or "",
    }
    with writing() as transaction:
        lock_book(transaction, book_id)
        for person in (payer_id, payee_id):
            seen(transaction, book_id, person)
        known = transaction.execute(SEEN.add_columns(Payment.book_id).where(Payment.key == key)).first()
        if known is not None:
            if known.book_id != book_id or any(known._mapping[name] != value for name, value in told.items()):
                raise Reused("key_reused", "key")
            return payment_of(known)
        made = {"made_by": None if by is None else by.id, "made_at": datetime.now(UTC)}
        new = insert(Payment).values(book_id=book_id, key=key, **told, **made).returning(Payment.id)
        payment_id = transaction.execute(new).scalar_one()
        count(transaction, payer_id, payee_id, currency, exact)
        return payment_of(transaction.execute(SEEN.where(Payment.id == payment_id)).one())


def take_back_payment(book_id: int, payment_id: int, by: Bearer | None) -> PaymentSeen:
    """Let a payment count no more; it stays in the list. One that was taken back stays so. Raises
    ``Missing``.
    """
    this = SEEN.where(Payment.id == payment_id, Payment.book_id == book_id)
    with writing() as transaction:
        found = transaction.execute(this.with_for_update(of=Payment)).first()
        if found is None:
            raise Missing("payment_unknown")
        payment = payment_of(found)
        if payment.taken_back_at is not None:
            return payment
        taken_back = {"taken_back_at": datetime.now(UTC), "taken_back_by": None if by is None else by.id}
        transaction.execute(update(Payment).where(Payment.id == payment_id).values(taken_back))
        count(transaction, payment.payer_id, payment.payee_id, payment.currency, -payment.amount)
        return payment_of(transaction.execute(this).one())


def payments_between(one_id: int, two_id: int) -> tuple[PaymentSeen, ...]:
    """What two people paid each other, last noted first, those taken back too; the newest 50."""
    return read_payments(
        SEEN.where(
            or_(
                and_(Payment.payer_id == one_id, Payment.payee_id == two_id),
                and_(Payment.payer_id == two_id, Payment.payee_id == one_id),
            )
        )
    )


def check_money(amount: object, currency: object) -> tuple[Decimal, str]:
    """The amount and the currency of a payment."""
    exact, letters = read_amount(amount), read_currency(currency)
    if exact is None:
        raise Malformed("payment_amount", "amount")
    if letters is None:
        raise Malformed("payment_currency", "currency")
    return exact, letters


def count(transaction: Transaction, payer_id: int, payee_id: int, currency: str, amount: Decimal) -> None:
    """Let an amount count in what two people owe each other."""
    lock_people(transaction, (payer_id, payee_id))
    add_money(
        transaction,
        {
            (payer_id, payee_id, currency): (Decimal(0), -amount),
            (payee_id, payer_id, currency): (Decimal(0), amount),
        },
    )


def read_payments(found: Select[*tuple[Any, ...]]) -> tuple[PaymentSeen, ...]:
    """The payments that a statement finds, newest first."""
    newest = found.order_by(Payment.id.desc()).limit(MOST_SHOWN)
    return tuple(payment_of(row) for row in db.session.execute(newest))


def payment_of(row: Row[*tuple[Any, ...]]) -> PaymentSeen:
    """A payment as it was read."""
    return PaymentSeen(
        row.id,
        row.payer_id,
        row.payee_id,
        Decimal(row.amount),
        row.currency,
        row.paid_on,
        row.note,
        row.made_by,
        row.made_at,
        row.taken_back_at,
    )
