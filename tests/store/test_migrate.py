"""The database reaches its newest shape once, whoever starts first, and has the shape the models say."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask

from scorekeeper.store.models import db


def test_the_migrations_make_what_the_models_say(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, db.metadata) == []
