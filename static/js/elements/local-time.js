/**
 * A moment in the reader's own clock and way of writing it; the server knows only the clock it happened by. With `day` it
 * is the day alone, with its year where that is not this one.
 */
import { spoken } from "./say.js";

const MOMENT = { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };
const DAY = { weekday: "short", day: "numeric", month: "short" };
const OLD_DAY = { day: "numeric", month: "short", year: "numeric" };

class LocalTime extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector("time");
    const moment = new Date(time.dateTime);
    time.textContent = new Intl.DateTimeFormat(spoken(), this.#wayOf(moment)).format(moment);
  }

  #wayOf(moment) {
    if (!this.hasAttribute("day")) return MOMENT;
    return moment.getFullYear() === new Date().getFullYear() ? DAY : OLD_DAY;
  }
}

customElements.define("local-time", LocalTime);
