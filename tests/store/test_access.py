"""Devices, what they may do, and the links that bring them in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.store.devices import find_device, forget_device, make_device, rename_device
from scorekeeper.store.errors import LinkEnded, Missing
from scorekeeper.store.grants import (
    ROLES,
    books_of,
    devices_in,
    glance,
    revoke,
    role_in_book,
    role_in_series,
    was_revoked,
)
from scorekeeper.store.links import end_link, join, links_of, look_at_link, make_link
from scorekeeper.store.models import Device, Grant, Link, db
from scorekeeper.store.scorebooks import books_named, find_book, make_book, make_book_for_scripts
from tests.store.evening import VOID, Evening, start_evening


def test_a_device_is_known_by_its_token_alone(store: Flask) -> None:
    made = make_device("phone", "Ann's phone")
    assert find_device(made.token) == made.bearer
    assert find_device(made.token + "x") is None
    assert find_device("") is None
    assert find_device("\ud800") is None
    assert len(made.token) >= 22, "128 bits in base64"
    row = db.session.scalars(select(Device).where(Device.id == made.bearer.id)).one()
    assert made.token not in (row.token_hash, row.name)
    rename_device(made.bearer.id, "Ann's tablet")
    found = find_device(made.token)
    assert found is not None
    assert found.name == "Ann's tablet"


def test_a_forgotten_device_may_do_nothing(evening: Evening) -> None:
    made = make_device("phone", "Tablet")
    table = evening.table()
    join(make_link(table.book_id, "viewer", evening.ann), made.bearer.id)
    assert glance(made.token, evening.id) is not None
    forget_device(made.bearer.id)
    assert glance(made.token, evening.id) is None
    assert role_in_series(made.bearer.id, evening.id) is None
    found = find_device(made.token)
    assert found is not None
    assert found.revoked


def test_one_query_is_enough_for_a_poll(evening: Evening) -> None:
    made = make_device("phone", "Tablet")
    table = evening.table()
    assert glance(made.token, evening.id) is None
    join(make_link(table.book_id, "viewer", evening.ann, evening.id), made.bearer.id)
    seen = glance(made.token, evening.id)
    assert seen is not None
    assert (seen.bearer, seen.role, seen.version, seen.players) == (made.bearer, "viewer", 0, ("Ann", "Bob"))
    assert (seen.series_id, seen.book_id) == (evening.id, table.book_id)
    evening.keep(VOID)
    seen = glance(made.token, evening.id)
    assert seen is not None
    assert seen.version == 1
    assert glance(made.token, uuid4()) is None


def test_the_best_of_several_grants_counts(evening: Evening) -> None:
    made = make_device("phone", "Tablet")
    book_id = evening.table().book_id
    for role in reversed(ROLES):
        join(make_link(book_id, role, evening.ann), made.bearer.id)
        assert role_in_series(made.bearer.id, evening.id) == role
        assert role_in_book(made.bearer.id, book_id) == role
        seen = glance(made.token, evening.id)
        assert seen is not None
        assert seen.role == role
    join(make_link(book_id, "viewer", evening.ann), made.bearer.id)
    assert len(list(db.session.scalars(select(Grant).where(Grant.device_id == made.bearer.id)))) == 3
    assert [book.role for book in books_of(made.bearer.id)] == ["owner"]


def test_a_link_for_one_series_opens_no_other(evening: Evening) -> None:
    other = start_evening()
    cy = make_device("phone", "Cy's phone").bearer
    invitation = join(make_link(evening.table().book_id, "scorer", evening.ann, evening.id), cy.id)
    assert (invitation.series_id, invitation.players, invitation.made_by) == (
        evening.id,
        ("Ann", "Bob"),
        "Ann's phone",
    )
    assert role_in_series(cy.id, evening.id) == "scorer"
    assert role_in_book(cy.id, evening.table().book_id) is None
    assert role_in_series(cy.id, other.id) is None
    assert books_of(cy.id) == ()


def test_an_owners_link_brings_the_whole_book(evening: Evening) -> None:
    token = make_link(evening.table().book_id, "owner", evening.ann, evening.id)
    invitation = look_at_link(token)
    assert (invitation.series_id, invitation.role, invitation.book) == (None, "owner", "Kitchen table")


def test_looking_at_a_link_changes_nothing_and_joining_twice_is_joining_once(evening: Evening) -> None:
    cy = make_device("phone", "Cy's phone").bearer
    token = make_link(evening.table().book_id, "scorer", evening.ann)
    assert look_at_link(token) == look_at_link(token)
    assert role_in_series(cy.id, evening.id) is None
    join(token, cy.id)
    join(token, cy.id)
    grants = db.session.scalars(select(Grant).where(Grant.device_id == cy.id)).all()
    assert len(grants) == 1
    link = db.session.scalars(select(Link).where(Link.id == grants[0].link_id)).one()
    assert token not in (link.token_hash, link.role)


def test_a_link_ends(evening: Evening) -> None:
    book_id = evening.table().book_id
    past = datetime.now(UTC) - timedelta(seconds=1)
    late = make_link(book_id, "viewer", evening.ann, expires_at=past)
    ended = make_link(book_id, "viewer", evening.ann)
    good = make_link(book_id, "viewer", evening.ann, expires_at=past + timedelta(hours=1))
    end_link(book_id, next(link.link_id for link in links_of(book_id)[1:]))
    for token in (late, ended):
        for follow in (look_at_link, lambda told: join(told, evening.bob.id)):
            with pytest.raises(LinkEnded):
                follow(token)
    assert look_at_link(good).is_open
    with pytest.raises(Missing):
        look_at_link("nonsense")
    with pytest.raises(Missing):
        end_link(start_evening().table().book_id, look_at_link(good).link_id)


def test_a_link_leads_somewhere(evening: Evening) -> None:
    other = start_evening()
    with pytest.raises(Missing):
        make_link(10**6, "viewer", None)
    with pytest.raises(Missing):
        make_link(evening.table().book_id, "viewer", None, other.id)


def test_revoking_ends_what_a_device_may_do_here_and_its_way_back(evening: Evening) -> None:
    other = start_evening()
    cy = make_device("phone", "Cy's phone").bearer
    book_id = evening.table().book_id
    token = make_link(book_id, "scorer", evening.ann)
    join(token, cy.id)
    join(make_link(other.table().book_id, "scorer", other.ann), cy.id)
    assert [(seen.bearer.name, seen.role) for seen in devices_in(book_id)] == [
        ("Ann's phone", "owner"),
        ("Bob's phone", "scorer"),
        ("Cy's phone", "scorer"),
    ]
    revoke(book_id, cy.id)
    assert role_in_series(cy.id, evening.id) is None
    assert was_revoked(cy.id, evening.id)
    assert not was_revoked(cy.id, other.id)
    assert role_in_series(cy.id, other.id) == "scorer"
    with pytest.raises(LinkEnded):
        join(token, cy.id)
    assert role_in_series(evening.bob.id, evening.id) == "scorer", "who came by another link stays"
    with pytest.raises(Missing):
        revoke(book_id, cy.id)


def test_a_book_for_scripts(store: Flask) -> None:
    made = make_book_for_scripts("Club", {"owner": "script o", "scorer": "script s", "viewer": "script v"})
    for role in ROLES:
        bearer = find_device(made.tokens[role])
        assert bearer is not None
        assert (bearer.kind, bearer.name) == ("script", f"script {role[0]}")
        assert role_in_book(bearer.id, made.book.id) == role
    scorer = find_device(made.tokens["scorer"])
    assert scorer is not None
    revoke(made.book.id, scorer.id)
    ended = find_device(made.tokens["scorer"])
    assert ended is not None
    assert ended.revoked, "a token belongs to one book and ends with it"


def test_books_by_id_and_by_name(store: Flask) -> None:
    one, two = make_book("The one and only book"), make_book("The one  and only book ")
    assert find_book(one.id) == one
    assert books_named(" The one and only book") == (one, two)
    with pytest.raises(Missing):
        find_book(10**6)
