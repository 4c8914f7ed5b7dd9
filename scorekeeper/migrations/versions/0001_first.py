"""The first shape: books, people, series with their entries, devices with what they may do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

REFUSAL = "entries are kept for good"

NOT_PURGED = "NOT EXISTS (SELECT 1 FROM series WHERE id = OLD.series_id AND purged_at IS NOT NULL)"

# REPLACE deletes rows without asking a DELETE trigger, so what would be replaced is refused beforehand.
WOULD_REPLACE = """EXISTS (
    SELECT 1 FROM entries WHERE series_id = NEW.series_id AND version = NEW.version
    UNION ALL
    SELECT 1 FROM entries WHERE series_id = NEW.series_id AND key = NEW.key AND key IS NOT NULL
    UNION ALL
    SELECT 1 FROM entries
    WHERE series_id = NEW.series_id AND hand_id = NEW.hand_id AND kind = 'record' AND NEW.kind = 'record'
)"""

ON_SQLITE = tuple(
    f"CREATE TRIGGER {name} BEFORE {what} ON entries {when} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for name, what, when in (
        ("entries_no_update", "UPDATE", ""),
        ("entries_no_delete", "DELETE", f"WHEN {NOT_PURGED}"),
        ("entries_no_replace", "INSERT", f"WHEN {WOULD_REPLACE}"),
    )
)

ON_POSTGRESQL = (
    f"""
    CREATE FUNCTION keep_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM series WHERE id = OLD.series_id AND purged_at IS NOT NULL) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION keep_entries()
    """,
    """
    CREATE TRIGGER entries_stay_all BEFORE TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION keep_entries()
    """,
)


def upgrade() -> None:
    """Make the tables, and the triggers that let an entry go only while its series is marked as purged."""
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=500), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_table(
        "scorebooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=500), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=200), nullable=False),
        sa.Column("apart", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"],
            ["scorebooks.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("book_id", "folded", "apart"),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("seat0_id", sa.Integer(), nullable=False),
        sa.Column("seat1_id", sa.Integer(), nullable=False),
        sa.Column("told_names", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("stake_amount", sa.String(length=20), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("first_dealer", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_offset", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("purged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("last_played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hand_count", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("columns0", sa.Integer(), nullable=False),
        sa.Column("columns1", sa.Integer(), nullable=False),
        sa.Column("points", sa.String(length=60), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("net", sa.Integer(), nullable=False),
        sa.Column("knocks0", sa.Integer(), nullable=False),
        sa.Column("knocks1", sa.Integer(), nullable=False),
        sa.Column("gins0", sa.Integer(), nullable=False),
        sa.Column("gins1", sa.Integer(), nullable=False),
        sa.Column("big_gins0", sa.Integer(), nullable=False),
        sa.Column("big_gins1", sa.Integer(), nullable=False),
        sa.Column("undercuts0", sa.Integer(), nullable=False),
        sa.Column("undercuts1", sa.Integer(), nullable=False),
        sa.Column("papers0", sa.Integer(), nullable=False),
        sa.Column("papers1", sa.Integer(), nullable=False),
        sa.Column("voids", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"],
            ["scorebooks.id"],
        ),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["devices.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat0_id"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat1_id"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_series_book", "series", ["book_id", "last_played_at", "id"], unique=False)
    op.create_index(
        "ix_series_running",
        "series",
        ["book_id", "last_played_at", "id"],
        sqlite_where=sa.text("state = 'running'"),
        postgresql_where=sa.text("state = 'running'"),
    )
    op.create_index("ix_series_seat0", "series", ["seat0_id", "last_played_at", "id"], unique=False)
    op.create_index("ix_series_seat1", "series", ["seat1_id", "last_played_at", "id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("series_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("hand_id", sa.Uuid(), nullable=True),
        sa.Column("key", sa.Uuid(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"],
            ["devices.id"],
        ),
        sa.ForeignKeyConstraint(
            ["series_id"],
            ["series.id"],
        ),
        sa.PrimaryKeyConstraint("series_id", "version"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ux_entries_hand",
        "entries",
        ["series_id", "hand_id"],
        unique=True,
        sqlite_where=sa.text("kind = 'record'"),
        postgresql_where=sa.text("kind = 'record'"),
    )
    op.create_index(
        "ux_entries_key",
        "entries",
        ["series_id", "key"],
        unique=True,
        sqlite_where=sa.text("key IS NOT NULL"),
        postgresql_where=sa.text("key IS NOT NULL"),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("series_id", sa.Uuid(), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["book_id"],
            ["scorebooks.id"],
        ),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["devices.id"],
        ),
        sa.ForeignKeyConstraint(
            ["series_id"],
            ["series.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index("ix_links_book_id", "links", ["book_id"], unique=False)
    op.create_table(
        "spent_keys",
        sa.Column("series_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("hand_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["series_id"],
            ["series.id"],
        ),
        sa.PrimaryKeyConstraint("series_id", "key"),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("series_id", sa.Uuid(), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["book_id"],
            ["scorebooks.id"],
        ),
        sa.ForeignKeyConstraint(
            ["device_id"],
            ["devices.id"],
        ),
        sa.ForeignKeyConstraint(
            ["link_id"],
            ["links.id"],
        ),
        sa.ForeignKeyConstraint(
            ["series_id"],
            ["series.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_grants_book", "grants", ["book_id"], unique=False)
    op.create_index("ix_grants_device", "grants", ["device_id", "book_id"], unique=False)
    for statement in ON_SQLITE if op.get_bind().dialect.name == "sqlite" else ON_POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Drop everything."""
    for table in (
        "grants",
        "spent_keys",
        "links",
        "entries",
        "series",
        "people",
        "scorebooks",
        "devices",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_entries")
