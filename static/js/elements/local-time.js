/** A moment in the reader's own clock and way of writing it; the server knows only the clock it happened by. */
import { spoken } from "./say.js";

const WAY = { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };

class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector("time");
    time.textContent = new Intl.DateTimeFormat(spoken(), WAY).format(new Date(time.dateTime));
  }
}

customElements.define("local-time", LocalTime);
