"""What is said before somebody joins, and where joining leads."""

from __future__ import annotations

from flask import url_for

from scorekeeper.store.links import Invitation, is_in_by
from scorekeeper.store.scorebooks import last_players
from scorekeeper.web.access import visitor
from scorekeeper.web.pages import Link
from scorekeeper.web.sharing_pages import CodePage, JoinPage
from scorekeeper.words.links import home_label
from scorekeeper.words.sharing import suggest_name, tell_all_books, tell_maker, tell_opening

MOST_NAMES = 6
"""People of a book after whom a phone may be called by one tap."""


def code_page(typed: str = "", error: str = "") -> CodePage:
    """The field for a code, as it was typed."""
    return CodePage(action=url_for("links.take_code"), code=typed, error=error, menu=to_home())


def join_page(
    invitation: Invitation,
    action: str,
    fields: tuple[tuple[str, str], ...] = (),
    name: str = "",
    error: str = "",
) -> JoinPage:
    """What the link or code opens; a phone that we do not know is asked what it is called."""
    device_id = visitor().device_id
    is_in = device_id is not None and is_in_by(invitation, device_id)
    return JoinPage(
        book=invitation.book,
        invited=tell_maker(invitation.made_by),
        opens=opening(invitation),
        action=action,
        fields=fields,
        asks_name=device_id is None,
        name=name,
        names=tuple(suggest_name(person) for person in people_in(invitation)),
        error=error,
        go_on_url=joined_url(invitation) if is_in else "",
        menu=to_home(),
    )


def opening(invitation: Invitation) -> str:
    """What it opens, in so many words."""
    if invitation.all_books:
        return tell_all_books()
    return tell_opening(invitation.role, invitation.book, invitation.players)


def people_in(invitation: Invitation) -> tuple[str, ...]:
    """Who may be joining: the two of the series, else the people of the book, but not for a mere viewer."""
    if invitation.players is not None:
        return invitation.players
    if invitation.role == "viewer":
        return ()
    return tuple(person.name for person in last_players(invitation.book_id, MOST_NAMES))


def joined_url(invitation: Invitation) -> str:
    """Where joining leads: to the series, or to all of the book."""
    if invitation.series_id is None:
        return url_for("home.show")
    return url_for("series.show", series_id=invitation.series_id)


def to_home() -> tuple[Link, ...]:
    """The only way to go elsewhere."""
    return (Link(home_label(), url_for("home.show")),)
