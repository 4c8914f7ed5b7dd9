"""The session: a signed cookie that is read when somebody asks for what is in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer


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


class SessionCookies(SecureCookieSessionInterface):
    """Session cookies marked Secure exactly when the request came by https: a home network has none.

    What signs them is made once; of a session that nobody looked into there is nothing to save.
    """

    def __init__(self) -> None:
        self._signer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> LateSession:
        return LateSession(lambda: super(SessionCookies, self).open_session(app, request) or {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.accessed or session.modified:
            super().save_session(app, session, response)


def install_sessions(app: Flask) -> None:
    """Keep what forms need of a phone in its own cookie."""
    app.session_interface = SessionCookies()
