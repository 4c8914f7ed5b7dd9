"""Sheets drawn once: whoever looks at a version of a series sees the same one, and thirty hands take as long
as the rest of the page.
"""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock

from cachetools import LRUCache, cached
from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.store.series import Table
from scorekeeper.web.sheet_table import SheetView, sheet_table
from scorekeeper.words.locale import present_language

KEPT = 200
"""Sheets that a process keeps at most, of some 30 kB each: more than the tables that play at one time."""


def all_it_shows(table: Table, view: SheetView) -> Hashable:
    """What a sheet depends on: a version of a series has the same hands for ever, until it is brought back
    from a file.
    """
    drawn_for = (view, present_language(), request.script_root)
    return table.id, table.version, table.row.made_at, table.players, drawn_for


@cached(LRUCache(KEPT), key=all_it_shows, lock=Lock())
def drawn_sheet(table: Table, view: SheetView) -> Markup:
    """The sheet in this view as HTML, with the ways to the other views and to every hand."""
    printed = sheet_table(table, view, lambda other: f"{series_url(table, other)}#sheet")
    draw = current_app.jinja_env.get_template("macros/sheet.html").module
    return Markup(draw.sheet(printed))  # type: ignore[attr-defined]  # noqa: S704  a template escapes


def series_url(table: Table, view: SheetView) -> str:
    """The address of the page with the sheet in this view."""
    return url_for("series.show", series_id=table.id, **view.query())
