"""Payments that came with a file keep the names of the devices that noted them and took them back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

COLUMNS = ("told_maker", "told_taker")


def upgrade() -> None:
    """Add the columns; of payments that came before, the file told no device."""
    for name in COLUMNS:
        op.add_column("payments", sa.Column(name, sa.String(length=500), nullable=True))


def downgrade() -> None:
    """Drop what was added; payments that came with a file lose the names of its devices."""
    for name in COLUMNS:
        op.drop_column("payments", name)
