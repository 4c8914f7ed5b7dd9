"""The session: a signed cookie that is read when somebody asks for what is in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from scorekeeper.web.headers import depends_on


class LateSession(SecureCookieSession):
    """A session whose cookie is looked into at its first use: what phones ask every two seconds has none.

    Flask says of every use that the session was `accessed`, and keeps none that never was.
    """

    def __init__(self, read: Callable[[], dict[str, Any]]) -> None:
        super().__init__()
        self._read: Callable[[], dict[str, Any]] | None = read

    @property
    def accessed(self) -> bool:
        """Whether anybody asked for it."""
        return self._read is None

    @accessed.setter
    def accessed(self, _accessed: bool) -> None:
        if self._read is not None:
            read, self._read = self._read, None
            self.update(read())
            self.modified = False


A_DAY = 24 * 60 * 60
KNOWN = 1000
"""Cookies that a process keeps in mind at most, of some hundred bytes each."""


class SessionCookies(SecureCookieSessionInterface):
    """Session cookies marked Secure exactly when the request came by https: a home network has none.

    A cookie is proved once a day: it says the same each time, words only. It is sent where something in it
    is new.
    """

    def __init__(self, app: Flask) -> None:
        signer = self.get_signing_serializer(app)
        assert signer is not None, "the settings always have a key"
        life = int(app.permanent_session_lifetime.total_seconds())

        @lru_cache(maxsize=KNOWN)
        def proved(cookie: str, _today: int) -> dict[str, Any]:
            said: dict[str, Any] = signer.loads(cookie, max_age=life)
            return said

        self._proved = proved

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> LateSession:
        return LateSession(lambda: self._read(request.cookies.get(self.get_cookie_name(app), "")))

    def _read(self, cookie: str) -> dict[str, Any]:
        try:
            return self._proved(cookie, int(time.time()) // A_DAY)
        except BadSignature:
            return {}

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            super().save_session(app, session, response)
        elif session.accessed:
            depends_on(response, "Cookie")


def install_sessions(app: Flask) -> None:
    """Keep what forms need of a phone in its own cookie."""
    app.session_interface = SessionCookies(app)
