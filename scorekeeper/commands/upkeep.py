"""Looking after a database: ``scorekeeper check``, ``sweep`` and ``backup``."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.commands.database import opened_database
from scorekeeper.config import Settings
from scorekeeper.store.backup import backup
from scorekeeper.store.check import check_all
from scorekeeper.store.models import db
from scorekeeper.store.removal import sweep
from scorekeeper.words.upkeep import tell_backed_up, tell_checked, tell_difference, tell_swept


def check(settings: Settings) -> int:
    """Tell every value that is kept and not what the entries come to; 1 where there is one."""
    found = 0
    with opened_database(settings):
        for difference in check_all():
            found += 1
            print(
                tell_difference(
                    str(difference.series_id or ""),
                    difference.people,
                    difference.field,
                    difference.kept,
                    difference.right,
                )
            )
    print(tell_checked(found))
    return 1 if found else 0


def sweep_out(settings: Settings) -> int:
    """Remove for good what was deleted long enough ago."""
    with opened_database(settings):
        swept = sweep()
    print(tell_swept(swept.series, swept.books))
    return 0


def back_up(settings: Settings, path: str) -> int:
    """Copy a SQLite database, also while it is served."""
    with opened_database(settings, migrated=False):
        backup(db.engine, Path(path))
    print(tell_backed_up(path))
    return 0
