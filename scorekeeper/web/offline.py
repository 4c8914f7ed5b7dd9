"""What phones keep for when there is no network: the worker that keeps it, and a series with nobody on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, Response, url_for

from scorekeeper.engine.rules import DEFAULTS, write_rules
from scorekeeper.store.pad import Pad
from scorekeeper.store.series import SeriesRow, Table, lay_table
from scorekeeper.web.access import Visitor, open_to_all, open_to_devices, visitor
from scorekeeper.web.assets import send_asset
from scorekeeper.web.pages import Link
from scorekeeper.web.respond import shown
from scorekeeper.web.series_page import empty_form, series_page
from scorekeeper.web.sheet_table import SheetView

blueprint = Blueprint("offline", __name__)

NOBODY = ("\ue000", "\ue001")
"""Names that nobody has, in the place of those that the page's script puts in."""
NO_SERIES = UUID(int=0)
EVERY_CONTROL = replace(DEFAULTS, big_gin_bonus=DEFAULTS.gin_bonus, oklahoma=True, spade_doubles=True)
"""Rules that ask for everything that any rules ask for."""


@dataclass(frozen=True, slots=True)
class OfflinePage:
    """What a phone shows without a network in place of a page that it does not keep."""

    home_url: str
    menu: tuple[Link, ...] = ()


@blueprint.get("/sw.js")
@open_to_all
def show_worker() -> Response:
    """The service worker: at the root, so that it may look after every page; asked for anew by each."""
    return send_asset("js/worker.js")


@blueprint.get("/series/blank")
@open_to_devices
def show_blank() -> Response:
    """The page of a series that is begun without a network: its script fills in who plays, by which rules.

    Every control that some rules ask for is there; the script takes away what its rules do not.
    """
    table = blank_table()
    form = empty_form(replace(table, rules=EVERY_CONTROL))
    page = series_page(table, Visitor(visitor().bearer, "scorer"), SheetView(), form)
    return shown("series/blank.html", replace(page, menu=()))


@blueprint.get("/offline")
@open_to_devices
def show_offline() -> Response:
    """What stands in for a page that a phone does not keep, while there is no network."""
    return shown("offline/show.html", OfflinePage(home_url=url_for("home.show")))


def blank_table() -> Table:
    """A series without hands between nobody and nobody."""
    now = datetime.now(UTC)
    row = SeriesRow(
        id=NO_SERIES,
        version=0,
        book_id=0,
        book="",
        first=NOBODY[0],
        second=NOBODY[1],
        told_names=list(NOBODY),
        rules=write_rules(DEFAULTS),
        first_dealer=None,
        note="",
        started_at=now,
        started_offset=0,
        made_at=now,
    )
    return lay_table(row, [], Pad([]))
