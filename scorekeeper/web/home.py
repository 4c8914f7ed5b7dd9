"""The front door."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.store.grants import books_of
from scorekeeper.store.lists import list_running, list_series
from scorekeeper.web.access import open_to_visitors, visitor
from scorekeeper.web.home_page import home_page
from scorekeeper.web.respond import shown

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@open_to_visitors
def show() -> Response:
    """The series of this device, those that go on first; for a stranger the way to a first one."""
    device_id = visitor().device_id
    if device_id is None:
        return shown("home/show.html", home_page((), (), ()))
    page = home_page(list_running(device_id), list_series(device_id).series, books_of(device_id))
    return shown("home/show.html", page)
