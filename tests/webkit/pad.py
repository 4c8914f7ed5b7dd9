"""An evening of cards in verbs, for the second engine: what one person does with the phone on the table.

Each verb touches what a thumb would, by a click: the driver of this engine has no touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.browser.phones import NOTHING_WAITS

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

    from tests.live import LiveServer

WAIT_SECONDS = 15
SENT_SECONDS = 40
"""How long after the server's return everything has arrived, at the latest."""
TOTALS = (
    "return [...document.querySelectorAll('#totals [data-game]')].map((total) => Number(total.textContent))"
)
ASK = """
const [what, told] = arguments;
fetch(`/api${location.pathname}${what}`, {cache: "no-store"}).then((answer) => answer.json()).then(told);
"""


class Pad:
    """One page of the pad in a browser of its own."""

    def __init__(self, driver: WebDriver, server: LiveServer, origin: str) -> None:
        self.driver = driver
        self.server = server
        self._origin = origin

    def open(self, path: str) -> None:
        """Go to a page of the pad."""
        self.driver.get(self._origin + path)

    def start_series(self, one: str, two: str) -> str:
        """Two people sit down; the path of their sheet."""
        self.open("/series/new")
        self.find("[name=player_1]").send_keys(one)
        self.find("[name=player_2]").send_keys(two)
        self.tap("form button.go")
        self.until(lambda: self.is_ready and "/series/new" not in self.driver.current_url)
        return urlsplit(self.driver.current_url).path

    @property
    def is_ready(self) -> bool:
        """Whether the page's own script has drawn it."""
        return bool(self.run("return Boolean(document.querySelector('series-board')?.expected)"))

    def reload(self) -> None:
        """The page anew, from wherever it comes."""
        self.driver.refresh()
        self.until(lambda: self.is_ready)

    def lay_down(self, seat: int, how: str, laid_down: int, held: int) -> None:
        """Fill the form and leave the saving to somebody else; `laid_down` counts for a knock only."""
        self.choose("who", f"{seat}-{how}")
        if how == "knock":
            self.choose("knocker_deadwood", str(laid_down))
        for digit in str(held):
            self.tap(f"[data-digit='{digit}']")

    def record(self, seat: int, how: str, laid_down: int, held: int) -> str:
        """Enter and save a hand; what the button promised comes back."""
        self.lay_down(seat, how, laid_down, held)
        return self.save()

    def record_void(self) -> str:
        """Enter and save a hand that nobody won."""
        self.choose("who", "void")
        return self.save()

    def save(self) -> str:
        """Save what is entered, and see the form emptied."""
        promise = self.promise
        self.tap(".save")
        self.until(lambda: not self.run("return document.querySelector('.entry [name=who]:checked')"))
        return promise

    @property
    def promise(self) -> str:
        """What the save button says."""
        return self.words_of(".save")

    def words_of(self, selector: str) -> str:
        """What an element says; the driver's own `text` leaves out what may be cut short."""
        return str(self.find(selector).get_property("innerText")).strip()

    def press(self, kind: str) -> None:
        """Undo or redo, and see that something else is the last change now."""
        before = self.last
        self.tap(f"#last [formaction$={kind}]:not([aria-disabled])")
        self.until(lambda: self.last != before)

    def choose(self, name: str, value: str) -> None:
        """One of the radios, which lies under what is seen of it."""
        self.tap(f".entry [name={name}][value='{value}']")

    def tap(self, selector: str) -> None:
        """Touch what is in view."""
        self.find(selector).click()

    def find(self, selector: str) -> WebElement:
        """The element, once it is there."""
        self.until(lambda: self.driver.find_elements("css selector", selector))
        return self.driver.find_element("css selector", selector)

    @property
    def totals(self) -> list[int]:
        """The six totals as they stand on the page: the first player's three, then the second's."""
        told: list[int] = self.run(TOTALS)
        return told

    @property
    def last(self) -> str:
        """What the status line says."""
        return self.words_of("[role=status]")

    @property
    def notices(self) -> str:
        """What there is to know besides the score."""
        return self.find("#notices").get_property("textContent")  # type: ignore[return-value]

    @property
    def kept(self) -> list[tuple[str, str | None]]:
        """The hands that the server has, in order: how, and who knocked."""
        hands = self.driver.execute_async_script(ASK, "")["hands"]
        return [(hand["how"], hand["knocker"]) for hand in hands]

    def expect_totals(self, *totals: int) -> None:
        """See these six come."""
        self.until(lambda: self.totals == list(totals))

    def expect_all_sent(self) -> None:
        """Nothing waits any more."""
        self.until(lambda: self.run(f"return ({NOTHING_WAITS})()"), SENT_SECONDS)
        self.until(lambda: "waiting to be sent" not in self.notices)

    def run(self, script: str, *values: object) -> Any:
        """What a script of the page's own comes to."""
        return self.driver.execute_script(script, *values)

    def until(self, holds: Any, seconds: float = WAIT_SECONDS) -> None:
        """Wait until something holds. Raises `TimeoutException`."""
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: holds())
