"""A book counts how often a device of it got another name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the count, which begins now."""
    op.add_column("scorebooks", sa.Column("renamings", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop the count."""
    op.drop_column("scorebooks", "renamings")
