"""The server's clock jumps, as that of a small computer without a battery does: nobody is lost by it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from tests.web.conftest import EVENING, Cast, Phone, hidden, new_series
from tests.web.test_joining import code_from

if TYPE_CHECKING:
    from flask import Flask

Jump: TypeAlias = Callable[[timedelta], None]

YEARS = timedelta(days=800)
HOUR = timedelta(hours=1)
either_way = pytest.mark.parametrize("by", [-YEARS, -HOUR, HOUR, YEARS])


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Puts the clock of all that the server is made of so far from the right time."""
    from itsdangerous import TimestampSigner

    def put(by: timedelta) -> None:
        class Told(type):
            def __instancecheck__(cls, one: object) -> bool:
                return isinstance(one, datetime)

        class Clock(datetime, metaclass=Told):
            is_jumped = True

            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.now(tz) + by

        for name, module in list(sys.modules.items()):
            known = getattr(module, "datetime", None)
            if name.startswith("scorekeeper") and (known is datetime or hasattr(known, "is_jumped")):
                monkeypatch.setattr(module, "datetime", Clock)
        stamp = int(time.time() + by.total_seconds())
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _self: stamp)

    return put


@either_way
def test_phones_stay_known_and_hands_in_their_order(
    app: Flask, cast: Cast, jump: Jump, by: timedelta
) -> None:
    from scorekeeper.store.check import check_all

    phone = cast.phones["scorer"]
    other = cast.owner.call("POST", "/series", new_series()).get_json()["id"]
    for hand in EVENING[:2]:
        assert cast.record(hand).status_code == 201
    page = phone.get(cast.url).text
    jump(by)
    for hand in EVENING[2:]:
        assert cast.record(hand).status_code == 201
    assert phone.get(cast.url).status_code == 200
    told = cast.read()
    assert [hand["number"] for hand in told["hands"]] == [1, 2, 3, 4]
    assert told["columns"][0]["points"] == {"Alexandra": 18, "Bob": 44}
    log = cast.owner.call("GET", f"{cast.url}/log").get_json()["log"]
    assert [entry["seq"] for entry in log] == [1, 2, 3, 4]
    assert phone.get(f"{cast.url}/log").status_code == phone.get(f"{cast.url}/live").status_code == 200
    listed = cast.owner.call("GET", "/series").get_json()["series"]
    assert {series["id"] for series in listed} == {cast.series_id, other}
    assert phone.get("/").status_code == 200
    send_again(phone, f"{cast.url}/undo", hidden(page))
    assert cast.read()["version"] == 5
    with app.app_context():
        assert not list(check_all())


def send_again(phone: Phone, url: str, fields: dict[str, str]) -> None:
    """A form from before the jump: where its token is of another time, it comes back to be sent again."""
    answer = phone.client.post(url, data={**fields, "base": "4"})
    if answer.status_code == 400:
        assert 'name="base" value="4"' in answer.text
        answer = phone.send(url, {}, answer.text)
    assert answer.status_code == 303


@either_way
def test_nobody_is_shut_out_until_a_day_that_the_clock_told_wrongly(
    app: Flask, jump: Jump, by: timedelta
) -> None:
    stranger = Phone(app)

    def guess() -> int:
        return stranger.get("/join/leads-nowhere").status_code

    jump(by)
    assert [guess() for _ in range(31)] == [404] * 30 + [429]
    jump(timedelta(0))
    assert guess() == 404


@either_way
def test_a_code_lives_ten_minutes_by_any_clock(app: Flask, cast: Cast, jump: Jump, by: timedelta) -> None:
    code = code_from(cast.phones["owner"], f"{cast.url}/share")
    jump(by)
    guest = Phone(app)
    asked = guest.send("/join", {"code": code}, guest.get("/join").text)
    assert asked.status_code == 422
    assert "No such code" in asked.text
    jump(timedelta(seconds=-20))
    assert guest.send("/join", {"code": code}, guest.get("/join").text).status_code == 200
