"""The form in which a language is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import url_for

from scorekeeper.web.pages import Link
from scorekeeper.words.locale import LANGUAGES, present_language


@dataclass(frozen=True, slots=True)
class Languages:
    """The form that chooses a language: tags with the names that languages have for themselves, the one in
    use, and the page that follows.
    """

    url: str
    to: str
    present: str
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LanguagesPage:
    """The page where a language is chosen."""

    languages: Languages
    menu: tuple[Link, ...] = ()


def languages_of(to: str) -> Languages:
    """All languages, and where a choice leads."""
    return Languages(
        url=url_for("languages.choose"),
        to=path_of_ours(to),
        present=present_language(),
        names=tuple(LANGUAGES.items()),
    )


def path_of_ours(told: str) -> str:
    """The address within this site, as a page of ours names it; home for anything else."""
    parts = urlsplit(told.replace("\\", "/"))
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or not told.isprintable():
        return url_for("home.show")
    return told
