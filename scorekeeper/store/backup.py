"""A copy of a SQLite database while it is written to."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from scorekeeper.store.errors import NotKept


class NoCopy(NotKept):
    """A database that can't be copied so, or not to there."""


def backup(engine: Engine, target: Path) -> None:
    """Copy the database to a file, which takes the place of an older copy once it is whole.

    Raises ``NoCopy`` for another kind of database, where there is none yet, for its own file, and where
    nothing can be written.
    """
    database = engine.url.database
    if engine.dialect.name != "sqlite" or database in (None, "", ":memory:"):
        raise NoCopy("backup_not_sqlite")
    assert database is not None
    source = Path(database)
    if not source.is_file():
        raise NoCopy("backup_of_nothing")
    if target.exists() and target.samefile(source):
        raise NoCopy("backup_onto_itself")
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise NoCopy("backup_not_written", reason=error.strerror or "") from error
    os.close(descriptor)
    draft = Path(name)
    try:
        copy_pages(source, draft)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise NoCopy("backup_not_written", reason=str(error)) from error
    finally:
        draft.unlink(missing_ok=True)


def copy_pages(source: Path, draft: Path) -> None:
    """All pages as they were at one moment; whoever writes meanwhile waits for nobody."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
        old.backup(new)
