"""Who may ask what. Every view says it in a decorator; a view that says nothing answers 404.

The decorators only declare. One guard reads the declaration before the view runs, so that no view can forget
to check, and a test walks all routes as owner, scorer, viewer and stranger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class OpenToAll:
    """A view that anybody may ask: the front door, the rules, static files."""

    def admit(self) -> None:
        """Let everybody in."""


Access = OpenToAll


def open_to_all(view: View) -> View:
    """Declare that anybody may ask this view."""
    return declared(view, OpenToAll())


def declared(view: View, access: Access) -> View:
    """The view with its declaration, for the guard."""
    view.access = access  # type: ignore[attr-defined]
    return view


def install_access(app: Flask) -> None:
    """Put the guard before every view."""
    app.before_request(guard)


def guard() -> None:
    """Let the request through to its view, or answer 401, 403 or 404 in the view's place."""
    if request.endpoint is None:
        return
    access: Access | None = getattr(current_app.view_functions[request.endpoint], "access", None)
    if access is None:
        abort(404)
    access.admit()
