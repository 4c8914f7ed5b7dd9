"""Totals and sheet, drawn once: whoever looks at a version of a series sees the same ones, and they take as
long as the rest of the page.
"""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached
from flask import get_template_attribute, request, url_for
from markupsafe import Markup

from scorekeeper.store.series import Table
from scorekeeper.web.sheet_table import SheetView, sheet_table
from scorekeeper.web.totals_table import totals_of
from scorekeeper.words.locale import present_language

KEPT = 200
"""Drawings that a process keeps at most, of some 30 kB each: more than the tables that play at one time."""


class Drawing(NamedTuple):
    """What is the same for all who look, as HTML."""

    totals: Markup
    sheet: Markup


def all_it_shows(table: Table, view: SheetView) -> Hashable:
    """What a drawing depends on: a version of a series has the same hands for ever, until it is brought back
    from a file.
    """
    drawn_for = (view, present_language(), request.script_root)
    return table.id, table.version, table.row.made_at, table.players, drawn_for


@cached(LRUCache(KEPT), key=all_it_shows, lock=Lock())
def draw(table: Table, view: SheetView) -> Drawing:
    """The totals, and the sheet in this view with the ways to the other views and to every hand."""
    totals = get_template_attribute("macros/totals.html", "totals")
    sheet = get_template_attribute("macros/sheet.html", "sheet")
    printed = sheet_table(table, view, lambda other: f"{series_url(table, other)}#sheet")
    return Drawing(totals(totals_of(table)), sheet(printed))


def series_url(table: Table, view: SheetView) -> str:
    """The address of the page with the sheet in this view."""
    return url_for("series.show", series_id=table.id, **view.query())
