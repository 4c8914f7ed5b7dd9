"""What the server says in the terminal when it opens its door, or can't."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def tell_address(address: str, *, local: str) -> str:
    """Where to go, from a phone and from this machine."""
    return _(
        "On your phone, open %(address)s (on this machine: %(local)s). Ctrl-C stops.",
        address=address,
        local=local,
    )


def tell_only_here(local: str) -> str:
    """Where to go on this machine, which no phone can reach, and what would let them."""
    return _(
        "Open %(local)s: only this machine can. Phones need a network, and no --host. Ctrl-C stops.",
        local=local,
    )


def tell_taken(port: int, reason: str) -> str:
    """Why the door stays shut, and what to do."""
    return _(
        "Port %(port)s can't be opened (%(reason)s): stop what runs there, or choose another with --port.",
        port=port,
        reason=reason,
    )


def tell_unknown_host(host: str) -> str:
    """A host that is no address of this machine."""
    return _("There is no address %(host)s to listen on.", host=host)


def tell_which_book(names: list[str]) -> str:
    """That a book has to be named, and which there are."""
    if not names:
        return _("There is no book yet: it is made with the first series.")
    return _("Name one of the books with --book: %(names)s", names=", ".join(sorted(set(names))))
