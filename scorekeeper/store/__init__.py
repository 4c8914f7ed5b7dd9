"""What is kept: books, people, series and their entries, devices and what they may do.
Each verb is one transaction.

The database
    ``database.install_store(app)`` binds it to an application (instead of ``db.init_app``);
    ``migrate.upgrade(app)`` makes or migrates it, once, however many processes start. A database that is
    busy, full or gone raises ``errors.Unavailable``.

Changing a series (``entries``); each returns an ``Outcome(table, new, change)``
    ``start_series(filed, by, book_id=None, book_name="")`` (in ``series``), ``record_hand``,
    ``amend_hand``, ``strike_hand``, ``restore_hand``, ``set_dealer``, ``undo``, ``redo``, ``change_rules``.
    ``table`` is the series after it, ``new`` whether anything was stored, ``change`` what undo or redo went
    over. ``base``, ``key`` and ``position`` are taken as the request has them, unchecked: the order of
    checks is part of the contract and is kept here.

Reading a series (``series``)
    ``load_series(id) -> Table``, ``list_series(device_id, player, after) -> Listing``,
    ``list_book(book_id, player, after) -> Listing``.

Who may (``devices``, ``grants``, ``links``)
    ``make_device(kind, name) -> MadeDevice``, ``find_device(token) -> Bearer | None``, ``rename_device``,
    ``forget_device``; ``glance(token, series_id) -> Glance | None`` (device, role and version of a series
    in one query: enough for a poll), ``role_in_series(device_id, series_id)``, ``role_in_book(device_id,
    book_id)``, ``books_of(device_id)``, ``devices_in(book_id)``, ``revoke(book_id, device_id)``;
    ``make_link``, ``look_at_link``, ``join``, ``links_of``, ``end_link``.

Books (``scorebooks``)
    ``make_book(name, owner=None) -> Book``, ``make_book_for_scripts(name, names) -> BookTokens``,
    ``find_book(id) -> Book``, ``people_of(book_id) -> tuple[PersonSeen, ...]``.

Errors are in ``errors``: what a caller could have asked better is an engine ``Refused`` with code, field
and facts (422); ``Missing`` 404, ``Stale`` and ``Taken`` 409, ``LinkEnded`` 410, ``Unavailable`` 503. There
are no sentences here.
"""
