"""The pages that make links and codes: for others, and for another phone of one's own."""

from __future__ import annotations

from flask import url_for

from scorekeeper.web.offers import LIVES, Asked
from scorekeeper.web.pages import Choice, Link, Player
from scorekeeper.web.sharing_pages import KeepBookPage, Made, SharePage
from scorekeeper.words.links import home_label
from scorekeeper.words.sharing import describe_reach, describe_role, name_life


def share_page(start: Asked, made: Made | None = None) -> SharePage:
    """The form, or what it made. The series' page offers the whole book as well."""
    url = share_url(start)
    return SharePage(
        book=start.book,
        players=None if start.players is None else (Player(0, start.players[0]), Player(1, start.players[1])),
        action=url,
        key=start.key,
        roles=tuple(Choice(role, describe_role(role), role == "scorer") for role in ("scorer", "viewer")),
        reaches=reaches(start),
        lives=tuple(Choice(life, name_life(life), life == "ever") for life in LIVES),
        made=made,
        again_url=url,
        devices_url=url_for("devices.show_book", book_id=start.book_id),
        back_url=url_for("home.show")
        if start.series_id is None
        else url_for("series.show", series_id=start.series_id),
        menu=(Link(home_label(), url_for("home.show")),),
    )


def share_url(start: Asked) -> str:
    """The page that shares this."""
    if start.series_id is None:
        return url_for("sharing.show_book", book_id=start.book_id)
    return url_for("sharing.show_series", series_id=start.series_id)


def reaches(start: Asked) -> tuple[Choice, ...]:
    """How far a link from a series' page may reach; there is no choice on a book's."""
    if start.players is None:
        return ()
    return (
        Choice("series", describe_reach("series", start.book), is_chosen=True),
        Choice("book", describe_reach("book", start.book)),
    )


def keep_page(book_id: int, books: tuple[str, ...], key: str, made: Made | None = None) -> KeepBookPage:
    """What a link for another phone of one's own is good for, or the link once it is made."""
    url = url_for("scorebooks.keep", book_id=book_id)
    return KeepBookPage(
        books=books,
        action=url,
        key=key,
        made=made,
        again_url=url,
        back_url=url_for("home.show"),
        menu=(Link(home_label(), url_for("home.show")),),
    )
