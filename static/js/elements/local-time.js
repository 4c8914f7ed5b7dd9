/** A moment in the reader's own clock and way of writing it; the server knows only the clock it happened by. */
const WAY = { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };

class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector("time");
    time.textContent = new Intl.DateTimeFormat(spoken(), WAY).format(new Date(time.dateTime));
  }
}

/** The reader's own kind of the page's language: "en-GB" where the page speaks "en". */
function spoken() {
  const { lang } = document.documentElement;
  return navigator.languages.find((own) => own.split("-")[0] === lang.split("-")[0]) ?? lang;
}

customElements.define("local-time", LocalTime);
