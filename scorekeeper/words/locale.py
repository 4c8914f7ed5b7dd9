"""Which language sentences are spoken in, with or without an application around them.

The catalogues are those of the pages (``scorekeeper/translations``), read by the standard library, so that
the command line speaks as the pages do and starts fast.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any

TRANSLATIONS = Path(__file__).parent.parent / "translations"
LANGUAGES = {"en": "English", "nl": "Nederlands", "sv": "Svenska", "su": "Basa Sunda"}
"""The tags of the languages that there are catalogues for, with what each calls itself."""
SOURCE_LANGUAGE = "en"
ASKED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says which language it wants; the first of them that says anything counts."""

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Everything said within the block is said in ``language`` (a tag such as ``sv``); English where it has
    no catalogue.
    """
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def use_locale(language: str) -> None:
    """From here on, in this thread's or task's context, sentences are said in ``language``."""
    _language.set(language)


def present_language() -> str:
    """The tag of the language that sentences are said in."""
    return _language.get()


def language_wanted(environ: Mapping[str, str]) -> str:
    """The language that a terminal with this environment wants: that of ``sv_SE.UTF-8`` is ``sv``. English
    where it wants none of ours.
    """
    wanted = next((environ[name] for name in ASKED_BY if environ.get(name)), "")
    language = wanted.partition("_")[0].partition(".")[0]
    return language if language in LANGUAGES else SOURCE_LANGUAGE


def decimal(figures: str) -> str:
    """An exact decimal, written with a point, as the present language writes it: ``20,60`` in Swedish."""
    return figures if _language.get() == SOURCE_LANGUAGE else figures.replace(".", ",")


def gettext(message: str, /, **facts: Any) -> str:
    """The message in the present language, its ``%(name)s`` filled from ``facts``."""
    said = _catalogue(_language.get()).gettext(message)
    return said % facts if facts else said


def ngettext(one: str, many: str, count: int, /, **facts: Any) -> str:
    """The same for a message whose form depends on ``count``, which is not itself filled in."""
    said = _catalogue(_language.get()).ngettext(one, many, count)
    return said % facts if facts else said


def N_(message: str) -> str:  # noqa: N802 - the usual name of this marker
    """The message as it is: marked for the catalogue here, translated where it is said."""
    return message


@cache
def _catalogue(language: str) -> NullTranslations:
    return translation("messages", TRANSLATIONS, [language], fallback=True)
