"""Every page speaks the language that was chosen, else the browser's, and no sentence only English."""

from __future__ import annotations

import re
from collections import deque
from gettext import NullTranslations
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import pytest

from scorekeeper.words import locale
from tests.web.conftest import EVENING, Cast, Phone
from tests.web.history import evenings

if TYPE_CHECKING:
    from flask.testing import FlaskClient

GREETINGS = {"en": "New series", "nl": "Nieuwe serie", "sv": "Ny serie"}


def spoken(page: str) -> str:
    found = re.search(r'<html lang="([^"]+)"', page)
    assert found
    return found[1]


# --- chosen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "language"),
    [("sv", "sv"), ("nl-BE,nl;q=0.9,en;q=0.5", "nl"), ("sv-FI", "sv"), ("fr,de;q=0.8", "en"), ("", "en")],
)
def test_the_browser_chooses(client: FlaskClient, asked: str, language: str) -> None:
    answer = client.get("/", headers={"Accept-Language": asked})
    assert spoken(answer.text) == answer.headers["Content-Language"] == language
    assert GREETINGS[language] in answer.text


def test_a_choice_outlives_the_browsers_and_leads_back(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "sv", "to": "/rules?all=1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules?all=1")
    for part in ("Max-Age=34560000", "HttpOnly", "SameSite=Lax"):
        assert part in answer.headers["Set-Cookie"]
    page = client.get("/", headers={"Accept-Language": "nl"})
    assert spoken(page.text) == "sv"
    assert 'value="sv" lang="sv" aria-current="true">Svenska</button>' in page.text
    assert client.get("/api/nothing").get_json()["error"] != "There is nothing here."


@pytest.mark.parametrize(
    "to", ["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test", "rules", ""]
)
def test_a_choice_leads_nowhere_else(client: FlaskClient, to: str) -> None:
    assert client.post("/language", data={"language": "nl", "to": to}).headers["Location"] == "/"


def test_a_language_that_nobody_speaks_here_is_refused(client: FlaskClient) -> None:
    assert client.post("/language", data={"language": "tlh"}).status_code == 400
    client.set_cookie("language", "tlh")
    assert spoken(client.get("/").text) == "en"


def test_the_manifest_speaks_the_language_of_its_page(client: FlaskClient) -> None:
    page = client.get("/", headers={"Accept-Language": "nl"}).text
    found = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert found
    assert client.get(found[1]).get_json(force=True)["lang"] == "nl"


def test_numbers_and_days_are_written_as_the_language_writes_them(cast: Cast) -> None:
    rules = {"stake": {"amount": "0.05", "currency": "EUR"}}
    body = {"players": ["Ann", "Bob"], "rules": rules, "hands": [], "started_at": "2026-03-05T20:00:00Z"}
    series = cast.owner.call("POST", "/series", body).get_json()["id"]
    for hand in range(4):
        gin = {"how": "gin", "knocker": "Ann", "deadwood": {"Bob": 80}, "base": hand}
        cast.owner.call("PUT", f"/series/{series}/hands/00000000-0000-4000-8000-00000000000{hand}", gin)
    swedish = {"Accept-Language": "sv"}
    page = cast.phones["owner"].get(f"/series/{series}/settlement", headers=swedish).text
    assert re.search(r"× 0,05 = \d+,\d\d", page)
    assert "5 mars" in cast.phones["owner"].get("/", headers=swedish).text


# --- marked ----------------------------------------------------------------------------------------------

MARKED = re.compile("⟦[^⟦⟧]*⟧")
SPOKEN_ATTRIBUTES = {"aria-label", "title", "alt", "placeholder", "content"}
UNSPOKEN = {"script", "style", "time", "bdi", "code"}
"""Elements whose text is no sentence: what people typed, moments, and what is for programs."""
NAMES = re.compile(
    r"Alexandra|Bob|Hollywood Gin|Kitchen table|Script \(\w+\)|scorekeeper|RummyTalk|UTC|EUR|JSON Lines|CSV"
    r"|English|Nederlands|Svenska|Basa Sunda|(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+( \d+)?"
    r"|Ann knock 4 26|Ann 18|gin 31|void"
)


class Marking(NullTranslations):
    """A language in which every sentence stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


class Reader(HTMLParser):
    """What a page says to a reader, seen or heard, and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "a":
            self.links.append(told.get("href") or "")
        if tag != "meta":
            self.said += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]
        if tag in UNSPOKEN or self.within:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            while self.within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.said.append(data)


def unmarked(page: Reader) -> list[str]:
    """Words that came from no catalogue and are nobody's name."""
    text = "\n".join(page.said)
    text = NAMES.sub("", text)
    while MARKED.search(text):
        text = MARKED.sub("", text)
    return [line for line in text.splitlines() if re.search("[A-Za-z]{2}", line)]


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def read_pages(phone: Phone, start: list[str]) -> dict[str, Reader]:
    """Every page that links lead to from these, without those that only differ by their view."""
    waiting, pages = deque(start), dict[str, Reader]()
    while waiting:
        path = urldefrag(waiting.popleft())[0]
        kind = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", path).split("?")[0]
        kind = re.sub(r"\d+", "N", kind)
        if not path.startswith("/") or kind in pages:
            continue
        answer = phone.get(path)
        if answer.mimetype != "text/html":
            continue
        pages[kind] = read(answer.text)
        waiting += pages[kind].links
    return pages


def test_every_word_of_every_page_is_marked(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    for hand in EVENING:
        cast.record(hand)
    over = evenings(cast, "Alexandra", "Bob", "112")[-1]
    monkeypatch.setattr(locale, "_catalogue", lambda language: Marking())
    owner = cast.phones["owner"]
    pages = read_pages(owner, ["/", cast.url, "/nothing", "/offline", "/join", "/devices"])
    pages |= read_pages(owner, [f"/series/{over}"])
    pages |= {
        f"{path} to look at": page for path, page in read_pages(cast.phones["viewer"], [cast.url]).items()
    }
    pages |= {
        f"{path} for a stranger": page for path, page in read_pages(cast.phones["stranger"], ["/"]).items()
    }
    form = owner.get("/series/new").text
    pages["a form that came back"] = read(
        owner.send("/series/new", {"player_1": "", "player_2": ""}, form).text
    )
    pages["a code that opens nothing"] = read(owner.post("/join", code="AAAAAA").text)
    assert len(pages) > 55, sorted(pages)
    assert not {path: missed for path, page in pages.items() if (missed := unmarked(page))}
