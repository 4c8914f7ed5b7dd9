"""How a stranger's phone becomes one that we know: with the form it sends, and only once."""

from __future__ import annotations

from flask import Response, request, session

from scorekeeper.engine.seriesfile import clean_name, read_name
from scorekeeper.store.devices import Bearer, claim_device, make_token
from scorekeeper.web.access import remember, visitor
from scorekeeper.words.devices import phone_name

WAITING = "phone"
"""Where the session keeps the token that a phone will have once its form comes."""


def expect_phone() -> None:
    """Give a stranger's form the token of its phone to be, so that the form sent twice makes one phone."""
    if visitor().bearer is None and WAITING not in session:
        session.permanent = True
        session[WAITING] = make_token()


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
    claimed = claim_device(session.setdefault(WAITING, make_token()), name)
    if claimed.revoked:
        session[WAITING] = make_token()
        claimed = claim_device(session[WAITING], name)
    return claimed


def settled(answer: Response) -> Response:
    """The answer to a form that made a phone known, with the cookie that it is known by from now on."""
    token = session.pop(WAITING, None)
    if visitor().bearer is not None or token is None:
        return answer
    return remember(answer, token)
