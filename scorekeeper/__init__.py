"""Keeps the score of Hollywood Gin on the phones at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The web application for these settings, or for those of the environment; it touches no database yet."""
    # Imported here: the engine and `scorekeeper score` need no Flask and start much faster without it.
    from scorekeeper.web import build_app

    return build_app(settings)
