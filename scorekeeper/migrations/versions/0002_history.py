"""History: what finished series come to for each two people, payments, deletion, imported logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

COUNTS = [
    "series",
    "won",
    "drawn",
    "columns",
    "closed",
    "lines",
    "shutouts",
    "hands",
    "voids",
    "knocks",
    "gins",
    "big_gins",
    "undercuts",
    "papers",
    "laid_downs",
    "laid",
    "caught",
    "held",
    "dealt",
    "dealt_won",
    "faced",
    "faced_won",
]

INDEXES = (
    ("ix_results_person", "results", ["person_id", "started_at", "series_id"]),
    ("ix_results_pair", "results", ["person_id", "opponent_id", "started_at", "series_id"]),
    ("ix_results_run", "results", ["person_id", "opponent_id", "run"]),
    ("ix_results_biggest", "results", ["person_id", "opponent_id", "biggest"]),
    ("ix_results_streak", "results", ["person_id", "streak"]),
    ("ix_series_pair", "series", ["seat0_id", "seat1_id", "started_at", "id"]),
    ("ix_series_started", "series", ["book_id", "started_at", "id"]),
    ("ix_series_content", "series", ["book_id", "content_hash"]),
    ("ix_payments_pair", "payments", ["payer_id", "payee_id", "id"]),
    ("ix_payments_book_id", "payments", ["book_id"]),
)


def upgrade() -> None:
    """Add the tables and columns; results of series that were finished before are filled in afterwards."""
    moment = sa.DateTime(timezone=True)
    op.add_column("scorebooks", sa.Column("deleted_at", moment, nullable=True))
    op.add_column("series", sa.Column("deleted_at", moment, nullable=True))
    op.add_column(
        "series",
        sa.Column("deleted_by", sa.Integer(), sa.ForeignKey("devices.id"), nullable=True),
        inline_references=True,
    )
    op.add_column("entries", sa.Column("told_device", sa.String(length=500), nullable=True))
    op.create_table(
        "results",
        sa.Column("series_id", sa.Uuid(), nullable=False),
        *two_people(),
        sa.Column("started_at", moment, nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("money", sa.String(length=40), nullable=True),
        *whole_numbers("biggest", "run", "streak"),
        *tally(),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"]),
        sa.PrimaryKeyConstraint("series_id", "person_id"),
    )
    op.create_table(
        "records",
        *two_people(),
        *whole_numbers("biggest", "longest_run"),
        *tally(),
        sa.PrimaryKeyConstraint("person_id", "opponent_id"),
    )
    op.create_table(
        "balances",
        *two_people(),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("won", sa.String(length=60), nullable=False),
        sa.Column("received", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "opponent_id", "currency"),
    )
    op.create_table(
        "payments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("scorebooks.id"), nullable=False),
        sa.Column("key", sa.Uuid(), nullable=False),
        sa.Column("payer_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("payee_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("amount", sa.String(length=40), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("paid_on", sa.Date(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("made_by", sa.Integer(), sa.ForeignKey("devices.id"), nullable=True),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("taken_back_at", moment, nullable=True),
        sa.Column("taken_back_by", sa.Integer(), sa.ForeignKey("devices.id"), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    for name, table, columns in INDEXES:
        op.create_index(name, table, columns)
    op.create_index(
        "ix_series_deleted",
        "series",
        ["book_id", "deleted_at"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )


def downgrade() -> None:
    """Drop what was added; entries that came with an imported log lose the names of its devices."""
    op.drop_index("ix_series_deleted", "series")
    for name, table, _columns in INDEXES:
        op.drop_index(name, table)
    for table in ("payments", "balances", "records", "results"):
        op.drop_table(table)
    for table, column in (
        ("entries", "told_device"),
        ("series", "deleted_by"),
        ("series", "deleted_at"),
        ("scorebooks", "deleted_at"),
    ):
        op.drop_column(table, column)


def two_people() -> tuple[sa.Column[int], ...]:
    """Somebody, and somebody whom he met."""
    return tuple(
        sa.Column(name, sa.Integer(), sa.ForeignKey("people.id"), nullable=False)
        for name in ("person_id", "opponent_id")
    )


def whole_numbers(*names: str) -> tuple[sa.Column[int], ...]:
    """Columns that count."""
    return tuple(sa.Column(name, sa.Integer(), nullable=False) for name in names)


def tally() -> tuple[sa.Column[int], ...]:
    """What is counted of finished series."""
    return (*whole_numbers(*COUNTS), sa.Column("net", sa.BigInteger(), nullable=False))
