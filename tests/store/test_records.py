"""Records equal a recomputation that knows nothing of them, whatever happens to series and people."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields
from decimal import Decimal
from itertools import groupby, permutations
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.engine.rules import Rules, Stake
from scorekeeper.engine.sheet import Played, Sheet
from scorekeeper.store.archive import tables_of
from scorekeeper.store.check import check_all
from scorekeeper.store.endings import abandon_series, resume_series
from scorekeeper.store.errors import Missing
from scorekeeper.store.models import db
from scorekeeper.store.people import correct_player, find_person, merge_people, name_apart, rename_person
from scorekeeper.store.records import HeadToHead, Side, head_to_head, margins, record_of, rules_between
from scorekeeper.store.removal import delete_series, undelete_series
from scorekeeper.store.scorebooks import people_of
from scorekeeper.store.series import Table, load_series
from tests.store.evening import ANN, BOB, Evening, gin, knock, paper, start_evening
from tests.store.shelf import a_book, bring_in, deal_book, evening_in, hand_over, only_book, request

PEOPLE = ("Ann", "Bob", "Cy", "Dee")
SERIES = 300


def recount(book: str) -> dict[tuple[str, str], dict[str, Any]]:
    """What everybody comes to against everybody, from the sheets alone and by names."""
    tables = sorted(tables_of([only_book(book)]), key=lambda table: (table.started_at, table.id.hex))
    sums: dict[tuple[str, str], dict[str, Any]] = defaultdict(
        lambda: {"money": defaultdict(Decimal), "wins": []}
    )
    for table in tables:
        if table.sheet.over:
            for me, seat in zip(table.players, (0, 1), strict=True):
                count_series(sums[me, table.players[1 - seat]], table.sheet, seat, table.rules)
    return sums


def add(mine: dict[str, Any], name: str, number: int) -> None:
    """Add to one number."""
    mine[name] = mine.get(name, 0) + number


def count_series(mine: dict[str, Any], sheet: Sheet, seat: int, rules: Rules) -> None:
    """Add one series to what somebody comes to."""
    add(mine, "series", 1)
    add(mine, "net", sheet.net[seat])
    mine["wins"].append({seat: "won", None: "drawn"}.get(sheet.winner, "lost"))
    if rules.stake is not None and sheet.net[seat]:
        mine["money"][rules.stake.currency] += sheet.net[seat] * rules.stake.amount
    for column in sheet.columns:
        if column.winner is not None:
            add(mine, "closed", 1)
            add(mine, "lines", column.lines[0] + column.lines[1])
            add(mine, "columns", column.winner == seat)
            add(mine, "shutouts", column.winner == seat and column.lines[1 - seat] == 0)
    for played in sheet.hands:
        if not played.after_end:
            count_hand(mine, played, seat)


def count_hand(mine: dict[str, Any], played: Played, seat: int) -> None:
    """Add one hand to what somebody comes to."""
    hand, has_won = played.hand, played.winner == seat
    add(mine, "hands", 1)
    add(mine, "voids", played.winner is None)
    if hand.knocker is not None and hand.deadwood is not None:
        add(mine, "laid_downs" if hand.knocker == seat else "caught", 1)
        add(mine, "laid" if hand.knocker == seat else "held", hand.deadwood[seat])
    if played.winner is not None and played.dealer is not None:
        deal = "dealt" if played.dealer == seat else "faced"
        add(mine, deal, 1)
        add(mine, f"{deal}_won", has_won)
    if has_won:
        kinds = {"gin": "gins", "big_gin": "big_gins", "points": "papers", "knock": "knocks"}
        add(mine, kinds.get(played.result, "undercuts"), 1)
        mine["biggest"] = max(mine.get("biggest", 0), played.points)


def longest(wins: list[str]) -> int:
    """The most series won in a row."""
    return max((len(list(run)) for won, run in groupby(wins, "won".__eq__) if won), default=0)


def assert_counted(book: str) -> None:
    """Every record that is told is the recounted one."""
    counted = recount(book)
    people = {person.name: person.id for person in people_of(only_book(book).id)}
    for one, two in permutations(people, 2):
        told = head_to_head(only_book(book).id, people[one], people[two])
        mine = counted.get((one, two), {"money": {}, "wins": []})
        expected = {
            **{field.name: mine.get(field.name, 0) for field in fields(Side)},
            "won": mine["wins"].count("won"),
            "drawn": mine["wins"].count("drawn"),
            "longest_run": longest(mine["wins"]),
        }
        assert asdict(told.sides[0]) == expected, (one, two)
        assert told.sides[1] == head_to_head(only_book(book).id, people[two], people[one]).sides[0]
        assert {account.currency: account.won for account in told.money} == {
            currency: amount for currency, amount in mine["money"].items() if amount
        }
        assert [margin.net for margin in margins(people[one], people[two])][:1] == [
            margin.net * -1 for margin in margins(people[two], people[one])
        ][:1]
    assert_together(book, people)
    db.session.rollback()
    assert list(check_all()) == []
    db.session.rollback()


def assert_together(book: str, people: dict[str, int]) -> None:
    """A person's record is the sum over all opponents; the streak goes across them."""
    tables = sorted(tables_of([only_book(book)]), key=lambda table: (table.started_at, table.id.hex))
    for name, person_id in people.items():
        record = record_of(only_book(book).id, person_id)
        over = [table for table in tables if table.sheet.over and name in table.players]
        wins = ["won" if won_by(table) == name else "else" for table in over]
        assert record.side.series == len(over)
        assert (record.side.won, record.streak) == (wins.count("won"), longest(wins))
        assert record.side.net == sum(opponent.side.net for opponent in record.opponents)


def won_by(table: Table) -> str | None:
    """The name of who won."""
    return None if table.sheet.winner is None else table.players[table.sheet.winner]


@pytest.fixture
def book(store: Flask) -> str:
    """A book with three hundred random series of four people."""
    name = a_book()
    arrivals = bring_in(deal_book(Random(5), PEOPLE, SERIES), name, chunk=70)
    assert sum(arrival.new for arrival in arrivals) == SERIES
    return name


def test_records_of_300_series_whatever_happens_to_people(book: str) -> None:
    assert_counted(book)
    before = sums_of(book)
    book_id = only_book(book).id
    rename_person(book_id, find_person(book_id, "bob").id, "  Robert ")
    assert sums_of(book) == {swap(pair, "Bob", "Robert"): value for pair, value in before.items()}
    series = [table for table in tables_of([only_book(book)]) if table.sheet.over]
    for table in series[:3]:
        delete_series(table.id, None)
    assert_counted(book)
    for table in series[:3]:
        undelete_series(book_id, table.id)
    assert sums_of(book) == {swap(pair, "Bob", "Robert"): value for pair, value in before.items()}
    without_dee = [table for table in series if "Dee" not in table.players]
    for table in without_dee[:4]:
        correct_player(table.id, BOB, "Eve", request(load_series(table.id)))
    assert_counted(book)
    merge_people(book_id, find_person(book_id, "Dee").id, find_person(book_id, "Eve").id)
    assert [person.name for person in people_of(book_id)] == ["Ann", "Cy", "Dee", "Robert"]
    assert_counted(book)


def sums_of(book: str) -> dict[tuple[str, str], HeadToHead | Any]:
    """All records as they are told."""
    people = people_of(only_book(book).id)
    found = {
        (one.name, two.name): head_to_head(only_book(book).id, one.id, two.id).sides
        for one, two in permutations(people, 2)
    }
    db.session.rollback()
    return found


def swap(pair: tuple[str, str], old: str, new: str) -> tuple[str, str]:
    """The pair with another name for one of them."""
    one, two = (new if name == old else name for name in pair)
    return one, two


def test_seats_make_no_difference(store: Flask) -> None:
    one, two = a_book(), a_book()
    dealt = list(deal_book(Random(8), ("Ann", "Bob"), 30))
    bring_in(dealt, one)
    turned = [
        {key: value for key, value in {**series, "players": series["players"][::-1]}.items() if key != "id"}
        for series in dealt
    ]
    bring_in(turned, two)
    assert sums_of(one) == sums_of(two)


def test_nothing_yet_is_nothing_and_no_number_at_all(evening: Evening) -> None:
    book_id = load_series(evening.id).book_id
    ann, bob = people_of(book_id)
    told = head_to_head(book_id, ann.id, bob.id)
    assert told.sides == (Side(), Side())
    assert (told.money, margins(ann.id, bob.id)) == ((), ())
    side = told.sides[0]
    shares = (side.gin_share, side.knock_share, side.undercut_share, side.dealt_share, side.faced_share)
    assert set(shares) | {side.average_hands, side.average_held, side.average_laid} == {None}
    assert record_of(book_id, ann.id).opponents == ()
    with pytest.raises(Missing):
        record_of(book_id + 1, ann.id)


def test_a_series_counts_from_its_last_hand_to_its_undoing(evening: Evening) -> None:
    book_id = load_series(evening.id).book_id
    ann, bob = people_of(book_id)
    hand_over(evening)
    assert head_to_head(book_id, ann.id, bob.id).sides[0].won == 1
    evening.undo()
    evening.undo()
    assert head_to_head(book_id, ann.id, bob.id).sides == (Side(), Side())
    evening.redo()
    assert head_to_head(book_id, ann.id, bob.id).sides[0].won == 1
    db.session.rollback()
    assert list(check_all()) == []


def test_a_series_left_unfinished_counts_for_nobody(evening: Evening) -> None:
    book_id = load_series(evening.id).book_id
    ann, bob = people_of(book_id)
    evening.record(paper(ANN, 100))
    assert abandon_series(evening.id, evening.ask()).table.state == "abandoned"
    assert not abandon_series(evening.id, evening.ask()).new
    assert load_series(evening.id).sheet.net != (0, 0), "its closed columns are settled"
    assert head_to_head(book_id, ann.id, bob.id).sides == (Side(), Side())
    assert resume_series(evening.id, evening.ask()).table.state == "running"
    evening.undo()
    assert load_series(evening.id).state == "abandoned"


def test_runs_are_right_whenever_a_series_ends(store: Flask) -> None:
    book = a_book()
    evenings = [evening_in(book) for _ in range(6)]
    for number in (5, 0, 3, 1, 4, 2):
        hand = gin(BOB if number == 3 else ANN, 60)
        while evenings[number].table().state == "running":
            evenings[number].record(hand)
        assert_counted(book)
    evenings[3].undo()
    assert_counted(book)
    book_id = only_book(book).id
    ann = find_person(book_id, "Ann")
    assert record_of(book_id, ann.id).streak == 5


def test_money_is_apart_by_currency(store: Flask) -> None:
    book = a_book()
    for currency, winner in (("EUR", ANN), ("EUR", BOB), ("USD", BOB), ("EUR", BOB)):
        rules = Rules(stake=Stake(Decimal("0.05"), currency), extras=False)
        evening = evening_in(book, rules)
        for _ in range(3):
            evening.record(paper(winner, 100))
    book_id = only_book(book).id
    told = head_to_head(book_id, find_person(book_id, "Ann").id, find_person(book_id, "Bob").id)
    assert [(account.currency, account.owed) for account in told.money] == [
        ("EUR", Decimal(-15)),
        ("USD", Decimal(-15)),
    ]
    assert_counted(book)


def test_house_rules_are_those_of_the_last_series_of_the_two(store: Flask) -> None:
    book = a_book()
    evening_in(book, Rules(gin_bonus=20))
    evening_in(book, Rules(gin_bonus=30), ("Bob", "Ann"))
    evening_in(book, Rules(gin_bonus=40), ("Bob", "Cy"))
    book_id = only_book(book).id
    assert rules_between(book_id, ("ANN ", "bob")) == Rules(gin_bonus=30)
    assert rules_between(book_id, ("Ann", "Cy")) is None
    assert rules_between(book_id, ("Ann", "Nobody")) is None


def test_the_next_of_a_name(evening: Evening) -> None:
    book_id = load_series(evening.id).book_id
    assert name_apart(book_id, " ann") == "ann (2)"
    rename_person(book_id, find_person(book_id, "Bob").id, "Ann (2)")
    assert name_apart(book_id, "Ann") == "Ann (3)"
    assert name_apart(book_id, "x" * 40) == "x" * 36 + " (2)"


def test_a_walk_over_finished_series_keeps_records_right(store: Flask) -> None:
    chance = Random(2)
    evening = start_evening(Rules(target=50))
    for _ in range(60):
        take = chance.choice(("record", "undo", "redo", "strike"))
        hands = evening.table().hands
        if take == "record" or not hands:
            evening.record(chance.choice((knock(ANN, 3, 30), gin(BOB, 40))))
        elif take == "strike":
            evening.strike(chance.choice(hands).id)
        elif take == "undo" or evening.table().redoable is not None:
            getattr(evening, take)()
    db.session.rollback()
    assert list(check_all()) == []
