"""What is said of series that go out and come in as files."""

from __future__ import annotations

from scorekeeper.words.locale import gettext as _


def imported_book_name() -> str:
    """What a book is called that is made for series which state none."""
    return _("Imported series")


def tell_made(book: str) -> str:
    """That a book was made, before its tokens."""
    return _("New book: %(book)s. Its tokens are told this once:", book=book)


def tell_imported(new: int, known: int, refused: int) -> str:
    """What became of the series of a file."""
    return _(
        "%(new)s new, %(known)s there already, %(refused)s refused.", new=new, known=known, refused=refused
    )


def tell_no_book(book: str) -> str:
    """A name that no book has."""
    return _("There is no book called %(book)s.", book=book)
