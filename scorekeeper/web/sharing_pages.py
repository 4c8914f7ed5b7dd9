"""What the pages about joining, sharing and devices are given; see `pages` for how such values are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorekeeper.web.moments import Moment
from scorekeeper.web.pages import Choice, Link, Player


@dataclass(frozen=True, slots=True)
class Made:
    """A new link or code, shown this once. `opens` says in a sentence what it opens.

    `text` is the address of a link, or a code with a blank in its middle; `qr`, an SVG element, leads to the
    link, or to `type_at`, the page where a code is typed. `is_spent`: a form sent again when its code was
    used already.
    """

    kind: Literal["link", "code"]
    text: str
    opens: str
    qr: str
    type_at: str = ""
    is_spent: bool = False


@dataclass(frozen=True, slots=True)
class SharePage:
    """The form that makes links and codes for others; `made` is what it made.

    `players` is None on the page of a whole book, where `reaches` is empty. Fields: key, role, reach, life,
    and kind from the button.
    """

    book: str
    players: tuple[Player, Player] | None
    action: str
    key: str
    roles: tuple[Choice, ...]
    reaches: tuple[Choice, ...]
    lives: tuple[Choice, ...]
    made: Made | None
    again_url: str
    devices_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class KeepBookPage:
    """The page "Keep this book": a link or code for another phone of one's own, for all one's books."""

    books: tuple[str, ...]
    action: str
    key: str
    made: Made | None
    again_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class CodePage:
    """Where a code is typed in: `code` as it was typed, `error` what was wrong with it."""

    action: str
    code: str
    error: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """What a link or code opens, before anything is joined; joining is the POST, with `fields` hidden in it.

    `asks_name` unless this phone has one: `names` are offered as the field `called`, `name` is what was typed
    into the field of that name. `go_on_url` is there for a phone that may do all of it already.
    """

    book: str
    invited: str
    opens: str
    action: str
    fields: tuple[tuple[str, str], ...]
    asks_name: bool
    name: str
    names: tuple[str, ...]
    error: str
    go_on_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device in the list of a book. Its name may be changed where there is a `rename_url`."""

    name: str
    right: str
    is_script: bool
    is_this: bool
    seen: Moment | None
    rename_url: str
    revoke_url: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link or code of a book: what it opens, who made it when, how long it is good, how many came by it."""

    what: str
    maker: str
    made: Moment
    until: Moment | None
    joined: str
    end_url: str


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The phones and links of a book, for its owners; `ended` counts the links that are good no more."""

    book: str
    devices: tuple[DeviceRow, ...]
    links: tuple[LinkRow, ...]
    ended: int
    share_url: str
    keep_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class BookRow:
    """A book of this phone's; the addresses are there for who owns it. `is_only_key`: no other phone does."""

    name: str
    right: str
    is_only_key: bool
    share_url: str
    devices_url: str


@dataclass(frozen=True, slots=True)
class PhonePage:
    """This phone: what it is called, what it may do, and how it is forgotten here."""

    name: str
    error: str
    rename_url: str
    books: tuple[BookRow, ...]
    series: int
    keep_url: str
    code_url: str
    forget_url: str
    back_url: str
    menu: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class ForgottenPage:
    """After a phone was forgotten."""

    home_url: str
    menu: tuple[Link, ...] = ()
