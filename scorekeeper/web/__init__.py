"""The pages and the HTTP API: what comes in is checked here, what goes out is made here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, Request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property

from scorekeeper.config import Settings, read_settings
from scorekeeper.store.database import install_store
from scorekeeper.web import (
    api,
    corrections,
    devices,
    disputes,
    files,
    hands,
    health,
    history,
    home,
    languages,
    links,
    live,
    log,
    manifest,
    notebooks,
    offline,
    openapi,
    people,
    raw,
    records,
    removal,
    rules,
    scorebooks,
    series,
    sharing,
    starts,
    static,
    table,
    tokens,
    why,
)
from scorekeeper.web.access import install_access
from scorekeeper.web.answered import install_answered
from scorekeeper.web.assets import install_assets
from scorekeeper.web.bodies import install_bodies
from scorekeeper.web.compression import install_compression
from scorekeeper.web.errors import install_errors
from scorekeeper.web.headers import install_headers
from scorekeeper.web.json_answers import install_json
from scorekeeper.web.language import install_language
from scorekeeper.web.limits import install_limits
from scorekeeper.web.logs import install_logs
from scorekeeper.web.sessions import install_sessions

COOKIE_LIFE = timedelta(days=400)
"""As long as browsers keep a cookie at most."""


BLUEPRINTS = (
    home,
    starts,
    series,
    hands,
    why,
    corrections,
    disputes,
    log,
    live,
    offline,
    static,
    table,
    links,
    scorebooks,
    history,
    people,
    files,
    notebooks,
    removal,
    sharing,
    devices,
    rules,
    api,
    records,
    tokens,
    manifest,
    languages,
    health,
    openapi,
    raw,
)


class Asked(Request):
    """A request that finds its cookies where they are: Werkzeug looks through all headers for them."""

    @cached_property
    def cookies(self) -> ImmutableMultiDict[str, str]:
        """The cookies by name."""
        told = self.environ.get("HTTP_COOKIE", "")
        return parse_cookie(told, cls=ImmutableMultiDict)  # type: ignore[return-value]


class Application(Flask):
    """Flask without what it does for functions that we have none of."""

    request_class = Asked

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is. Flask would see at every request, of each that it passes, whether it is a
        coroutine: a tenth of what an unchanged poll takes.
        """
        return func


def build_app(settings: Settings | None = None) -> Flask:
    """The application: configuration, extensions, blueprints; nothing else, no migration."""
    settings = settings or read_settings()
    app = Application("scorekeeper", template_folder=str(folder("templates")), static_folder=None)
    configure(app, settings)
    install_extensions(app)
    install_assets(app, folder("static"), folder("templates"))
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    return app


def folder(name: str) -> Path:
    """Templates and static files: inside the package as in a wheel, else beside it as in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def configure(app: Flask, settings: Settings) -> None:
    """The operator's settings in Flask's own words."""
    app.extensions["settings"] = settings
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        TESTING=settings.testing,
        PERMANENT_SESSION_LIFETIME=COOKIE_LIFE,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_SSL_STRICT=False,
    )
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]


def install_extensions(app: Flask) -> None:
    """Everything that works on every request; first refuse what is too large, then see who asks."""
    install_json(app)
    install_store(app)
    install_logs(app)
    install_sessions(app)
    install_language(app)
    install_bodies(app)
    install_access(app)
    install_answered(app)
    install_limits(app)
    install_errors(app)
    install_compression(app)
    install_headers(app)
