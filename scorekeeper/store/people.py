"""Who is who in a book: names, and people who turn out to be one, or not to have played.

Records follow people: none of this changes a hand, nor a sum but for those whose it is. Owners only.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import count
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.engine.errors import Malformed, NotAllowed
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.seriesfile import LONGEST_NAME, clean_name, folded_name, read_name
from scorekeeper.store.database import Transaction, writing
from scorekeeper.store.entries import Outcome, Request, turn_at
from scorekeeper.store.errors import Missing, Reused
from scorekeeper.store.models import Payment, Person, db
from scorekeeper.store.results import RESULTS, exchange, results_kept
from scorekeeper.store.scorebooks import PersonSeen, find_or_add_person
from scorekeeper.store.series import SERIES
from scorekeeper.store.start import lock_book
from scorekeeper.store.tallies import BALANCES, add_money

SEATED = (SERIES.c.seat0_id, SERIES.c.seat1_id)


def find_person(book_id: int, name: str) -> PersonSeen:
    """The person of this name in a book, by any spelling. Raises ``Missing``."""
    found = named(db.session, book_id, name)
    if found is None:
        raise Missing("person_unknown", "name")
    return found


def see_person(book_id: int, person_id: int) -> PersonSeen:
    """The person with this id in a book. Raises ``Missing``."""
    return seen(db.session, book_id, person_id)


def rename_person(book_id: int, person_id: int, name: str) -> PersonSeen:
    """Give a person another name, also in all that was played before.

    Raises ``Missing``, ``Malformed`` for what is no name, ``NotAllowed`` where somebody else has it.
    """
    kept = clean_name(read_name(name, "name"))
    with writing() as transaction:
        lock_book(transaction, book_id)
        seen(transaction, book_id, person_id)
        other = named(transaction, book_id, kept)
        if other is not None and other.id != person_id:
            raise NotAllowed("name_taken", "name", name=other.name)
        fields = {"name": kept, "folded": folded_name(kept)}
        transaction.execute(update(Person).where(Person.id == person_id).values(fields))
        return PersonSeen(person_id, kept)


def name_apart(book_id: int, name: str) -> str:
    """The name for somebody else who is called so too: "Mike (2)", or the next that nobody has yet."""
    taken = set(db.session.scalars(select(Person.folded).where(Person.book_id == book_id)))
    for number in count(2):
        behind = f" ({number})"
        apart = clean_name(name)[: LONGEST_NAME - len(behind)] + behind
        if folded_name(apart) not in taken:
            return apart
    raise AssertionError("numbers do not end")


def merge_people(book_id: int, kept_id: int, gone_id: int) -> PersonSeen:
    """Make two people one, who has all that both played and paid, under the name of the one that is kept.

    Raises ``Missing``, and ``NotAllowed`` for one and the same, and for two who played or paid each other.
    """
    with writing() as transaction:
        lock_book(transaction, book_id)
        kept, gone = seen(transaction, book_id, kept_id), seen(transaction, book_id, gone_id)
        refused = why_not_one(transaction, kept, gone)
        if refused is not None:
            raise refused
        theirs = or_(*(seat == gone_id for seat in SEATED))
        transaction.execute(select(SERIES.c.id).where(theirs).order_by(SERIES.c.id).with_for_update()).all()
        for seat in SEATED:
            transaction.execute(update(SERIES).where(seat == gone_id).values({seat.name: kept_id}))
        move_payments(transaction, kept_id, gone_id)
        move_results(transaction, kept_id, gone_id)
        transaction.execute(delete(Person).where(Person.id == gone_id))
        return kept


def look_at_merge(book_id: int, kept_id: int, gone_id: int) -> NotAllowed | None:
    """Why two people can't be made one, before anybody tries; None where they can. Raises ``Missing``."""
    kept, gone = seen(db.session, book_id, kept_id), seen(db.session, book_id, gone_id)
    return why_not_one(db.session, kept, gone)


def why_not_one(transaction: Transaction, kept: PersonSeen, gone: PersonSeen) -> NotAllowed | None:
    """Why two people can't be made one; None where they can."""
    if kept.id == gone.id:
        return NotAllowed("people_same", "name")
    if have_met(transaction, kept.id, gone.id):
        return NotAllowed("people_met", "name", one=kept.name, two=gone.name)
    return None


def correct_player(series_id: UUID, seat: Seat, name: str, request: Request) -> Outcome:
    """Say that it was somebody else who played at a seat; a new person where nobody has the name yet.

    Who was taken for it leaves the book where nothing else is known of them. One entry, which undo does not
    go over. Raises what every verb does, and ``Malformed`` for what is no name or the other player's.
    """
    try:
        return seat_another(series_id, seat, clean_name(read_name(name, "players")), request)
    except IntegrityError:
        # Somebody else brought a person of this name at the same moment, who is there to be found now.
        return seat_another(series_id, seat, clean_name(name), request)


def seat_another(series_id: UUID, seat: Seat, name: str, request: Request) -> Outcome:
    """Put somebody else at a seat."""
    with turn_at(series_id, request) as turn:
        line = turn.repeated("players", None)
        if line is not None and (line.body["seat"], line.body["new"]) != (seat, name):
            raise Reused("key_reused", "key")
        if line is not None or turn.spent("players", None):
            return turn.unchanged()
        turn.check_base()
        person = find_or_add_person(turn.transaction, turn.row.book_id, name)
        seated = turn.transaction.execute(select(*SEATED).where(SERIES.c.id == series_id)).one()
        if person.id == seated[1 - seat]:
            raise Malformed("players_alike", "players", name=person.name)
        if person.id == seated[seat]:
            return turn.unneeded("players", None)
        turn.transaction.execute(
            update(SERIES).where(SERIES.c.id == series_id).values({SEATED[seat].name: person.id})
        )
        old = turn.row.players[seat]
        names = (person.name, turn.row.second) if seat == 0 else (turn.row.first, person.name)
        turn.row = turn.row._replace(first=names[0], second=names[1])
        outcome = turn.write("players", None, {"seat": seat, "old": old, "new": person.name})
        forget_unknown(turn.transaction, seated[seat])
        return outcome


def named(transaction: Transaction, book_id: int, name: str) -> PersonSeen | None:
    """The person of this name."""
    found = transaction.execute(
        select(Person.id, Person.name)
        .where(Person.book_id == book_id, Person.folded == folded_name(name))
        .order_by(Person.apart)
        .limit(1)
    ).first()
    return None if found is None else PersonSeen(found.id, found.name)


def seen(transaction: Transaction, book_id: int, person_id: int) -> PersonSeen:
    """The person with this id. Raises ``Missing``."""
    found = transaction.execute(
        select(Person.id, Person.name).where(Person.id == person_id, Person.book_id == book_id)
    ).first()
    if found is None:
        raise Missing("person_unknown", "name")
    return PersonSeen(found.id, found.name)


def have_met(transaction: Transaction, one: int, two: int) -> bool:
    """Whether two people ever sat down with each other, in a deleted series too, or paid each other."""
    orders = ((one, two), (two, one))
    played = or_(*(and_(SERIES.c.seat0_id == first, SERIES.c.seat1_id == second) for first, second in orders))
    paid = or_(*(and_(Payment.payer_id == first, Payment.payee_id == second) for first, second in orders))
    return (
        transaction.execute(select(SERIES.c.id).where(played).limit(1)).first() is not None
        or transaction.execute(select(Payment.id).where(paid).limit(1)).first() is not None
    )


def move_payments(transaction: Transaction, kept_id: int, gone_id: int) -> None:
    """Let one person have the payments of another."""
    theirs = or_(BALANCES.c.person_id == gone_id, BALANCES.c.opponent_id == gone_id)
    sums: dict[tuple[int, int, str], tuple[Decimal, Decimal]] = {}
    for row in transaction.execute(select(BALANCES).where(theirs)).all():
        received = Decimal(row.received)
        pair = [kept_id if person == gone_id else person for person in (row.person_id, row.opponent_id)]
        sums[row.person_id, row.opponent_id, row.currency] = (Decimal(0), -received)
        sums[pair[0], pair[1], row.currency] = (Decimal(0), received)
    add_money(transaction, sums)
    for column in (Payment.payer_id, Payment.payee_id):
        transaction.execute(update(Payment).where(column == gone_id).values({column.key: kept_id}))


def move_results(transaction: Transaction, kept_id: int, gone_id: int) -> None:
    """Let one person have the results of another."""
    theirs = or_(RESULTS.c.person_id == gone_id, RESULTS.c.opponent_id == gone_id)
    old: Sequence[dict[str, Any]] = results_kept(transaction, theirs)
    sides = ("person_id", "opponent_id")
    new = [{**result, **{side: kept_id for side in sides if result[side] == gone_id}} for result in old]
    exchange(transaction, old, new)


def forget_unknown(transaction: Transaction, person_id: int) -> None:
    """Take a person of whom nothing is known out of the book."""
    plays = select(SERIES.c.id).where(or_(*(seat == person_id for seat in SEATED))).limit(1)
    pays = select(Payment.id).where(or_(Payment.payer_id == person_id, Payment.payee_id == person_id))
    if transaction.execute(plays).first() is None and transaction.execute(pays.limit(1)).first() is None:
        transaction.execute(delete(Person).where(Person.id == person_id))
