"""Who may ask what. Every view says it in a decorator; a view that says nothing answers 404.

The decorators only declare. One guard reads the declaration before the view runs, so that no view can forget
to check, and a test walks all routes as owner, scorer, viewer and stranger. A view that is asked finds in
`visitor()` who asks and what they may do.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Literal, NoReturn, Protocol, TypeAlias, TypeVar

from flask import Flask, Response, abort, current_app, g, request, session
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.datastructures import WWWAuthenticate

from scorekeeper.engine.seriesfile import Names
from scorekeeper.store.devices import Bearer, find_device, note_seen
from scorekeeper.store.errors import ShutOut, Unavailable
from scorekeeper.store.grants import (
    Glance,
    Role,
    glance,
    role_in_book,
    was_revoked,
    was_revoked_in_book,
)

View = TypeVar("View", bound=Callable[..., Any])
Right: TypeAlias = Literal["look", "write", "own"]

COOKIE = "device"
"""The cookie that holds a phone's token."""
COOKIE_LIFE = 400 * 24 * 60 * 60
"""Seconds: as long as browsers keep a cookie at most."""
ELSEWHERE = frozenset({"same-site", "cross-site"})
"""What a browser says of a write that the page of another site sends, or of one below the same domain."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF = "csrf_token"
"""What the session has that a form's token must fit to."""
PROOFS = 2000
"""Tokens that a process keeps in mind as proved at most, of some hundred bytes each."""
LONGEST_PROOF = 200
"""Characters of a token that is kept. Ours have half as many, but may have any number of signs between that
count for nothing.
"""
WRITERS: frozenset[Role] = frozenset({"owner", "scorer"})
ALLOWED: dict[Right, frozenset[Role]] = {
    "look": WRITERS | {"viewer"},
    "write": WRITERS,
    "own": frozenset({"owner"}),
}
"""Who has a right."""


class Protection(CSRFProtect):  # type: ignore[misc]
    """Proves a phone's token once, since it is good as long as the session that has it, and looks for it in
    the header first: a body of JSON is no form.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        told = self._get_csrf_token()
        if told is None or len(told) > LONGEST_PROOF:
            super().protect()
        else:
            self._proved(session.get(CSRF), told)
        g.csrf_valid = True

    @lru_cache(maxsize=PROOFS)  # noqa: B019  there is one
    def _proved(self, _in_session: str | None, _told: str) -> None:
        super().protect()

    def _get_csrf_token(self) -> str | None:
        told: str | None = request.headers.get("X-CSRFToken") or super()._get_csrf_token()
        return told


csrf = Protection()


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: a device we know or a stranger, with what it may do with what it asks for."""

    bearer: Bearer | None = None
    role: Role | None = None

    @property
    def device_id(self) -> int | None:
        """The device's id; None for a stranger."""
        return None if self.bearer is None else self.bearer.id

    @property
    def may_write(self) -> bool:
        """Whether this visitor enters and corrects hands here."""
        return self.role in WRITERS

    @property
    def owns(self) -> bool:
        """Whether this visitor shares, renames and deletes here."""
        return self.role == "owner"


STRANGER = Visitor()


class Access(Protocol):
    """What a decorator declares: how to tell who may come in."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may ask, so that search engines may see it too."""

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        """Who comes in; ends the request with 401, 403, 404 or 410 where nobody may."""


@dataclass(frozen=True, slots=True)
class OpenToAll:
    """A view that anybody may ask and that has no use for who it is."""

    is_open = True

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        return STRANGER


@dataclass(frozen=True, slots=True)
class OpenToVisitors:
    """A view that anybody may ask, and that answers a device we know in its own way."""

    is_open = True

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        return Visitor(known_device())


@dataclass(frozen=True, slots=True)
class OpenToDevices:
    """A view for every device that we know."""

    is_open = False

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        return Visitor(known_device() or refuse_stranger())


@dataclass(frozen=True, slots=True)
class OpenToSeries:
    """A view of one series, for who may look at it, change it, or owns it."""

    right: Right
    is_open = False

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        token = told_token()
        series_id = arguments["series_id"]
        seen = None if token is None else glance(token, series_id)
        if seen is None:
            refuse_stranger(lambda bearer: was_revoked(bearer.id, series_id))
        g.glance = seen
        if seen.role not in ALLOWED[self.right]:
            abort(403)
        return Visitor(seen.bearer, seen.role)


@dataclass(frozen=True, slots=True)
class OpenToBook:
    """A view of one book, for who may look at all of it, write in it, or owns it."""

    right: Right
    is_open = False

    def admit(self, arguments: dict[str, Any]) -> Visitor:
        book_id = arguments["book_id"]
        bearer = known_device() or refuse_stranger()
        role = role_in_book(bearer.id, book_id)
        if role is None:
            refuse_stranger(lambda bearer: was_revoked_in_book(bearer.id, book_id))
        if role not in ALLOWED[self.right]:
            abort(403)
        return Visitor(bearer, role)


def open_to_all(view: View) -> View:
    """Declare that anybody may ask this view, whoever it is."""
    return declared(view, OpenToAll())


def open_to_visitors(view: View) -> View:
    """Declare that anybody may ask this view, which wants to know who does."""
    return declared(view, OpenToVisitors())


def open_to_devices(view: View) -> View:
    """Declare that this view is for every device that we know."""
    return declared(view, OpenToDevices())


def series_access(right: Right) -> Callable[[View], View]:
    """Declare that this view, of the series `series_id`, is for who may look at it, change it, or owns it."""
    return lambda view: declared(view, OpenToSeries(right))


def book_access(view: View) -> View:
    """Declare that this view, of the book `book_id`, is for its owners."""
    return declared(view, OpenToBook("own"))


def book_open_to(right: Right) -> Callable[[View], View]:
    """Declare that this view, of the book `book_id`, is for who may look at all of it, write in it or owns
    it.
    """
    return lambda view: declared(view, OpenToBook(right))


def declared(view: View, access: Access) -> View:
    """The view with its declaration, for the guard."""
    view.access = access  # type: ignore[attr-defined]
    return view


def without_csrf(view: View) -> View:
    """Declare that this view acts on nothing the cookie stands for, so that it needs no proof of its page."""
    view.without_csrf = True  # type: ignore[attr-defined]
    return view


def install_access(app: Flask) -> None:
    """Put the guard before every view, and keep search engines out of what it guards."""
    csrf.init_app(app)
    app.jinja_env.globals["csrf_token"] = csrf_token
    app.before_request(guard)
    app.after_request(unlisted)


def csrf_token() -> str:
    """The token that proves a write to come from a page of ours; good as long as the session is kept."""
    if not session.permanent:
        session.permanent = True
    token: str = generate_csrf()
    return token


def guard() -> None:
    """Let the request through to its view, or answer 400, 401, 403, 404 or 410 in the view's place."""
    endpoint, method = request.endpoint, request.method
    if endpoint is None or method == "OPTIONS":
        return
    access = declaration(endpoint)
    if access is None:
        abort(404)
    g.visitor = comes = access.admit(request.view_args or {})
    note_visit(comes)
    view = current_app.view_functions[endpoint]
    if method not in SAFE_METHODS and not hasattr(view, "without_csrf") and not speaks_by_header():
        if request.headers.get("Sec-Fetch-Site") in ELSEWHERE:
            raise CSRFError
        csrf.protect()


def note_visit(visitor: Visitor) -> None:
    """Keep when a device was last seen; a database that can't be written just now must not keep it out."""
    if visitor.bearer is None:
        return
    with suppress(Unavailable):
        note_seen(visitor.bearer)


def declaration(endpoint: str | None) -> Access | None:
    """What the view of an endpoint declares."""
    if endpoint is None:
        return None
    return getattr(current_app.view_functions[endpoint], "access", None)


def unlisted(response: Response) -> Response:
    """The answer, marked as no search engine's business unless anybody may ask for it."""
    if response.status_code == HTTPStatus.NOT_MODIFIED:
        return response
    access = declaration(request.endpoint)
    if access is None or not access.is_open or response.status_code >= 400:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def visitor() -> Visitor:
    """Who asks; a stranger where the request never came to a guarded view."""
    asks: Visitor = g.get("visitor", STRANGER)
    return asks


def seen_series() -> Glance:
    """What the guard saw of the series that is asked for: enough to answer an unchanged poll."""
    seen: Glance = g.glance
    return seen


def seen_players() -> Names | None:
    """The names in the series that is asked for; None where none is, or not seen yet."""
    seen: Glance | None = g.get("glance")
    return None if seen is None else seen.players


def speaks_by_header() -> bool:
    """Whether the request brings a token by header, as scripts do; only the API listens to it."""
    return request.path.startswith("/api/") and "Authorization" in request.headers


def told_token() -> str | None:
    """The token that the request brings: the API's header before the cookie."""
    if not speaks_by_header():
        return request.cookies.get(COOKIE)
    scheme, _, token = request.headers["Authorization"].partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def known_device() -> Bearer | None:
    """The device whose token the request brings; None for a stranger and for a revoked one."""
    token = told_token()
    bearer = None if token is None else find_device(token)
    return None if bearer is None or bearer.revoked else bearer


def refuse_stranger(was_shut_out: Callable[[Bearer], bool] = lambda bearer: False) -> NoReturn:
    """End the request of somebody who may not see what they ask for, without saying whether it exists.

    Raises `ShutOut` for a device that could once, which learns nothing new by that.
    """
    token = told_token()
    bearer = None if token is None else find_device(token)
    if bearer is None or bearer.revoked:
        if request.path.startswith("/api/"):
            abort(401, www_authenticate=WWWAuthenticate("bearer"))
        if bearer is None:
            abort(404)
        raise ShutOut("shut_out")
    if was_shut_out(bearer):
        raise ShutOut("shut_out")
    abort(404)


def renew(response: Response) -> Response:
    """The page with the phone's cookie once more, so that one in use never grows too old."""
    token = request.cookies.get(COOKIE)
    if token is None or visitor().bearer is None:
        return response
    return remember(response, token)


def remember(response: Response, token: str) -> Response:
    """The answer with the cookie that makes a phone known, for as long as browsers keep one."""
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_LIFE, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
    return response
