"""The list of all series that a phone may see, newest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.store.lists import Listing
from scorekeeper.web.pages import Link
from scorekeeper.web.series_list import ListedLine, listed_line


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the list. `player` is the name that it is of, "" for everybody's, and the form's one field.

    `opponents` are the people of this page, to choose from by a tap; `newest_url` is empty on the first page,
    `older_url` on the last.
    """

    player: str
    series: tuple[ListedLine, ...]
    opponents: tuple[Link, ...]
    action: str
    all_url: str
    newest_url: str
    older_url: str
    back_url: str
    menu: tuple[Link, ...]


def history_page(listing: Listing, player: str, *, is_first: bool) -> HistoryPage:
    """The page of this listing."""
    asked = player or None
    older = url_for("history.show", player=asked, after=listing.next) if listing.next else ""
    names = dict.fromkeys(name for series in listing.series for name in series.players)
    return HistoryPage(
        player=player,
        series=tuple(listed_line(series) for series in listing.series),
        opponents=tuple(Link(name, url_for("history.show", player=name)) for name in names),
        action=url_for("history.show"),
        all_url=url_for("history.show") if player else "",
        newest_url="" if is_first else url_for("history.show", player=asked),
        older_url=older,
        back_url=url_for("home.show"),
        menu=(),
    )
