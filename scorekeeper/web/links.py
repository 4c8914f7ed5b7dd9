"""Joining by a link or by a code: looking changes nothing, only the button joins."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from scorekeeper.engine.errors import Malformed
from scorekeeper.store.errors import CodeRefused, Missing
from scorekeeper.store.links import Invitation, join, join_by_code, look_at_code, look_at_link
from scorekeeper.store.tries import check_tries, count_try
from scorekeeper.web.access import open_to_visitors, visitor
from scorekeeper.web.callers import address_of_caller
from scorekeeper.web.errors import sentence_of
from scorekeeper.web.join_page import code_page, join_page, joined_url
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.welcome import FIELD, expect_phone, read_device_name, settled, welcome

blueprint = Blueprint("links", __name__)


@blueprint.get("/join/<token>")
@open_to_visitors
def show(token: str) -> Response:
    """Who invites to what; a preview robot that looks joins nobody."""
    return asked_to_join(look(token), url_for("links.enter", token=token))


@blueprint.post("/join/<token>")
@open_to_visitors
def enter(token: str) -> Response:
    """Let this phone in, and go where the link leads: the token is in no address from then on."""
    invitation = look(token)
    try:
        name = read_device_name()
    except Malformed as refused:
        return asked_to_join(invitation, url_for("links.enter", token=token), refused=refused)
    return gone_in(join(token, welcome(name).id))


@blueprint.get("/join")
@open_to_visitors
def ask_code() -> Response:
    """Where a code is typed in."""
    return private(shown("links/code.html", code_page()))


@blueprint.post("/join")
@open_to_visitors
def take_code() -> Response:
    """What a code opens; let this phone in once that was seen. Every code that comes is one try."""
    count_try(address_of_caller())
    typed = request.form.get("code", "")
    try:
        return enter_by_code(typed)
    except CodeRefused as refused:
        return private(shown("links/code.html", code_page(typed, sentence_of(refused)), 422))


def enter_by_code(typed: str) -> Response:
    """The page that asks whether to join; after its button, the way in. Raises `CodeRefused`."""
    fields = (("code", typed), ("sure", "1"))
    invitation = look_at_code(typed, visitor().device_id)
    if "sure" not in request.form:
        return asked_to_join(invitation, url_for("links.take_code"), fields)
    try:
        name = read_device_name()
    except Malformed as refused:
        return asked_to_join(invitation, url_for("links.take_code"), fields, refused)
    return gone_in(join_by_code(typed, welcome(name).id))


def look(token: str) -> Invitation:
    """The link, for an address that has not guessed too often; one that leads nowhere is a guess."""
    check_tries(address_of_caller())
    try:
        return look_at_link(token)
    except Missing:
        count_try(address_of_caller())
        raise


def asked_to_join(
    invitation: Invitation,
    action: str,
    fields: tuple[tuple[str, str], ...] = (),
    refused: Malformed | None = None,
) -> Response:
    """The page that says what is opened; with a name that was refused, as it was typed."""
    error = "" if refused is None else sentence_of(refused)
    fields = (*fields, (FIELD, expect_phone()))
    page = join_page(invitation, action, fields, request.form.get("name", ""), error)
    return private(shown("links/join.html", page, 422 if error else 200))


def gone_in(invitation: Invitation) -> Response:
    """On to what was opened."""
    return private(settled(sent_on(joined_url(invitation))))


def private(answer: Response) -> Response:
    """The answer, kept by no cache, named to no other site and listed by no search engine."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
