"""Choosing the language: on a page of its own that menus lead to, and below the front door."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from scorekeeper.web.access import COOKIE_LIFE, open_to_visitors, without_csrf
from scorekeeper.web.language import COOKIE
from scorekeeper.web.languages_page import LanguagesPage, languages_of, path_of_ours
from scorekeeper.web.respond import sent_on, shown
from scorekeeper.words.locale import LANGUAGES

blueprint = Blueprint("languages", __name__)


@blueprint.get("/language")
@open_to_visitors
def ask() -> Response:
    """The languages that there are; the choice leads back to where the menu was."""
    return shown("languages/show.html", LanguagesPage(languages=languages_of(request.args.get("to", ""))))


@blueprint.post("/language")
@without_csrf
@open_to_visitors
def choose() -> Response:
    """Speak this language on this phone from now on. It tells nobody's secret and changes nothing else, so
    that it needs no proof of its page.
    """
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    answer = sent_on(path_of_ours(request.form.get("to", "")))
    answer.set_cookie(
        COOKIE, chosen, max_age=COOKIE_LIFE, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return answer
