"""How Alembic reaches the database: on the connection that the store holds, else on one of its own."""

from __future__ import annotations

from alembic import context
from flask import current_app
from sqlalchemy import Connection

db = current_app.extensions["migrate"].db


def migrate(connection: Connection) -> None:
    """Take the steps that are missing, within the caller's transaction."""
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        compare_server_default=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


held: Connection | None = context.config.attributes.get("connection")
if held is not None:
    migrate(held)
else:
    with db.engine.execution_options(writes=True).begin() as connection:
        migrate(connection)
