"""Lists of series: newest first, a page at a time, and only what the device may see."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.rules import DEFAULTS
from scorekeeper.engine.seriesfile import FiledHand, SeriesFile
from scorekeeper.store.devices import Bearer, make_device
from scorekeeper.store.links import join, make_link
from scorekeeper.store.lists import PAGE, list_book, list_running, list_series
from scorekeeper.store.scorebooks import last_players, make_book
from scorekeeper.store.start import start_series
from tests.store.evening import ANN, Evening, paper

NOON = datetime(2024, 11, 30, 12, tzinfo=UTC)
EMPTY = SeriesFile(("Ann", "Bob"), DEFAULTS, ())


@pytest.fixture
def ann(store: Flask) -> Bearer:
    return make_device("phone", "Ann's phone").bearer


def start(book_id: int, minutes: int, names: tuple[str, str] = ("Ann", "Bob")) -> UUID:
    filed = replace(EMPTY, players=names, started_at=NOON + timedelta(minutes=minutes))
    return start_series(filed, None, book_id).table.id


def walk(device_id: int, player: str | None = None) -> list[UUID]:
    """All pages one after the other."""
    found: list[UUID] = []
    after = None
    while True:
        listing = list_series(device_id, player, after)
        assert len(listing.series) <= PAGE
        found += [series.id for series in listing.series]
        after = listing.next
        if after is None:
            return found


def test_pages_run_newest_first_over_everything_once(ann: Bearer) -> None:
    book = make_book("Book", ann.id)
    ids = [start(book.id, minutes // 3) for minutes in range(2 * PAGE + 7)]
    found = walk(ann.id)
    assert sorted(found) == sorted(ids)
    first = list_series(ann.id).series
    order = [(series.last_played_at, series.id) for series in first]
    assert order == sorted(order, reverse=True)
    assert [series.id for series in list_book(book.id).series] == found[:PAGE]


def test_who_played_last_is_offered_first(ann: Bearer) -> None:
    book = make_book("Book", ann.id)
    for minutes, names in enumerate((("Ann", "Bob"), ("Cilla", "Dan"), ("Bob", "Eva"))):
        start(book.id, minutes, names)
    offered = [person.name for person in last_players(book.id, 4)]
    assert offered == ["Bob", "Eva", "Cilla", "Dan"]


def test_a_page_that_ends_exactly_has_no_next(ann: Bearer) -> None:
    book = make_book("Book", ann.id)
    for minutes in range(PAGE):
        start(book.id, minutes)
    assert list_series(ann.id).next is None


def test_a_list_tells_what_the_api_has(evening: Evening) -> None:
    for _ in range(3):
        evening.keep(paper(ANN, 120))
    (listed,) = list_series(evening.ann.id).series
    table = evening.table()
    assert (listed.id, listed.players, listed.state) == (table.id, ("Ann", "Bob"), "over")
    assert (listed.games_won, listed.winner, listed.version) == ((3, 0), ANN, 3)
    assert listed.net == table.sheet.net
    assert (listed.started_at, listed.last_played_at) == (table.started_at, table.last_played_at)


def test_a_player_is_found_by_any_spelling_at_either_seat(ann: Bearer) -> None:
    one, two = make_book("One", ann.id), make_book("Two", ann.id)
    with_cy = [
        start(one.id, 1, ("Cy", "Ann")),
        start(one.id, 4, ("Bob", "Cy")),
        start(two.id, 2, ("cy", "Ann")),
    ]
    start(one.id, 3)
    assert walk(ann.id, "  cY ") == [with_cy[1], with_cy[2], with_cy[0]]
    assert walk(ann.id, "Dora") == []
    assert [series.id for series in list_book(one.id, "CY").series] == [with_cy[1], with_cy[0]]


def test_a_device_sees_its_books_and_its_single_series(ann: Bearer) -> None:
    mine, theirs = make_book("Mine", ann.id), make_book("Theirs")
    own, shown, hidden = start(mine.id, 1), start(theirs.id, 2), start(theirs.id, 3)
    join(make_link(theirs.id, "viewer", None, shown), ann.id)
    assert walk(ann.id) == [shown, own]
    assert walk(ann.id, "Bob") == [shown, own]
    assert hidden not in walk(ann.id)
    stranger = make_device("phone", "Stranger").bearer
    assert list_series(stranger.id).series == ()


def test_running_series_apart(ann: Bearer) -> None:
    book = make_book("Book", ann.id)
    running = start(book.id, 1)
    over = replace(EMPTY, hands=tuple(FiledHand(paper(ANN, 120)) for _ in range(3)))
    start_series(over, None, book.id)
    assert [series.id for series in list_running(ann.id)] == [running]


@pytest.mark.parametrize("after", ["", "x", "ä", "AAAA", "%%", "f" * 32, "A" * 400])
def test_a_cursor_that_no_page_had(ann: Bearer, after: str) -> None:
    with pytest.raises(Malformed) as refused:
        list_series(ann.id, after=after)
    assert (refused.value.code, refused.value.field) == ("cursor_malformed", "after")
