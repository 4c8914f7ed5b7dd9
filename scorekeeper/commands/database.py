"""The database for a call that ends: made or migrated first, with nothing of the pages around it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.store.database import install_store
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import db

GARBAGE = 100_000
"""Objects made before garbage is looked for among them."""


@contextmanager
def opened_database(settings: Settings, *, migrated: bool = True) -> Iterator[None]:
    """The database within reach of the store's verbs; not ``migrated`` for a call that changes nothing."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.database_url
    install_store(app)
    if migrated:
        upgrade(app)
    # Thousands of series are many objects and little garbage: looking for it as often as usual, and among all
    # that is loaded by now, would cost a third of the time.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
