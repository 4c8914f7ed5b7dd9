"""Joining: codes that are typed in, links to all books of one's own, guesses counted, devices last seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns and the table; devices that are here already were seen when they came, so far."""
    moment = sa.DateTime(timezone=True)
    op.add_column("links", sa.Column("kind", sa.String(length=10), server_default="link", nullable=False))
    op.add_column("links", sa.Column("all_books", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("devices", sa.Column("seen_at", moment, nullable=True))
    op.execute("UPDATE devices SET seen_at = made_at")
    op.create_table(
        "tries",
        sa.Column("address", sa.String(length=60), nullable=False),
        sa.Column("moments", sa.JSON(), nullable=False),
        sa.Column("last_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )


def downgrade() -> None:
    """Drop what was added. Codes become links, which nobody can follow: they are ended."""
    op.execute("UPDATE links SET ended_at = CURRENT_TIMESTAMP WHERE kind = 'code' AND ended_at IS NULL")
    op.drop_table("tries")
    op.drop_column("devices", "seen_at")
    op.drop_column("links", "all_books")
    op.drop_column("links", "kind")
