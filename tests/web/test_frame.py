"""What every answer has in common: headers, static files, languages, bodies, tokens of forms."""

from __future__ import annotations

import gzip
import io
import re
from typing import TYPE_CHECKING

import brotli
import pytest

from scorekeeper.web.access import Protection
from tests.web.conftest import Cast, Phone, counted_queries

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

POLICY = "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
PAGES = ["/", "/series/new", "/rules", "/nothing", "/healthz", "/api/nothing", "/static/x/y.js"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_keeps_the_browser_to_this_site(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "private, no-cache"
    assert "Strict-Transport-Security" not in headers


def test_no_page_has_an_inline_script_a_style_or_an_address_off_the_site(cast: Cast) -> None:
    owner = cast.phones["owner"]
    keep = owner.post(f"/books/{cast.book_id}/keep")
    pages = [owner.get(path).text for path in ("/", "/series/new", "/rules", cast.url, f"{cast.url}/rules")]
    for page in [*pages, keep.text, owner.get("/nothing").text]:
        assert not re.search(r"<script(?![^>]*(src=|application/json))", page)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
        assert all(url.startswith(("/", "#")) for url in re.findall(r'(?:src|href|action)="([^"]*)"', page))


def test_a_release_put_over_a_running_one_changes_none_of_its_pages(
    cast: Cast, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.serve import read_templates

    def changed(*_asked: object) -> None:
        raise AssertionError("a template is read while requests are served")

    read_templates(app)
    monkeypatch.setattr(type(app.jinja_env.loader), "get_source", changed)
    owner = cast.phones["owner"]
    for path in ("/", "/series/new", "/rules", cast.url, f"{cast.url}/log", f"{cast.url}/live", "/join"):
        assert owner.get(path).status_code == 200, path


def test_https_gets_secure_cookies_and_strict_transport(app: Flask) -> None:
    client = app.test_client()
    plain = client.get("/series/new")
    secure = app.test_client().get("/series/new", base_url="https://localhost")
    assert "Secure" not in plain.headers["Set-Cookie"]
    assert "Secure" in secure.headers["Set-Cookie"]
    assert "max-age=" in secure.headers["Strict-Transport-Security"]
    for part in ("HttpOnly", "SameSite=Lax", "Expires="):
        assert part in plain.headers["Set-Cookie"]


def test_only_what_anybody_may_see_is_for_search_engines(cast: Cast) -> None:
    owner = cast.phones["owner"]
    assert "X-Robots-Tag" not in owner.get("/").headers
    assert "X-Robots-Tag" not in owner.get("/rules").headers
    for path in (cast.url, f"{cast.url}/live", f"/api{cast.url}", f"/books/{cast.book_id}/keep", "/join/x"):
        assert owner.get(path).headers["X-Robots-Tag"] == "noindex"


def test_a_forwarded_address_is_believed_only_when_told(app: Flask) -> None:
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    assert "Secure" not in app.test_client().get("/series/new", headers=told).headers["Set-Cookie"]


def test_static_files_are_packed_and_kept_for_good(app: Flask, client: FlaskClient) -> None:
    assets = app.extensions["assets"]
    url = assets.url("css/app.css")
    plain = client.get(url, headers={"Accept-Encoding": "identity"})
    assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert plain.headers["Content-Type"] == "text/css; charset=utf-8"
    assert b"/*" not in plain.data
    assert b"@import" not in plain.data
    for encoding, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        packed = client.get(url, headers={"Accept-Encoding": encoding})
        assert packed.headers["Content-Encoding"] == encoding
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert unpack(packed.data) == plain.data
    refused = client.get(url, headers={"Accept-Encoding": "br;q=0, gzip;q=0"})
    assert refused.data == plain.data


def test_another_release_s_files_are_not_there(app: Flask, client: FlaskClient) -> None:
    known = app.extensions["assets"].fingerprint
    other = "0" * len(known)
    for path in (
        f"/static/{other}/css/app.css",
        "/static/css/app.css",
        f"/static/{known}/css/none.css",
        f"/static/{known}/../../pyproject.toml",
        f"/static/{known}/%2e%2e/%2e%2e/pyproject.toml",
        f"/static/{known}//etc/passwd",
        f"/static/{known}/",
    ):
        assert client.get(path).status_code in {404, 308}, path


def test_every_file_that_a_page_brings_along_is_there(app: Flask, client: FlaskClient) -> None:
    page = client.get("/series/new").text
    urls = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert urls
    assert {client.get(url).status_code for url in urls} == {200}


def test_pages_are_packed_for_who_reads_gzip(client: FlaskClient) -> None:
    packed = client.get("/rules", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == client.get("/rules").data


def test_a_chunked_body_over_the_limit_is_refused_and_one_within_is_whole(client: FlaskClient) -> None:
    def post(body: bytes) -> int:
        return client.post(
            "/api/books",
            input_stream=io.BytesIO(body),
            content_type="application/json",
            headers={"Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True},
        ).status_code

    assert post(b'{"name": "' + b"x" * (1024 * 1024) + b'"}') == 413
    assert post(b" " * (1024 * 1024 - 20) + b'{"name": "Kitchen"}') == 201


def test_an_expired_form_comes_back_with_what_was_typed(cast: Cast) -> None:
    phone = cast.phones["scorer"]
    typed = {"key": "k", "base": "0", "who": "0-knock", "knocker_deadwood": "4", "other_deadwood": "<26>"}
    for token in ({}, {"csrf_token": "old"}):
        answer = phone.client.post(f"{cast.url}/hands", data={**typed, **token})
        assert answer.status_code == 400
        assert f'action="{cast.url}/hands"' in answer.text
        assert 'name="other_deadwood" value="&lt;26&gt;"' in answer.text
        assert 'name="csrf_token"' in answer.text


def test_a_fresh_token_is_there_for_the_outbox(phone: Phone) -> None:
    answer = phone.get("/csrf")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.get_json()["csrf_token"]
    assert "Set-Cookie" not in phone.get("/csrf").headers


def test_the_token_of_another_browser_is_none(app: Flask, cast: Cast) -> None:
    foreign = Phone(app).csrf()
    answer = cast.phones["scorer"].client.post(f"{cast.url}/undo", data={"csrf_token": foreign, "base": "0"})
    assert answer.status_code == 400


def test_a_proved_token_proves_nothing_for_another_session(app: Flask, cast: Cast) -> None:
    scorer = cast.phones["scorer"]
    device = scorer.client.get_cookie("device")
    assert device is not None
    another = Phone(app, device.value)
    another.csrf()
    told = {"csrf_token": scorer.csrf(), "change": "1"}
    for phone, status in ((scorer, 200), (scorer, 200), (another, 400)):
        assert phone.client.post(f"{cast.url}/hands", data=told).status_code == status


def test_a_token_that_was_blown_up_is_not_kept_in_mind(client: FlaskClient, phone: Phone) -> None:
    Protection._proved.cache_clear()
    kept, token = Protection._proved.cache_info, phone.csrf()
    phone.client.post("/series/new", data={"csrf_token": token + "!" * 10_000})
    assert kept().currsize == 0
    phone.client.post("/series/new", data={"csrf_token": token})
    assert kept().currsize == 1


@pytest.mark.parametrize(
    "foreign", ["theme=caf\xe9", "theme=caf\xc3\xa9", 'a="b\\303"', "=;;;", "a", 'a="'], ids=repr
)
def test_the_cookies_of_other_programs_are_none_of_our_business(cast: Cast, foreign: str) -> None:
    owner = cast.phones["owner"]
    device = owner.client.get_cookie("device")
    assert device is not None
    for told in (f"{foreign}; device={device.value}", f"device={device.value}; {foreign}"):
        environ = {"HTTP_COOKIE": told}
        answer = owner.client.application.test_client(use_cookies=False).get(
            cast.url, environ_overrides=environ
        )
        assert answer.status_code == 200


def test_what_is_unchanged_depends_on_what_the_whole_depends_on(cast: Cast) -> None:
    for path in (f"{cast.url}/live", f"{cast.url}/table/live", f"/api{cast.url}"):
        whole = cast.phones["owner"].get(path)
        unchanged = cast.phones["owner"].get(path, headers={"If-None-Match": whole.headers["ETag"]})
        assert (whole.status_code, unchanged.status_code) == (200, 304)
        for name in ("Vary", "Cache-Control", "ETag", "Release"):
            assert unchanged.headers.get(name) == whole.headers.get(name), (path, name)


def test_health_is_told_by_the_database(app: Flask, client: FlaskClient) -> None:
    assert client.get("/healthz").status_code == 200


def test_a_lost_database_is_503_in_both_ways(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    from scorekeeper.store.errors import Unavailable
    from scorekeeper.store.models import db

    def fail(*_args: object, **_more: object) -> None:
        raise Unavailable("database_unavailable")

    monkeypatch.setattr(db.session, "execute", fail)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


def test_a_form_that_meets_a_lost_database_comes_back(
    app: Flask, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.store.errors import Unavailable
    from scorekeeper.web import hands

    def fail(*_args: object, **_more: object) -> None:
        raise Unavailable("database_unavailable")

    monkeypatch.setattr(hands, "load_series", fail)
    phone = cast.phones["scorer"]
    answer = phone.post(f"{cast.url}/hands", who="0-gin", other_deadwood="26")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert 'name="other_deadwood" value="26"' in answer.text


def test_a_series_page_takes_four_statements_at_most(app: Flask, cast: Cast) -> None:
    cast.record({"how": "void"})
    phone = cast.phones["scorer"]
    phone.get(cast.url)
    with counted_queries(app) as queries:
        assert phone.get(cast.url).status_code == 200
    assert len(queries) <= 4, queries
