"""What nobody can type: a form that is sent with an answer its page does not offer comes back and says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from tests.web.conftest import EVENING, Cast, Phone, errors
from tests.web.test_disputes import Argument, told_fields

NONSENSE = "nonsense"
TYPED = {"player_1": "Ann", "player_2": "Bea", "other_deadwood": "20", "lines": "Ann gin 12", "amount": "3"}
"""What is typed where a form would be refused without."""
TEXTS = frozenset({"text", "textarea", "date"})
TOKEN = re.compile(r"[0-9a-f-]{36}|\d+")
"""The part of an address that tells one series, hand or book from another."""


@dataclass
class Form:
    """A form as a browser sends it: with the buttons and radio buttons that stand first where none is set."""

    action: str
    sent: dict[str, str] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    picked: set[str] = field(default_factory=set)
    """What radio buttons and selects choose."""
    pressed: dict[str, set[str]] = field(default_factory=dict)
    """The values of buttons."""

    def take(self, kind: str, name: str, told: dict[str, str]) -> None:
        """A field of this kind."""
        value = told.get("value", "")
        is_set = bool(told.keys() & {"checked", "selected"})
        if kind in {"radio", "option"}:
            self.picked.add(name)
            self.sent[name] = value if is_set else self.sent.get(name, value)
        elif kind == "button":
            self.pressed.setdefault(name, set()).add(value)
        elif kind in TEXTS:
            self.texts.add(name)
            self.sent[name] = value or TYPED.get(name, "")
        elif kind == "hidden":
            self.sent[name] = value

    def choices(self) -> set[str]:
        """The fields that are chosen from: those with one answer only are no choice."""
        return self.picked | self.buttons()

    def buttons(self) -> set[str]:
        """Those among them that are buttons."""
        return {name for name, values in self.pressed.items() if len(values) > 1}

    def with_nonsense(self, name: str) -> dict[str, str]:
        """What is sent where one of them holds what its page does not offer."""
        first = {button: min(self.pressed[button]) for button in self.buttons()}
        return self.sent | first | {name: NONSENSE}


class Page(HTMLParser):
    """The forms of a page that change something, and where its links lead."""

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.url = url
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.form: Form | None = None
        self.select = ""
        self.area = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(urlsplit(told.get("href", ""))._replace(fragment="").geturl())
        if tag == "form":
            self.form = Form(told.get("action") or self.url) if told.get("method") == "post" else None
            self.forms += [self.form] if self.form else []
        if tag == "select":
            self.select = told["name"]
        if self.form and tag in {"input", "button", "textarea", "option"} and "form" not in told:
            kind = told.get("type", "text") if tag == "input" else tag
            name = self.select if tag == "option" else told.get("name", "")
            if name:
                self.form.take(kind, name, told)

            self.area = name if tag == "textarea" else ""

    def handle_data(self, data: str) -> None:
        if self.form and self.area and data.strip():
            self.form.sent[self.area] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        self.area = ""
        if tag == "form":
            self.form = None


def kind_of(url: str) -> str:
    """The page or form as such, whatever series or hand it is of."""
    return TOKEN.sub("#", urlsplit(url).path)


def forms_from(phone: Phone, start: str) -> Iterator[Form]:
    """The forms of every kind of page that links lead to from here, one of each."""
    waiting, seen, known = [start], {kind_of(start)}, set()
    while waiting:
        url = waiting.pop(0)
        answer = phone.get(url)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        page = Page(url, answer.text)
        for form in page.forms:
            if kind_of(form.action) not in known:
                known.add(kind_of(form.action))
                yield form
        fresh = {kind_of(link): link for link in page.links if link.startswith("/")}
        waiting += [link for kind, link in fresh.items() if kind not in seen]
        seen |= fresh.keys()


def is_alike(one: Form, other: Form) -> bool:
    """Whether two forms go to the same place with the same fields to type in."""
    return (kind_of(one.action), one.texts) == (kind_of(other.action), other.texts)


def refuse_nonsense(phone: Phone, start: str) -> set[tuple[str, str]]:
    """Send each form once for each of its choices, with nonsense in it; the choices there were."""
    tried = set()
    for form in forms_from(phone, start):
        for name in sorted(form.choices()):
            answer = phone.client.post(form.action, data=form.with_nonsense(name))
            told = f"{form.action}: {name} got {answer.status_code}"
            tried.add((kind_of(form.action), name))
            assert 400 <= answer.status_code < 500, told
            if form.texts and name in form.picked:
                assert answer.status_code == 422, told
                assert errors(answer), told
                assert is_there_again(form, Page(form.action, answer.text)), told
    return tried


def is_there_again(form: Form, page: Page) -> bool:
    """Whether all that was typed into a form stands in it on the page that came back."""
    again = next(other for other in page.forms if is_alike(other, form))
    return all(again.sent[text] == form.sent[text] for text in form.texts)


def test_every_form_says_what_it_can_not_take(cast: Cast) -> None:
    phone = cast.phones["owner"]
    tried = refuse_nonsense(phone, cast.url)
    for hand in EVENING:
        cast.record(hand)
    before = cast.read()
    tried |= refuse_nonsense(phone, cast.url)
    tried |= refuse_nonsense(phone, f"/books/{cast.book_id}/people/1/against/2")
    assert cast.read() == before
    assert tried >= {
        ("/series/new", "first_dealer"),
        ("/series/new", "preset"),
        ("/books/#/paper", "preset"),
        ("/series/#/rules/change", "preset"),
        ("/series/#/rules/other", "preset"),
        ("/series/#/hands", "who"),
        ("/series/#/hands/#/amend", "dealer"),
        ("/series/#/hands/#/before", "dealer"),
        ("/series/#/hands/#/dispute", "why"),
        ("/series/#/players", "seat"),
        ("/books/#/people/#/against/#/payments", "payer"),
    }


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("claim1__says", "Say who says each story: one of the two players, or somebody else."),
        ("why", "Say why: tap a reason or write one."),
    ],
)
def test_a_dispute_takes_its_own_answers_only(cast: Cast, field: str, sentence: str) -> None:
    argument = Argument(cast)
    answer = argument.send(**{field: NONSENSE, "decide": "none"})
    assert (answer.status_code, errors(answer)[0]) == (422, sentence)
    assert told_fields(answer.text)["claim1-deadwood_1"] == "8"
    assert len(argument.log()) == 1
