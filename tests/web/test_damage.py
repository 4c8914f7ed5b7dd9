"""A series that was written over: it says so, gives out what is stored, and harms no other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.web.conftest import EVENING, Cast, new_series

if TYPE_CHECKING:
    from flask import Flask

VOID = {"how": "void"}
ANYWHERE = {
    "rules of nothing": "UPDATE series SET rules = 'null' WHERE id = :id",
    "another kind of rules": """UPDATE series SET rules = '[1, 2]' WHERE id = :id""",
    "no names": """UPDATE series SET told_names = '[]' WHERE id = :id""",
    "an unknown kind of entry": "UPDATE entries SET kind = 'nonsense' WHERE series_id = :id AND version = 2",
    "an entry without a hand": """UPDATE entries SET body = '{}' WHERE series_id = :id AND version = 2""",
    "an entry of a hand that never was": (
        """UPDATE entries SET body = '{"hand": {"how": "dance"}}' WHERE series_id = :id AND version = 2"""
    ),
    "a number for an entry": """UPDATE entries SET body = '7' WHERE series_id = :id AND version = 2""",
}
ONLY_SQLITE = {
    "rules that are no JSON": "UPDATE series SET rules = '{\"target' WHERE id = :id",
    "an entry that is no JSON": "UPDATE entries SET body = '\xff' WHERE series_id = :id AND version = 2",
    "totals of nothing": "UPDATE series SET points = '?', rules = 'x' WHERE id = :id",
}
"""What PostgreSQL doesn't take."""


def damage(app: Flask, series_id: str, sql: str) -> bool:
    """Write over a series past all that protects it; whether this database lets that happen at all."""
    from sqlalchemy import text

    from scorekeeper.store.models import db
    from scorekeeper.store.series import LATELY

    LATELY.clear()  # whoever has read the entries before goes on with them as they were
    with app.app_context():
        is_sqlite = db.engine.dialect.name == "sqlite"
        if sql in ONLY_SQLITE.values() and not is_sqlite:
            return False
        if is_sqlite:
            for name in db.session.scalars(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            ).all():
                db.session.execute(text(f"DROP TRIGGER {name}"))
            series_id = series_id.replace("-", "")
        else:
            db.session.execute(text("ALTER TABLE entries DISABLE TRIGGER USER"))
        db.session.execute(text(sql), {"id": series_id})
        db.session.commit()
    return True


@pytest.mark.parametrize("sql", [*ANYWHERE.values(), *ONLY_SQLITE.values()], ids=[*ANYWHERE, *ONLY_SQLITE])
def test_a_damaged_series_says_so_and_harms_no_other(app: Flask, cast: Cast, sql: str) -> None:
    for hand in EVENING:
        cast.record(hand)
    other = cast.owner.call("POST", "/series", new_series()).get_json()
    if not damage(app, cast.series_id, sql):
        return
    phone = cast.phones["scorer"]
    page = phone.get(cast.url)
    assert page.status_code == 503
    assert "This series is damaged" in page.text
    assert f'href="{cast.url}/raw"' in page.text
    for answer in (
        cast.owner.call("GET", cast.url),
        cast.owner.call("GET", f"{cast.url}/log"),
        cast.owner.call("PUT", f"{cast.url}/hands/{uuid4()}", {**VOID, "base": 4}),
        cast.owner.call("POST", f"{cast.url}/undo", {"base": 4}),
    ):
        assert answer.status_code == 503
        assert answer.get_json()["error"].startswith("This series is damaged")
    for path in ("/live", "/log", "/rules", "/settlement", "/reach"):
        assert phone.get(cast.url + path).status_code in {200, 503}, path
    the_others_are_usable(cast, other)
    raw = phone.get(f"{cast.url}/raw")
    told = raw.get_json()
    assert raw.headers["Content-Disposition"].startswith("attachment")
    assert [entry["version"] for entry in told["entries"]] == ["1", "2", "3", "4"]
    assert json.loads(told["entries"][0]["body"])["hand"]["how"] == "knock"
    assert {person["name"] for person in told["people"]} == {"Alexandra", "Bob"}
    assert cast.phones["stranger"].get(f"{cast.url}/raw").status_code == 404


def the_others_are_usable(cast: Cast, other: dict[str, Any]) -> None:
    """Lists, pages and writes of everything else, and the start of the next series."""
    phone = cast.phones["owner"]
    assert phone.get("/").status_code == 200
    assert len(cast.owner.call("GET", "/series").get_json()["series"]) == 2
    assert phone.get(f"/series/{other['id']}").status_code == 200
    hand_url = f"/series/{other['id']}/hands/{uuid4()}"
    assert cast.owner.call("PUT", hand_url, {**VOID, "base": 0}).status_code == 201
    assert phone.get("/series/new").status_code == 200
    assert cast.owner.call("POST", "/series", new_series()).status_code == 201


def test_check_and_export_go_on_past_a_damaged_series(
    app: Flask, cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    from scorekeeper.store.archive import export_series
    from scorekeeper.store.check import check_all
    from scorekeeper.store.scorebooks import all_books

    cast.record(VOID)
    other = cast.owner.call("POST", "/series", new_series()).get_json()
    assert damage(app, cast.series_id, ANYWHERE["another kind of rules"])
    with app.app_context():
        assert [str(found.series_id) for found in check_all()] == [cast.series_id]
        exported = [json.loads(line)["id"] for line in export_series(all_books())]
    assert exported == [other["id"]]
    assert cast.series_id in caplog.text
