"""A book of one's own: the link that brings it to another phone before this one is lost."""

from __future__ import annotations

import segno
from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.config import Settings
from scorekeeper.store.links import make_link
from scorekeeper.store.scorebooks import find_book
from scorekeeper.web.access import book_access, visitor
from scorekeeper.web.pages import KeepBookPage, Link
from scorekeeper.web.respond import shown
from scorekeeper.words.links import home_label

blueprint = Blueprint("scorebooks", __name__)

BOOK = f"/books/<int(max={2**31 - 1}):book_id>"


@blueprint.get(f"{BOOK}/keep")
@book_access
def keep(book_id: int) -> Response:
    """What a link for another phone is good for; it is made by the button only."""
    return shown("scorebooks/keep.html", keep_page(book_id, ""))


@blueprint.post(f"{BOOK}/keep")
@book_access
def make_keeper(book_id: int) -> Response:
    """A fresh link that makes another phone an owner, with its QR code; both are shown this once."""
    token = make_link(book_id, "owner", visitor().bearer)
    answer = shown(
        "scorebooks/keep.html", keep_page(book_id, f"{origin()}{url_for('links.show', token=token)}")
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def keep_page(book_id: int, link: str) -> KeepBookPage:
    """The page, with the link once it is made."""
    return KeepBookPage(
        book=find_book(book_id).name,
        action=url_for("scorebooks.make_keeper", book_id=book_id),
        link=link,
        qr=qr_picture(link) if link else "",
        back_url=url_for("home.show"),
        menu=(Link(home_label(), url_for("home.show")),),
    )


def origin() -> str:
    """Where other phones find us: as the operator says, else as this phone does."""
    settings: Settings = current_app.extensions["settings"]
    return settings.public_url or request.host_url.rstrip("/")


def qr_picture(link: str) -> str:
    """The link as an SVG element: a QR code, dark on white whatever the page's colours, no inline style."""
    return segno.make(link, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True)
