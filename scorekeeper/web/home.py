"""The front door."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.store.grants import books_of, role_in_series
from scorekeeper.store.lists import list_running, list_series
from scorekeeper.web.access import WRITERS, open_to_visitors, visitor
from scorekeeper.web.home_page import home_page
from scorekeeper.web.respond import shown

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@open_to_visitors
def show() -> Response:
    """The series of this device, those that go on first; for a stranger the way to a first one."""
    device_id = visitor().device_id
    if device_id is None:
        return shown("home/show.html", home_page((), (), (), is_known=False, may_go_on=False))
    recent = list_series(device_id).series
    page = home_page(
        list_running(device_id),
        recent,
        books_of(device_id),
        is_known=True,
        may_go_on=bool(recent) and role_in_series(device_id, recent[0].id) in WRITERS,
    )
    return shown("home/show.html", page)
