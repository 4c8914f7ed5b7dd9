"""The page for a tablet or television: what the series page shows, without anything to press."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.store.series import Table
from scorekeeper.web.access import Visitor
from scorekeeper.web.pages import LastChange, Link, Player, SeriesEnd, Totals
from scorekeeper.web.record import age_of
from scorekeeper.web.release import tag_of_series
from scorekeeper.web.series_page import last_change, series_end
from scorekeeper.web.totals_table import players_of, totals_of
from scorekeeper.words.links import home_label

ONLOOKER = Visitor(role="viewer")
"""Whoever stands before the tablet is shown what somebody who may only look is."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """The big totals for a tablet or television: nothing to enter, the last change as a sentence.

    `last` has no buttons. `is_turned`: it stands for the player opposite; `turn_url` is the page itself,
    where a form turns it. `age` is how many seconds ago the series changed.
    """

    players: tuple[Player, Player]
    totals: Totals
    last: LastChange
    end: SeriesEnd | None
    is_turned: bool
    turn_url: str
    live_url: str
    live_tag: str
    age: int
    back_url: str
    menu: tuple[Link, ...]


def table_page(table: Table, *, is_turned: bool) -> TablePage:
    """The page of a series."""
    return TablePage(
        players=players_of(table),
        totals=totals_of(table),
        last=last_change(table, ONLOOKER),
        end=series_end(table, ONLOOKER) if table.sheet.over else None,
        is_turned=is_turned,
        turn_url=url_for("table.show", series_id=table.id),
        live_url=url_for("table.follow", series_id=table.id),
        live_tag=tag_of_series(),
        age=age_of(table),
        back_url=url_for("series.show", series_id=table.id),
        menu=(Link(home_label(), url_for("home.show")),),
    )
