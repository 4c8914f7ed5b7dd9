"""Joining by a link: looking at it changes nothing, only the button joins."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from scorekeeper.store.links import Invitation, join, look_at_link
from scorekeeper.web.access import open_to_visitors
from scorekeeper.web.pages import JoinPage, Link
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.web.welcome import expect_phone, settled, welcome
from scorekeeper.words.forms import tell_invitation
from scorekeeper.words.links import home_label

blueprint = Blueprint("links", __name__)


@blueprint.get("/join/<token>")
@open_to_visitors
def show(token: str) -> Response:
    """Who invites to what; a preview robot that looks joins nobody."""
    invitation = look_at_link(token)
    expect_phone()
    return private(shown("links/join.html", join_page(token, invitation)))


@blueprint.post("/join/<token>")
@open_to_visitors
def enter(token: str) -> Response:
    """Let this phone in, and go where the link leads: the token is in no address from then on."""
    invitation = join(token, welcome().id)
    url = url_for("home.show")
    if invitation.series_id is not None:
        url = url_for("series.show", series_id=invitation.series_id)
    return private(settled(sent_on(url)))


def join_page(token: str, invitation: Invitation) -> JoinPage:
    """What the link opens, in so many words."""
    return JoinPage(
        book=invitation.book,
        opens=tell_invitation(invitation.role, invitation.book, invitation.players),
        action=url_for("links.enter", token=token),
        menu=(Link(home_label(), url_for("home.show")),),
    )


def private(answer: Response) -> Response:
    """The answer, kept by no cache, named to no other site and listed by no search engine."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
