"""Answers to requests that can't be served: a sentence for people, JSON for programs, never a trace."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.engine.errors import Refused
from scorekeeper.store.errors import (
    Damaged,
    LinkEnded,
    Missing,
    NotKept,
    ShutOut,
    Taken,
    TooOften,
    Unavailable,
)
from scorekeeper.store.stale import Stale
from scorekeeper.web.access import seen_players
from scorekeeper.web.logs import log_trouble
from scorekeeper.web.pages import Link
from scorekeeper.words.faults import tell_fault
from scorekeeper.words.keeping import tell_unkept
from scorekeeper.words.names import names_within
from scorekeeper.words.refusals import tell_place, tell_refusal

RETRY_AFTER = 2
"""Seconds until a phone should try again when the database is out of reach."""
WAYS_IN = frozenset({404, 410})
"""Failures after which a code may help."""
UNREADABLE = frozenset(
    {"not_json", "key_repeated", "too_deep", "number_too_long", "body_not_object", "csrf_token"}
)
"""Codes of requests that could not even be read: 400, where others are 422."""
STATUS: dict[type[NotKept], int] = {
    Missing: 404,
    Stale: 409,
    Taken: 409,
    LinkEnded: 410,
    ShutOut: 410,
    TooOften: 429,
    Damaged: 503,
    Unavailable: 503,
}


@dataclass(frozen=True, slots=True)
class Resend:
    """What was typed into a form that had expired: sent again as it was, with a fresh token."""

    action: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """A refusal with its status code; the template of that code has the words, `sentence` adds its own.

    `code_url` leads to where a code is typed, for who may have been given one; `raw_url` to what is stored of
    a damaged series.
    """

    code: int
    sentence: str
    back_url: str
    code_url: str = ""
    raw_url: str = ""
    resend: Resend | None = None
    menu: tuple[Link, ...] = ()


def install_errors(app: Flask) -> None:
    """Answer every failure in the asker's own way."""
    app.register_error_handler(CSRFError, tell_expired)
    app.register_error_handler(HTTPException, tell_http)
    app.register_error_handler(Refused, tell_refused)
    app.register_error_handler(NotKept, tell_unkept_request)


def tell_http(error: HTTPException) -> Response:
    """A failure that a view or the framework stated, a broken view's 500 included."""
    if error.code is None or error.code < 400:
        return make_response(error.get_response())
    answer = failed(error.code)
    answer.headers.extend(header for header in error.get_headers() if header[0] != "Content-Type")
    return answer


def tell_expired(_error: CSRFError) -> Response:
    """A form whose token is not good any more: the page with what was typed, to be sent again."""
    if speaks_json():
        return failed(400, tell_unkept("csrf_token", {}), "csrf_token")
    return error_page(400, "", form_to_resend())


def tell_refused(refused: Refused) -> Response:
    """What the engine or the store does not take: 422, and 400 for what could not be read at all."""
    status = 400 if refused.code in UNREADABLE else 422
    return failed(status, sentence_of(refused), refused.field)


def tell_unkept_request(error: NotKept) -> Response:
    """What the store can't meet though nothing is wrong with its wording."""
    if isinstance(error, Damaged):
        return tell_damaged(error)
    if isinstance(error, Unavailable):
        log_trouble(error)
    if isinstance(error, Unavailable | TooOften):
        return tell_later(error)
    return failed(STATUS[type(error)], sentence_of(error), error.field)


def tell_later(error: Unavailable | TooOften) -> Response:
    """Not now: a program tries again, and a form comes back with what was typed."""
    status = STATUS[type(error)]
    is_form = request.method == "POST" and not speaks_json()
    answer = (
        error_page(status, sentence_of(error), form_to_resend())
        if is_form
        else failed(status, sentence_of(error), error.field)
    )
    answer.headers["Retry-After"] = str(error.facts.get("wait", RETRY_AFTER))
    return answer


def tell_damaged(error: Damaged) -> Response:
    """A series that can't be read. Phones keep what they wanted to send: it may be mended. The trace goes to
    the operator's log.
    """
    series_id = error.facts["series"]
    current_app.logger.error("Series %s is damaged.", series_id, exc_info=error)
    if speaks_json():
        return failed(503, sentence_of(error))
    return error_page(503, sentence_of(error), raw_url=url_for("raw.show", series_id=series_id))


def form_to_resend() -> Resend:
    """The form of this request as it was typed, to be sent again with a fresh token."""
    fields = tuple((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    return Resend(action=request.full_path.removesuffix("?"), fields=fields)


def sentence_of(error: Refused | NotKept) -> str:
    """The sentence of a code, with the number of the hand where one of many is meant."""
    told = tell_unkept(error.code, error.facts)
    if told is not None:
        return told
    assert isinstance(error, Refused)
    players = error.players or seen_players()
    sentence = tell_refusal(error, players and names_within(players))
    return sentence if error.hand is None else f"{tell_place(error)}: {sentence}"


def failed(status: int, sentence: str | None = None, field: str | None = None) -> Response:
    """The answer to a request that failed: JSON for programs, else a page."""
    if speaks_json():
        answer = jsonify(error=sentence or tell_fault(status), field=field)
        answer.status_code = status
        return answer
    return error_page(status, sentence or "")


def error_page(status: int, sentence: str, resend: Resend | None = None, raw_url: str = "") -> Response:
    """The page of a failure; the template of its code has the general words."""
    page = ErrorPage(
        code=status,
        sentence=sentence,
        back_url=url_for("home.show"),
        code_url=url_for("links.ask_code") if status in WAYS_IN else "",
        resend=resend,
        raw_url=raw_url,
    )
    return make_response(render_template("errors/show.html", page=page), status)


def speaks_json() -> bool:
    """Whether the asker is a program: everything below /api, and who takes only JSON elsewhere."""
    if request.path.startswith("/api/") or request.path == "/api":
        return True
    return request.accept_mimetypes.best == "application/json"
