"""The check finds whatever is not what its entries come to, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, insert, text, update

from scorekeeper.engine.rules import Rules, Stake
from scorekeeper.store.check import Difference, check_all
from scorekeeper.store.models import Balance, Entry, Record, Result, Series, db
from tests.conftest import opened_app
from tests.store.evening import ANN, Evening, paper, start_evening
from tests.store.shelf import a_book, bring_in, change_at_random, deal_book


@pytest.fixture
def own(database: str, tmp_path: Path) -> Iterator[Flask]:
    """An application over a database of this test's own, to be broken."""
    with opened_app(database, tmp_path) as app, app.app_context():
        yield app


def differences() -> list[Difference]:
    found = list(check_all())
    db.session.rollback()
    return found


def finished() -> Evening:
    """A series that is over, for money."""
    evening = start_evening(Rules(stake=Stake(Decimal("0.05"), "EUR")))
    for _ in range(3):
        evening.record(paper(ANN, 100))
    return evening


BREAKS: dict[str, tuple[Callable[[Evening], Any], set[str]]] = {
    "a summary": (lambda evening: update(Series).where(Series.id == evening.id).values(net=1), {"net"}),
    "a state": (
        lambda evening: update(Series).where(Series.id == evening.id).values(state="running"),
        {"state"},
    ),
    "a result": (lambda _: update(Result).values(gins=3), {"gins"}),
    "no result": (lambda _: delete(Result), {"result", "series", "EUR"}),
    "a run": (lambda _: update(Result).where(Result.run == 1).values(run=2), {"run", "longest_run"}),
    "a streak": (lambda _: update(Result).values(streak=9), {"streak"}),
    "a record": (lambda _: update(Record).values(papers=0), {"papers"}),
    "no record": (lambda _: delete(Record), {"series"}),
    "a balance": (lambda _: update(Balance).values(won="3"), {"EUR"}),
    "a version": (
        lambda evening: update(Series).where(Series.id == evening.id).values(version=9),
        {"version"},
    ),
    "deleted": (lambda _: text("UPDATE series SET deleted_at = CURRENT_TIMESTAMP"), {"result"}),
}


@pytest.mark.parametrize("what", BREAKS)
def test_what_was_broken_on_purpose_is_found(own: Flask, what: str) -> None:
    evening = finished()
    assert differences() == []
    broken, fields = BREAKS[what]
    db.session.execute(broken(evening))
    db.session.commit()
    assert {difference.field for difference in differences()} == fields


def test_a_log_that_can_not_be_replayed_is_told(own: Flask) -> None:
    evening = finished()
    db.session.execute(
        insert(Entry).values(
            series_id=evening.id, version=4, kind="redo", at=db.func.current_timestamp(), body={"of": 9}
        )
    )
    db.session.execute(update(Series).values(version=4))
    db.session.commit()
    assert [(difference.series_id, difference.field) for difference in differences()] == [(evening.id, "log")]


def test_random_operations_leave_nothing_to_find(own: Flask) -> None:
    chance = Random(6)
    bring_in(deal_book(chance, ("Ann", "Bob", "Cy"), 20), a_book())
    for _ in range(3):
        change_at_random(chance, start_evening(Rules(target=50)), 50)
    assert differences() == []
