"""A phone without a screen: starts a series over the pages as a browser does, then writes to the API with its
cookie.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Mapping
from html.parser import HTMLParser
from http.client import HTTPMessage
from typing import Any
from uuid import uuid4

TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


class Phone:
    """One device with its cookies, and one connection that stays open."""

    def __init__(self, address: str) -> None:
        """`address` is the server's origin."""
        self.address = address
        self._jar = http.cookiejar.CookieJar()
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self._connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=30)

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def start_series(self, one: str, two: str) -> str:
        """A new series of these two; its id."""
        page = self._browser.open(f"{self.address}/series/new").read().decode()
        form = urllib.parse.urlencode({**fields_of(page), "player_1": one, "player_2": two})
        answer = self._browser.open(f"{self.address}/series/new", form.encode())
        self._token = found(TOKEN, answer.read().decode())
        return str(urllib.parse.urlsplit(answer.url).path.rsplit("/", 1)[-1])

    @property
    def headers(self) -> dict[str, str]:
        """What every request of this phone carries."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)
        return {"Cookie": cookies, "X-CSRFToken": self._token, "Content-Type": "application/json"}

    def fetch(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, HTTPMessage, bytes]:
        """Status, headers and body of what is at an address."""
        return self._send("GET", path, None, headers or {})

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any, str | None]:
        """Status, JSON and ETag of an answer."""
        sent = None if body is None else json.dumps(body)
        status, told, content = self._send(method, path, sent, headers)
        return status, json.loads(content) if content else None, told["ETag"]

    def _send(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[int, HTTPMessage, bytes]:
        self._connection.request(method, path, body, {**self.headers, **headers})
        response = self._connection.getresponse()
        return response.status, response.headers, response.read()

    def record(self, series: str, hand: dict[str, Any], base: int) -> tuple[int, Any, str | None]:
        """One more hand at the end of a series."""
        return self.ask("PUT", f"/api/series/{series}/hands/{uuid4()}", {**hand, "base": base})


class Fields(HTMLParser):
    """Reads a page's form as a browser would send it untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, value = told.get("name"), told.get("value") or ""
        if tag == "select":
            self._select = name or ""
        elif tag == "option" and self._select:
            if "selected" in told or self._select not in self.values:
                self.values[self._select] = value
        elif tag == "input" and name and (told.get("type") not in ("radio", "checkbox") or "checked" in told):
            self.values[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def fields_of(page: str) -> dict[str, str]:
    """Names and values of the page's form."""
    fields = Fields()
    fields.feed(page)
    return fields.values


def found(pattern: re.Pattern[str], page: str) -> str:
    """The first group of what the page must hold."""
    match = pattern.search(page)
    if not match:
        raise LookupError(f"{pattern.pattern} is not on the page:\n{page[:2000]}")
    return match[1]


def seconds(work: Any, times: int) -> float:
    """How long one of so many calls takes."""
    started = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - started) / times
