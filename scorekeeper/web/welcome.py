"""How a stranger's phone becomes one that we know: with the form it sends, and only once.

Its token comes of two secrets, one that its session keeps and one that stands in the form. So a form that is
sent twice makes one phone; and who slipped his own session into a stranger's browser does not know the form
that is opened there: neither gets at what the other may do.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from flask import Response, current_app, g, request, session

from scorekeeper.config import Settings
from scorekeeper.engine.seriesfile import clean_name, read_name
from scorekeeper.store.devices import TOKEN_BYTES, Bearer, claim_device, make_token
from scorekeeper.web.access import remember, visitor
from scorekeeper.words.devices import phone_name

WAITING = "phone"
"""The session's secret for a phone to come, until its form does."""
FIELD = "phone"
"""The field with the form's secret for it."""


def expect_phone() -> str:
    """The secret that a stranger's form is to carry in the field `phone`; "" for a phone that we know."""
    if visitor().bearer is not None:
        return ""
    if WAITING not in session:
        session.permanent = True
        session[WAITING] = make_token()
    return make_token()


def read_device_name() -> str:
    """What the form calls the phone: as typed, else as chosen; nothing for neither. Raises `Malformed`."""
    told = request.form.get("name", "").strip() or request.form.get("called", "")
    return clean_name(read_name(told, "name")) if told else ""


def welcome(name: str = "") -> Bearer:
    """The phone that sends the form: known, or made known now by this name, else by its kind."""
    known = visitor().bearer
    if known is not None:
        return known
    name = name or phone_name(request.user_agent.string)
    g.new_token = token_of_form()
    claimed = claim_device(g.new_token, name)
    if claimed.revoked:
        g.new_token = make_token()
        claimed = claim_device(g.new_token, name)
    return claimed


def token_of_form() -> str:
    """The token of the phone that sends this form from this session; a fresh one without both secrets."""
    waiting, told = session.get(WAITING), request.form.get(FIELD)
    if not waiting or not told:
        return make_token()
    settings: Settings = current_app.extensions["settings"]
    mixed = hmac.digest(settings.secret_key.encode(), f"{waiting} {told}".encode(), hashlib.sha256)
    return urlsafe_b64encode(mixed[:TOKEN_BYTES]).decode()


def settled(answer: Response) -> Response:
    """The answer to a form that made a phone known, with the cookie that it is known by from now on."""
    session.pop(WAITING, None)
    token: str | None = g.get("new_token")
    return answer if token is None else remember(answer, token)
