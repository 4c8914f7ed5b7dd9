"""What is kept: books, people, series and their entries, devices and what they may do. A verb, a transaction.

The database
    ``database.install_store(app)`` binds it to an application; ``migrate.upgrade(app)`` makes or migrates it,
    once, however many processes start. A database that is busy, full or gone raises ``errors.Unavailable``
    from any verb and any query.

Beginning a series (``start``)
    ``start_series(filed, by, book_id=None, book_name="")``: an ``Outcome``; without ``book_id`` a first book
    comes with it.

Changing a series (``entries``)
    ``record_hand(series_id, hand_id, hand, request, position=None, at=None)``,
    ``amend_hand(series_id, hand_id, changes, request)``, ``strike_hand(series_id, hand_id, request)``,
    ``restore_hand(series_id, hand_id, request)``, ``set_dealer(series_id, dealer, request)``,
    ``change_rules(series_id, rules, request)``, ``undo(series_id, request)``, ``redo(series_id, request)``.

    Each takes a ``Request(by, base, key=None, sent_at=None, reason=None)`` and returns an ``Outcome(table,
    new, change)``: the series after it, whether anything was stored, what undo or redo went over. ``base``
    and ``position`` are taken as the request has them, unchecked, and a hand as an engine ``Hand`` by seat or
    as the JSON object that came: the order of checks is part of the contract and is kept here.

    ``disputes``: ``decide_dispute(series_id, hand_id, claims, kept, request)`` likewise, with what each
    person says as ``Claim(says, hand)`` and the index of the one that is kept, or None.

The same hands under other rules (``copies``)
    ``refit(table, rules)``: what they would come to; ``copy_series(table, rules, by, copy_id, note)``: an
    ``Outcome``, a second series whose log says where its hands come from.

Reading series (``series``, ``lists``, ``log``)
    ``load_series(id)``: a ``Table``; ``list_series(device_id, player=None, after=None)``: a ``Listing``;
    ``list_running(device_id)``, ``list_book(book_id, player=None, after=None)``;
    ``tell_log(lines, first=1)``: each entry with what it found and what it left.

Devices (``devices``)
    ``make_device(kind, name)``: a ``MadeDevice(bearer, token)``; ``claim_device(token, name)`` for a token
    that a form carried; ``find_device(token)``: a ``Bearer`` or None; ``rename_device(device_id, name)``,
    ``forget_device(device_id)``.

What they may do (``grants``, ``links``)
    ``glance(token, series_id)``: device, role, version and names in one query, enough for a poll;
    ``role_in_series(device_id, series_id)``, ``role_in_book(device_id, book_id)``,
    ``was_revoked(device_id, series_id)``, ``books_of(device_id)``, ``books_to_go_on(device_id, players)``,
    ``writes_anywhere(device_id)``,
    ``devices_in(book_id)``, ``revoke(book_id, device_id)``; ``make_link(book_id, role, by, series_id=None,
    expires_at=None)`` and ``make_code(book_id, role, by, series_id=None)``: the token or code, told once;
    ``look_at_link(token)`` and ``join(token, device_id)``, ``look_at_code(typed)`` and
    ``join_by_code(typed, device_id)``: an ``Invitation``; ``links_of(book_id)``,
    ``end_link(book_id, link_id)``; ``tries`` counts guesses by address.

Books (``scorebooks``)
    ``make_book(name, owner=None)``: a ``Book``; ``make_book_for_scripts(name, names)``: ``BookTokens``;
    ``find_book(book_id)``, ``books_named(name)``, ``people_of(book_id)``,
    ``last_players(book_id, most)``.

Who beats whom (``records``, ``payments``)
    ``head_to_head(book_id, one_id, two_id)``: a ``HeadToHead`` of two ``Side`` and what is owed a currency;
    ``record_of(book_id, person_id)``: a ``PersonRecord``; ``margins(one_id, two_id, most=50)``;
    ``rules_between(book_id, names)``: those of their last series; ``note_payment(...)``,
    ``take_back_payment(book_id, payment_id, by)``, ``payments_between(one_id, two_id)``. They cost the same
    however often two people met: ``results``, ``runs`` and ``tallies`` keep the sums with each change.

Who is who (``people``)
    ``find_person(book_id, name)``, ``rename_person(book_id, person_id, name)``,
    ``merge_people(book_id, kept_id, gone_id)``, ``name_apart(book_id, name)``,
    ``correct_player(series_id, seat, name, request)``.

Leaving and deleting (``endings``, ``removal``)
    ``abandon_series(series_id, request)``, ``resume_series(series_id, request)``;
    ``delete_series(series_id, by)``, ``undelete_series(book_id, series_id)``, ``deleted_in(book_id)``,
    ``delete_book(book_id)``; ``sweep()`` removes for good what was deleted 30 days ago.

Out and in (``archive``, ``spreadsheet``, ``backup``, ``check``)
    ``export_series(books)``, ``export_one(series_id)``: lines of JSON with the log; ``export_rows(books)``:
    CSV; ``import_series(values, shelf, by)``: an ``Arrival`` for each value; ``backup(engine, target)``;
    ``check_all()``: each value that is not what the entries come to.

Errors (``errors``, ``stale``)
    What could have been asked better is an engine ``Refused`` with code, field and facts (422); ``Missing``
    404, ``Stale`` and ``Taken`` 409, ``LinkEnded`` 410, ``Unavailable`` 503. There are no sentences here.
"""
