"""Phones: those of a book, which its owners rename and shut out, and the one that asks."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, make_response, render_template, request, session, url_for

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.seriesfile import clean_name, read_name
from scorekeeper.store.devices import Bearer, forget_device, rename_device
from scorekeeper.store.grants import devices_in, revoke
from scorekeeper.store.links import end_link
from scorekeeper.web.access import (
    book_access,
    open_to_devices,
    open_to_visitors,
    visitor,
)
from scorekeeper.web.devices_page import book_page, forgotten_page, may_rename, phone_page
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.respond import sent_on, shown

blueprint = Blueprint("devices", __name__)

HIGHEST = 2**31 - 1
BOOK = f"/books/<int(max={HIGHEST}):book_id>"
DEVICE = f"{BOOK}/devices/<int(max={HIGHEST}):device_id>"


@blueprint.get(f"{BOOK}/devices")
@book_access
def show_book(book_id: int) -> Response:
    """Who may do what in the book, and the links by which others may come."""
    return shown("devices/book.html", book_page(book_id))


@blueprint.post(f"{DEVICE}/name")
@book_access
def rename_in_book(book_id: int, device_id: int) -> Response:
    """Call a phone of the book otherwise."""
    device = device_of(book_id, device_id)
    if not may_rename(device):
        abort(403)
    try:
        rename_device(device_id, read_told_name())
    except Malformed as refused:
        page = book_page(book_id, refused_device=device_id, error=sentence_of(refused))
        return shown("devices/book.html", page, 422)
    return back_to_book(book_id)


@blueprint.post(f"{DEVICE}/revoke")
@book_access
def shut_out(book_id: int, device_id: int) -> Response:
    """End what a phone may do in the book, from its next request on, and the link that it came by."""
    device = device_of(book_id, device_id)
    if device.id == visitor().device_id:
        abort(403)
    revoke(book_id, device.id)
    return back_to_book(book_id)


@blueprint.post(f"{BOOK}/links/<int(max={HIGHEST}):link_id>/end")
@book_access
def end(book_id: int, link_id: int) -> Response:
    """Let nobody come by a link or code any more."""
    end_link(book_id, link_id)
    return back_to_book(book_id)


@blueprint.get("/devices")
@open_to_devices
def show() -> Response:
    """This phone."""
    return shown("devices/phone.html", phone_page(this_phone()))


@blueprint.post("/devices/name")
@open_to_devices
def rename() -> Response:
    """Call this phone otherwise."""
    try:
        rename_device(this_phone().id, read_told_name())
    except Malformed as refused:
        return shown("devices/phone.html", phone_page(this_phone(), sentence_of(refused)), 422)
    return sent_on(url_for("devices.show"))


@blueprint.post("/devices/forget")
@open_to_visitors
def forget() -> Response:
    """End all that this phone may do, and have its browser forget what it keeps of us.

    A phone that is forgotten already is told so again: a form sent twice does no harm.
    """
    asks = visitor().bearer
    if asks is not None:
        forget_device(asks.id)
    session.clear()
    # Not as other pages are shown: those renew the cookie that is to go.
    answer = make_response(render_template("devices/forgotten.html", page=forgotten_page()))
    for name in request.cookies:
        answer.delete_cookie(name)
    if is_trusted():
        answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def is_trusted() -> bool:
    """Whether the browser takes this origin for a secure one, as it does its own machine's."""
    return request.is_secure or urlsplit(request.host_url).hostname in {"localhost", "127.0.0.1", "::1"}


def this_phone() -> Bearer:
    """The phone that asks."""
    asks = visitor().bearer
    assert asks is not None
    return asks


def device_of(book_id: int, device_id: int) -> Bearer:
    """A device of the book; ends the request with 404 for another."""
    found = next((seen.bearer for seen in devices_in(book_id) if seen.bearer.id == device_id), None)
    return found or abort(404)


def read_told_name() -> str:
    """The name that was typed. Raises `Malformed`."""
    return clean_name(read_name(request.form.get("name"), "name"))


def back_to_book(book_id: int) -> Response:
    """The list as it is now."""
    return sent_on(url_for("devices.show_book", book_id=book_id))
