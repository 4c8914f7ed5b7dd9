"""Links and codes as the pages make them: from a form, once however often it comes, with a QR code."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import cast
from uuid import UUID, uuid4

import segno
from flask import abort, current_app, request, url_for

from scorekeeper.config import Settings
from scorekeeper.engine.errors import Refused
from scorekeeper.engine.seriesfile import Names, read_id
from scorekeeper.store.devices import TOKEN_BYTES, Bearer
from scorekeeper.store.errors import CodeRefused
from scorekeeper.store.grants import Role
from scorekeeper.store.links import LinkKind, look_at_code, make_code, make_link
from scorekeeper.web.access import visitor
from scorekeeper.web.sharing_pages import Made
from scorekeeper.words.sharing import tell_all_books, tell_opening

LIVES = {"ever": None, "day": timedelta(days=1), "week": timedelta(weeks=1), "month": timedelta(days=30)}
"""How long a link may be good, by the form's word for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A link or code as a form asks for it; `players` where it is for one series."""

    key: str
    kind: LinkKind
    role: Role
    book_id: int
    book: str
    series_id: UUID | None = None
    players: Names | None = None
    life: str = "ever"

    @property
    def for_oneself(self) -> bool:
        """Whether it is for another phone of one's own: then it opens all one's books."""
        return self.role == "owner"


def read_asked(asked: Asked, kind: LinkKind) -> Asked:
    """What is asked for, with the fields of the form: to whom, how far and how long. Ends with 400 for what
    the form does not offer.
    """
    role = read_choice("role", ("scorer", "viewer"))
    whole = asked.series_id is None or read_choice("reach", ("series", "book")) == "book"
    return replace(
        asked,
        kind=kind,
        role=cast(Role, role),
        series_id=None if whole else asked.series_id,
        players=None if whole else asked.players,
        life=read_choice("life", tuple(LIVES)),
    )


def read_kind() -> LinkKind:
    """Whether the button was the link's or the code's."""
    return cast(LinkKind, read_choice("kind", ("link", "code")))


def read_choice(field: str, choices: tuple[str, ...]) -> str:
    """The choice that came for a field, the first where none did. Ends the request with 400 for another."""
    told = request.form.get(field, choices[0])
    if told not in choices:
        abort(400)
    return told


def read_key() -> str:
    """The id that the form was opened with, so that it makes one link; another where it was lost."""
    try:
        return read_id(request.form.get("key"), "key")
    except Refused:
        return fresh_key()


def fresh_key() -> str:
    """An id for a form."""
    return str(uuid4())


def make(asked: Asked) -> Made:
    """The link or code, made now unless this very form has made it before."""
    by = visitor().bearer
    assert by is not None
    return make_typed(asked, by) if asked.kind == "code" else make_followed(asked, by)


def make_followed(asked: Asked, by: Bearer) -> Made:
    """A link, for a browser to follow."""
    life = LIVES[asked.life]
    token = make_link(
        asked.book_id,
        asked.role,
        by,
        asked.series_id,
        None if life is None else datetime.now(UTC) + life,
        all_books=asked.for_oneself,
        token=secret_of(asked.key),
    )
    address = f"{origin()}{url_for('links.show', token=token)}"
    return Made("link", address, opens(asked), qr_picture(address))


def make_typed(asked: Asked, by: Bearer) -> Made:
    """A code, for somebody to type."""
    code = make_code(
        asked.book_id,
        asked.role,
        by,
        asked.series_id,
        all_books=asked.for_oneself,
        seed=secret_of(asked.key),
    )
    address = f"{origin()}{url_for('links.ask_code')}"
    half = len(code) // 2
    return Made(
        kind="code",
        text=f"{code[:half]} {code[half:]}",
        opens=opens(asked),
        qr=qr_picture(address),
        type_at=address.partition("://")[2],
        is_spent=not is_good(code),
    )


def is_good(code: str) -> bool:
    """Whether somebody may still join by a code."""
    try:
        look_at_code(code)
    except CodeRefused:
        return False
    return True


def opens(asked: Asked) -> str:
    """What it opens, in so many words."""
    if asked.for_oneself:
        return tell_all_books()
    return tell_opening(asked.role, asked.book, asked.players)


def secret_of(key: str) -> str:
    """A token that follows from a form's id and who sends it, and that nobody else can work out."""
    told = f"offer {visitor().device_id} {key}"
    secret = hmac.digest(str(current_app.secret_key).encode(), told.encode(), "sha256")
    return base64.urlsafe_b64encode(secret[:TOKEN_BYTES]).decode()


def origin() -> str:
    """Where other phones find us: as the operator says, else as this phone does."""
    settings: Settings = current_app.extensions["settings"]
    return settings.public_url or request.host_url.rstrip("/")


def qr_picture(address: str) -> str:
    """An address as an SVG element: a QR code, dark on white whatever the page's colours, no inline style."""
    return segno.make(address, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True)
