"""The people of a book: a list with the pairs that have met, and a page for each person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from scorekeeper.store.records import HeadToHead, Opponent, PersonRecord
from scorekeeper.store.scorebooks import Book, PersonSeen
from scorekeeper.web.access import Visitor
from scorekeeper.web.book_menu import book_menu
from scorekeeper.web.figures import amount, average, percent, signed_amount
from scorekeeper.web.pages import Choice, Link, Player
from scorekeeper.web.pair_page import pair_url, tell_balances
from scorekeeper.words import records as words
from scorekeeper.words.names import name_within
from scorekeeper.words.terms import signed


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two people in a list: how often they met, how it stands, and what is owed."""

    players: tuple[Player, Player]
    url: str
    standing: str
    owed: str


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody who plays in a book, and the pairs that have finished a series, most met first."""

    book: str
    people: tuple[Link, ...]
    pairs: tuple[PairLine, ...]
    files_url: str
    new_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PersonFact:
    """One line of a person's record."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person's record against everybody. Without a finished series there are no `facts`."""

    book: str
    name: str
    facts: tuple[PersonFact, ...]
    dealing: str
    money: str
    opponents: tuple[PairLine, ...]
    series_url: str
    identity_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class IdentityPage:
    """What owners may say about who a person is: another name, one and the same as somebody else, or one of
    two who are called alike.

    Fields: name for `rename_url`, other for `merge_url` (a look first). `apart_name` is what somebody else of
    this name would be called, `apart_url` a new series with them.
    """

    person: str
    name: str
    error: str
    rename_url: str
    others: tuple[Choice, ...]
    merge_url: str
    apart_name: str
    apart_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class MergePage:
    """Two people who are to be one: a line of `facts` for what each has and what there will be, and the
    button; `refused` stands in its place where they are two. The name that stays is `kept`.
    """

    kept: str
    gone: str
    facts: tuple[tuple[str, str, str, str], ...]
    refused: str
    action: str
    gone_id: int
    swap_url: str
    back_url: str
    menu: tuple[Link, ...]


def people_page(
    book: Book, people: Sequence[PersonSeen], pairs: Sequence[HeadToHead], visitor: Visitor
) -> PeoplePage:
    """The page of a book's people."""
    return PeoplePage(
        book=book.name,
        people=tuple(Link(person.name, person_url("people.show_person", book, person)) for person in people),
        pairs=tuple(pair_line(book.id, pair) for pair in pairs),
        files_url=url_for("files.show_book", book_id=book.id),
        new_url=url_for("starts.new", book=book.id) if visitor.may_write else "",
        back_url=url_for("home.show"),
        menu=book_menu(book, visitor),
    )


def person_url(view: str, book: Book, person: PersonSeen) -> str:
    """The address of a view about a person."""
    return url_for(view, book_id=book.id, person_id=person.id)


def pair_line(book_id: int, pair: HeadToHead) -> PairLine:
    """Two people in the list of a book."""
    one, other = pair.people
    return PairLine(
        players=(Player(0, one.name), Player(1, other.name)),
        url=pair_url(book_id, one.id, other.id),
        standing=words.tell_standing(pair.sides[0].won, pair.sides[1].won, pair.sides[0].drawn),
        owed=tell_balances((one.name, other.name), pair.money),
    )


def opponent_line(book_id: int, person: PersonSeen, opponent: Opponent) -> PairLine:
    """Somebody whom a person has met, in the list of that person's page."""
    side = opponent.side
    names = (person.name, opponent.person.name)
    return PairLine(
        players=(Player(0, names[0]), Player(1, names[1])),
        url=pair_url(book_id, person.id, opponent.person.id),
        standing=words.tell_standing(side.won, side.lost, side.drawn),
        owed=tell_balances(names, opponent.money),
    )


def person_page(book: Book, record: PersonRecord, visitor: Visitor) -> PersonPage:
    """The page of a person."""
    return PersonPage(
        book=book.name,
        name=record.person.name,
        facts=person_facts(record),
        dealing=tell_dealing(record),
        money=tell_money(record),
        opponents=tuple(opponent_line(book.id, record.person, opponent) for opponent in record.opponents),
        series_url=url_for("history.show", player=record.person.name),
        identity_url=person_url("people.show_identity", book, record.person) if visitor.owns else "",
        back_url=url_for("people.show_book", book_id=book.id),
        menu=book_menu(book, visitor),
    )


def person_facts(record: PersonRecord) -> tuple[PersonFact, ...]:
    """What is counted of a person over all opponents; nothing before the first finished series."""
    side = record.side
    if not side.series:
        return ()
    told = {
        "won": words.tell_of(side.won, side.series),
        "drawn": str(side.drawn) if side.drawn else "",
        "columns": words.tell_of(side.columns, side.closed),
        "shutouts": str(side.shutouts),
        "net": signed(side.net),
        "knock": percent(side.knock_share),
        "gin": percent(side.gin_share),
        "undercut": percent(side.undercut_share),
        "held": average(side.average_held),
        "laid": average(side.average_laid),
        "biggest": str(side.biggest) if side.biggest else "",
        "streak": str(record.streak) if record.streak else "",
        "hands": average(side.average_hands),
    }
    facts = [PersonFact(words.fact_name(name), value) for name, value in told.items() if value]
    facts += [
        PersonFact(words.money_fact(account.currency), signed_amount(account.won))
        for account in record.money
        if account.won
    ]
    return tuple(facts)


def tell_dealing(record: PersonRecord) -> str:
    """What the person won as dealer and against one; "" where no dealer is known."""
    side = record.side
    if not side.dealt or not side.faced:
        return ""
    shares = (percent(side.dealt_share), percent(side.faced_share))
    return words.person_dealing(name_within(record.person.name), shares)


def tell_money(record: PersonRecord) -> str:
    """What everybody together owes the person, apart by currency, in one sentence."""
    name = name_within(record.person.name)
    owed = [account for account in record.money if account.owed]
    return words.together(
        [
            words.tell_owed_in_all(name, amount(account.owed), account.currency, owes=account.owed < 0)
            for account in owed
        ]
    )


def identity_page(
    book: Book,
    person: PersonSeen,
    others: Sequence[PersonSeen],
    apart_name: str,
    visitor: Visitor,
    typed: str | None = None,
    error: str = "",
) -> IdentityPage:
    """The page about who a person is; `typed` is a name that came back with what is wrong with it."""
    return IdentityPage(
        person=person.name,
        name=person.name if typed is None else typed,
        error=error,
        rename_url=person_url("people.rename", book, person),
        others=tuple(Choice(str(other.id), other.name) for other in others if other.id != person.id),
        merge_url=person_url("people.look_at", book, person),
        apart_name=apart_name,
        apart_url=url_for("starts.new", book=book.id, player_2=apart_name),
        back_url=person_url("people.show_person", book, person),
        menu=book_menu(book, visitor),
    )


def merge_page(
    book: Book, kept: PersonRecord, gone: PersonRecord, refused: str, visitor: Visitor
) -> MergePage:
    """The look at what a merge would join."""
    one, other = kept.side, gone.side
    met = {opponent.person.id for record in (kept, gone) for opponent in record.opponents}
    counts = (
        (words.merge_fact("series"), one.series, other.series, one.series + other.series),
        (words.fact_name("won"), one.won, other.won, one.won + other.won),
        (words.merge_fact("opponents"), len(kept.opponents), len(gone.opponents), len(met)),
    )
    told = [(label, str(mine), str(theirs), str(both)) for label, mine, theirs, both in counts]
    told.append((words.fact_name("net"), signed(one.net), signed(other.net), signed(one.net + other.net)))
    return MergePage(
        kept=kept.person.name,
        gone=gone.person.name,
        facts=tuple(told),
        refused=refused,
        action=person_url("people.merge", book, kept.person),
        gone_id=gone.person.id,
        swap_url=url_for("people.look_at", book_id=book.id, person_id=gone.person.id, other=kept.person.id),
        back_url=person_url("people.show_identity", book, kept.person),
        menu=book_menu(book, visitor),
    )
