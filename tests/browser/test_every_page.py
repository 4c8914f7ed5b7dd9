"""Every page that a link leads to: for thumbs as it comes, and with letters twice as large; by dark."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.test_axe import serious
from tests.gallery import WIDER_THAN_THE_PHONE, keep_evenings, open_context, walk
from tests.live import LiveServer
from tests.load.client import Phone

TWICE_AS_LARGE = "document.documentElement.style.fontSize = '200%'"
NOT_FOR_THUMBS = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const isTicked = (element) => element.matches("[type=radio], [type=checkbox]");
  const box = (element) => (isTicked(element) ? element.closest("label") : element).getBoundingClientRect();
  const isSmall = ({ width, height }) => width > 1 && Math.min(Math.round(width), Math.round(height)) < 24;
  const fields = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const typed = fields.filter((field) => !isTicked(field));
  const targets = [...fields, ...document.querySelectorAll("a[href], button, summary")];
  const view = document.querySelector("meta[name=viewport]");
  const found = [
    ...targets.filter((target) => shown(target) && isSmall(box(target))),
    ...typed.filter((field) => field.type === "number" || parseFloat(getComputedStyle(field).fontSize) < 16),
    ...[view].filter(({ content }) => /maximum-scale|user-scalable/.test(content)),
  ];
  const words = document.body.innerText.match(/\\b(None|False|True|undefined|null|NaN)\\b/g) ?? [];
  return [...words, ...found.map((element) => element.outerHTML.slice(0, 100))];
}"""
"""Targets under 24 px, fields that a phone zooms in on, a page that can't be pinched, values nobody wrote."""
UNSEEN_FOCUS = """() => {
  const faint = ({ outlineStyle, outlineWidth, boxShadow }) =>
    (outlineStyle === "none" || parseFloat(outlineWidth) < 2) && boxShadow === "none";
  const within = (element) => getComputedStyle(element.closest("label") ?? element);
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  return [...document.querySelectorAll(targets)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
    .filter((element) => {
      element.focus({ focusVisible: true });
      return faint(getComputedStyle(element)) && faint(within(element));
    })
    .map((element) => element.outerHTML.slice(0, 100));
}"""


def test_every_page_is_for_thumbs_and_large_letters_and_axe_finds_nothing(
    browser: Browser, live_server: LiveServer
) -> None:
    phone = Phone(live_server.secure)
    start = keep_evenings(phone)
    shape = {"viewport": {"width": 320, "height": 568}, "color_scheme": "dark"}
    context = open_context(browser, live_server, phone, "nl", **shape)
    page = context.new_page()
    found: dict[str, object] = {}
    for kind in walk(page, start):
        hard = page.evaluate(NOT_FOR_THUMBS)
        page.evaluate(TWICE_AS_LARGE)
        found[kind] = [hard, page.evaluate(WIDER_THAN_THE_PHONE), serious(page), page.evaluate(UNSEEN_FOCUS)]
    context.close()
    phone.close()
    assert len(found) >= 30
    assert {kind: told for kind, told in found.items() if told != [[], False, [], []]} == {}
