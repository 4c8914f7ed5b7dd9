"""The phones and links of a book, and the page of the phone that asks."""

from __future__ import annotations

from flask import url_for

from scorekeeper.store.devices import Bearer
from scorekeeper.store.grants import (
    BookSeen,
    DeviceSeen,
    books_of,
    books_reached,
    devices_in,
    single_series_of,
)
from scorekeeper.store.links import Invitation, links_of
from scorekeeper.store.scorebooks import find_book
from scorekeeper.web.access import visitor
from scorekeeper.web.moments import moment_of
from scorekeeper.web.pages import Link
from scorekeeper.web.sharing_pages import (
    BookRow,
    DeviceRow,
    DevicesPage,
    ForgottenPage,
    LinkRow,
    PhonePage,
)
from scorekeeper.words.links import home_label
from scorekeeper.words.sharing import tell_joined, tell_offer, tell_right


def book_page(book_id: int, refused_device: int | None = None, error: str = "") -> DevicesPage:
    """The page of a book; with a name that was refused, what was wrong with it."""
    links = links_of(book_id)
    return DevicesPage(
        book=find_book(book_id).name,
        devices=tuple(
            device_row(book_id, seen, error if seen.bearer.id == refused_device else "")
            for seen in devices_in(book_id)
        ),
        links=tuple(link_row(book_id, link) for link in links if link.is_open),
        ended=sum(not link.is_open for link in links),
        share_url=url_for("sharing.show_book", book_id=book_id),
        keep_url=url_for("scorebooks.keep", book_id=book_id),
        back_url=url_for("home.show"),
        menu=to_home(),
    )


def device_row(book_id: int, seen: DeviceSeen, error: str) -> DeviceRow:
    """A phone or script with what it may do; nobody shuts himself out."""
    device_id = seen.bearer.id
    is_this = device_id == visitor().device_id
    rename_url = url_for("devices.rename_in_book", book_id=book_id, device_id=device_id)
    revoke_url = url_for("devices.shut_out", book_id=book_id, device_id=device_id)
    return DeviceRow(
        name=seen.bearer.name,
        right=tell_right(seen.role, None if seen.has_book else seen.series),
        is_script=seen.bearer.kind == "script",
        is_this=is_this,
        seen=None if seen.bearer.seen_at is None else moment_of(seen.bearer.seen_at, None),
        rename_url=rename_url if may_rename(seen.bearer) else "",
        revoke_url="" if is_this else revoke_url,
        error=error,
    )


def link_row(book_id: int, link: Invitation) -> LinkRow:
    """A link that somebody may still join by."""
    return LinkRow(
        what=tell_offer(link.kind, link.role, link.players, all_books=link.all_books),
        maker=link.made_by or "",
        made=moment_of(link.made_at, None),
        until=None if link.expires_at is None else moment_of(link.expires_at, None),
        joined=tell_joined(link.joined),
        end_url=url_for("devices.end", book_id=book_id, link_id=link.link_id),
    )


def may_rename(device: Bearer) -> bool:
    """Whether who asks may call a device otherwise: its name shows in all its books, so it must have no other
    than theirs.
    """
    asks = visitor()
    assert asks.bearer is not None
    if device.id == asks.device_id:
        return True
    return books_reached(device.id) <= {book.id for book in books_of(asks.bearer.id) if book.role == "owner"}


def phone_page(phone: Bearer, error: str = "") -> PhonePage:
    """What this phone is called and may do."""
    books = books_of(phone.id)
    owned = [book for book in books if book.role == "owner"]
    return PhonePage(
        name=phone.name,
        error=error,
        rename_url=url_for("devices.rename"),
        books=tuple(book_row(book, phone) for book in books),
        series=single_series_of(phone.id),
        keep_url=url_for("scorebooks.keep", book_id=owned[0].id) if owned else "",
        code_url=url_for("links.ask_code"),
        forget_url=url_for("devices.forget"),
        back_url=url_for("home.show"),
        menu=to_home(),
    )


def book_row(book: BookSeen, phone: Bearer) -> BookRow:
    """A book that this phone has whole; an owner may share it, and is warned where nobody else owns it."""
    owns = book.role == "owner"
    return BookRow(
        name=book.name,
        right=tell_right(book.role, None),
        is_only_key=owns and not has_other_owner(book.id, phone),
        share_url=url_for("sharing.show_book", book_id=book.id) if owns else "",
        devices_url=url_for("devices.show_book", book_id=book.id) if owns else "",
    )


def has_other_owner(book_id: int, phone: Bearer) -> bool:
    """Whether a book would still have an owner without this phone."""
    return any(seen.role == "owner" and seen.bearer.id != phone.id for seen in devices_in(book_id))


def forgotten_page() -> ForgottenPage:
    """What is said to a phone that is known no more."""
    return ForgottenPage(home_url=url_for("home.show"))


def to_home() -> tuple[Link, ...]:
    """The only way to go elsewhere."""
    return (Link(home_label(), url_for("home.show")),)
