"""The people of a book: their records, what they owe each other, and who is who."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.engine.errors import NotAllowed, Refused
from scorekeeper.engine.seriesfile import read_id
from scorekeeper.store.payments import note_payment, payments_between, take_back_payment
from scorekeeper.store.people import (
    look_at_merge,
    merge_people,
    name_apart,
    rename_person,
    see_person,
)
from scorekeeper.store.records import HeadToHead, head_to_head, margins, pairs_of, record_of
from scorekeeper.store.scorebooks import find_book, people_of
from scorekeeper.web.access import book_access, book_open_to, visitor
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.pair_page import PaymentForm, filled_form, pair_page
from scorekeeper.web.people_page import identity_page, merge_page, people_page, person_page
from scorekeeper.web.respond import sent_on, shown

blueprint = Blueprint("people", __name__)

HIGHEST = 2**31 - 1
BOOK = f"/books/<int(max={HIGHEST}):book_id>/people"
PERSON = f"{BOOK}/<int(max={HIGHEST}):person_id>"
PAIR = f"{PERSON}/against/<int(max={HIGHEST}):other_id>"

DRAWN = 20
"""Series in the pictures of two people: many years of them cost no more than a few evenings."""

LONGEST_AMOUNT = 20
PAYMENT_FIELDS = ("key", "payer", "amount", "currency", "paid_on", "note")


@blueprint.get(BOOK)
@book_open_to("look")
def show_book(book_id: int) -> Response:
    """Everybody in the book, and who has met whom."""
    page = people_page(find_book(book_id), people_of(book_id), pairs_of(book_id), visitor())
    return shown("people/book.html", page)


@blueprint.get(PERSON)
@book_open_to("look")
def show_person(book_id: int, person_id: int) -> Response:
    """A person's record against everybody."""
    page = person_page(find_book(book_id), record_of(book_id, person_id), visitor())
    return shown("people/person.html", page)


# --- two people ------------------------------------------------------------------------------------------


@blueprint.get(PAIR)
@book_open_to("look")
def show_pair(book_id: int, person_id: int, other_id: int) -> Response:
    """Two people's record against each other."""
    return show_record(book_id, two_people(book_id, person_id, other_id))


@blueprint.post(f"{PAIR}/payments")
@book_open_to("write")
def note(book_id: int, person_id: int, other_id: int) -> Response:
    """Note a payment; the same form sent twice notes one."""
    record = two_people(book_id, person_id, other_id)
    typed = {name: request.form.get(name, "").strip() for name in PAYMENT_FIELDS}
    try:
        keep_payment(book_id, record, typed)
    except Refused as refused:
        form = filled_form(book_id, record, typed, {refused.field or "form": sentence_of(refused)})
        return show_record(book_id, record, form, 422)
    return back_to_pair(book_id, person_id, other_id)


@blueprint.post(f"{PAIR}/payments/<int(max={HIGHEST}):payment_id>/take-back")
@book_open_to("write")
def take_back(book_id: int, person_id: int, other_id: int, payment_id: int) -> Response:
    """Let a payment count no more."""
    take_back_payment(book_id, payment_id, visitor().bearer)
    return back_to_pair(book_id, person_id, other_id)


def two_people(book_id: int, person_id: int, other_id: int) -> HeadToHead:
    """The record of two people; ends the request with 404 where they are one."""
    if person_id == other_id:
        abort(404)
    return head_to_head(book_id, person_id, other_id)


def show_record(
    book_id: int, record: HeadToHead, form: PaymentForm | None = None, status: int = 200
) -> Response:
    """The page of two people; `form` is one that came back."""
    one, other = (person.id for person in record.people)
    page = pair_page(
        find_book(book_id), record, margins(one, other, DRAWN), payments_between(one, other), visitor(), form
    )
    return shown("people/pair.html", page, status)


def keep_payment(book_id: int, record: HeadToHead, typed: dict[str, str]) -> None:
    """Keep the payment that a form tells. Raises `Refused` with the name of the field."""
    if typed["payer"] not in {"0", "1"}:
        raise NotAllowed("payment_payer", "payer")
    payer, payee = record.people if typed["payer"] == "0" else reversed(record.people)
    note_payment(
        book_id,
        UUID(read_id(typed["key"], "key")),
        payer.id,
        payee.id,
        typed["amount"].replace(",", ".")[:LONGEST_AMOUNT],
        typed["currency"],
        read_date(typed["paid_on"]),
        visitor().bearer,
        typed["note"],
    )


def read_date(told: str) -> date:
    """A day as it is written in a form. Raises `NotAllowed`."""
    try:
        return date.fromisoformat(told)
    except ValueError:
        raise NotAllowed("payment_date", "paid_on") from None


def back_to_pair(book_id: int, person_id: int, other_id: int) -> Response:
    """The page of two people, at what they paid."""
    url = url_for("people.show_pair", book_id=book_id, person_id=person_id, other_id=other_id)
    return sent_on(f"{url}#payments")


# --- who is who ------------------------------------------------------------------------------------------


@blueprint.get(f"{PERSON}/identity")
@book_access
def show_identity(book_id: int, person_id: int) -> Response:
    """Who a person is: renamed, found to be somebody else, told apart."""
    return identity(book_id, person_id)


@blueprint.post(f"{PERSON}/name")
@book_access
def rename(book_id: int, person_id: int) -> Response:
    """Give a person another name, in all that was played."""
    typed = request.form.get("name", "")
    try:
        rename_person(book_id, person_id, typed)
    except Refused as refused:
        return identity(book_id, person_id, typed, sentence_of(refused), 422)
    return sent_on(url_for("people.show_person", book_id=book_id, person_id=person_id))


@blueprint.get(f"{PERSON}/merge")
@book_access
def look_at(book_id: int, person_id: int) -> Response:
    """What there will be of two people once they are one, or why they are two."""
    other_id = request.args.get("other", type=int) or abort(404)
    return show_merge(book_id, person_id, other_id)


@blueprint.post(f"{PERSON}/merge")
@book_access
def merge(book_id: int, person_id: int) -> Response:
    """Make two people one, under the name of this one."""
    other_id = request.form.get("other", type=int) or abort(404)
    try:
        merge_people(book_id, person_id, other_id)
    except NotAllowed:
        return show_merge(book_id, person_id, other_id, 422)
    return sent_on(url_for("people.show_person", book_id=book_id, person_id=person_id))


def identity(
    book_id: int, person_id: int, typed: str | None = None, error: str = "", status: int = 200
) -> Response:
    """The page about who a person is; `typed` is a name that came back."""
    person = see_person(book_id, person_id)
    page = identity_page(
        find_book(book_id),
        person,
        people_of(book_id),
        name_apart(book_id, person.name),
        visitor(),
        typed,
        error,
    )
    return shown("people/identity.html", page, status)


def show_merge(book_id: int, kept_id: int, gone_id: int, status: int = 200) -> Response:
    """The look at what a merge joins."""
    refused = look_at_merge(book_id, kept_id, gone_id)
    page = merge_page(
        find_book(book_id),
        record_of(book_id, kept_id),
        record_of(book_id, gone_id),
        "" if refused is None else sentence_of(refused),
        visitor(),
    )
    return shown("people/merge.html", page, status)
