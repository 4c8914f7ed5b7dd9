"""The pad on a home screen: every page names the manifest, and everything in the manifest is there."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Cast

if TYPE_CHECKING:
    from flask.testing import FlaskClient

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def manifest(client: FlaskClient) -> dict[str, Any]:
    answer = client.get("/manifest.webmanifest")
    assert answer.status_code == 200
    assert answer.content_type == "application/manifest+json"
    told: dict[str, Any] = answer.get_json(force=True)
    return told


def test_every_page_names_the_manifest_and_the_icon_for_ios(client: FlaskClient, cast: Cast) -> None:
    owner = cast.phones["owner"]
    pages = [
        owner.get(url) for url in ("/", "/series/new", cast.url, f"{cast.url}/table", "/join", "/nothing")
    ]
    for page in [*pages, client.get("/"), client.get(cast.url)]:
        assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in page.text
        assert '<link rel="apple-touch-icon" href="/static/' in page.text


def test_it_starts_at_the_front_door_in_its_own_window_whichever_way_the_phone_lies(
    manifest: dict[str, Any],
) -> None:
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert "orientation" not in manifest
    for part in ("name", "short_name", "description", "lang", "theme_color", "background_color"):
        assert manifest[part], part


def test_icons_and_pictures_are_there_as_large_as_they_say(
    client: FlaskClient, manifest: dict[str, Any]
) -> None:
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        body = client.get(picture["src"]).data
        assert body.startswith(PNG)
        width, height = struct.unpack(">II", body[16:24])
        assert picture["sizes"] == f"{width}x{height}"


def test_shortcuts_lead_somewhere(client: FlaskClient, manifest: dict[str, Any]) -> None:
    assert [client.get(shortcut["url"]).status_code for shortcut in manifest["shortcuts"]] == [200, 200]
