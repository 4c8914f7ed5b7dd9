"""Every page that a link leads to, with letters twice as large and in a language of long words."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.test_axe import serious
from tests.gallery import WIDER_THAN_THE_PHONE, keep_evenings, open_context, walk
from tests.live import LiveServer
from tests.load.client import Phone

TWICE_AS_LARGE = "document.documentElement.style.fontSize = '200%'"
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


def test_large_letters_fit_and_axe_finds_nothing(browser: Browser, live_server: LiveServer) -> None:
    phone = Phone(live_server.secure)
    start = keep_evenings(phone)
    shape = {"viewport": {"width": 320, "height": 568}, "color_scheme": "dark"}
    context = open_context(browser, live_server, phone, "nl", **shape)
    page = context.new_page()
    found: dict[str, object] = {}
    for kind in walk(page, start):
        page.evaluate(TWICE_AS_LARGE)
        found[kind] = [page.evaluate(WIDER_THAN_THE_PHONE), serious(page), page.evaluate(UNSEEN_FOCUS)]
    context.close()
    phone.close()
    assert len(found) >= 30
    assert {kind: told for kind, told in found.items() if told != [False, [], []]} == {}
