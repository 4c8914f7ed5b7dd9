"""The language of a request: the one chosen on this phone, else the one its browser asks for first among
those we speak.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any

from babel import Locale
from flask import Flask, Response, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.web.headers import depends_on
from scorekeeper.words.locale import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    gettext,
    ngettext,
    present_language,
    use_locale,
)

SPOKEN = frozenset({"text/html", "application/json"})
"""What has sentences in it."""
COOKIE = "language"
"""The cookie with the tag of the language that was chosen here; without one the browser decides."""


def install_language(app: Flask) -> None:
    """Templates and sentences speak the language of each request."""
    # Jinja's own extension does the same with four more calls for each of a page's hundred sentences.
    app.jinja_env.globals.update(_=in_html, ngettext=counted_in_html, fixed_words=fixed_words(app))
    app.before_request(speak)
    app.after_request(told_language)
    app.context_processor(page_language)


def speak() -> None:
    """Say every sentence of this request in the reader's language."""
    use_locale(preferred())


def preferred() -> str:
    """The language chosen on this phone, else the best of ours for its browser."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return best_for(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=200)
def best_for(accepted: str) -> str:
    """The best of our languages for a browser that accepts these: most browsers say one of a few things."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or SOURCE_LANGUAGE


def in_html(message: str, /, **facts: Any) -> Markup:
    """A template's sentence in the reader's language, what it is filled with escaped."""
    return Markup(gettext(message, **escaped(facts)))  # noqa: S704  the catalogues are ours


def counted_in_html(one: str, many: str, count: int, /, **facts: Any) -> Markup:
    """The same for a sentence whose form depends on ``count``."""
    return Markup(ngettext(one, many, count, **escaped(facts)))  # noqa: S704


def fixed_words(app: Flask) -> Callable[[str], Markup]:
    """For templates that nothing but the language makes any different: each is rendered once in every
    language.
    """

    @cache
    def rendered(template: str, _language: str) -> Markup:
        return Markup(app.jinja_env.get_template(template).render())  # noqa: S704  a template escapes

    return lambda template: rendered(template, present_language())


def escaped(facts: dict[str, Any]) -> dict[str, Markup]:
    """What a sentence is filled with, as HTML."""
    return {name: escape(value) for name, value in facts.items()}


def reader_locale() -> Locale:
    """How the reader's language writes numbers and days."""
    return _locale(present_language())


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


def told_language(answer: Response) -> Response:
    """The answer, which depends on the language where it has sentences; a page says its language, so that
    what keeps pages can tell those of another.
    """
    if answer.status_code == HTTPStatus.NOT_MODIFIED or answer.mimetype not in SPOKEN:
        return answer
    depends_on(answer, "Accept-Language")
    if answer.mimetype == "text/html":
        answer.headers.add("Content-Language", present_language())
    return answer


def page_language() -> dict[str, str]:
    """What every page says of its language: the tag, and which way it is written."""
    return {"lang": present_language(), "direction": reader_locale().text_direction}
