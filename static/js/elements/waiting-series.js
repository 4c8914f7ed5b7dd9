/** Series with changes of this phone that were never sent: named on the front door, and sent from there as well. */
import { alone } from "../lib/alone.js";
import { Outbox } from "../lib/outbox.js";
import { Queue, seriesWaiting } from "../lib/queue.js";
import { Delivery } from "./delivery.js";
import { say, sayWaiting } from "./say.js";
import { storage } from "./storage.js";

class WaitingSeries extends HTMLElement {
  #outboxes = new Map();
  #hasSent = false;

  connectedCallback() {
    addEventListener("online", () => this.#send());
    addEventListener("storage", () => this.#show());
    document.addEventListener("visibilitychange", () => document.hidden || this.#send());
    this.#show();
    this.#send();
  }

  #send() {
    for (const series of seriesWaiting(storage())) {
      if (!this.#outboxes.has(series)) this.#outboxes.set(series, this.#outboxOf(series));
      this.#outboxes.get(series).wake();
    }
  }

  #outboxOf(series) {
    const delivery = new Delivery(`/api/series/${series}`, { version: -1 });
    return new Outbox({
      queue: new Queue(storage(), series),
      send: (change, attempt) => this.#deliver(delivery, change, attempt),
      changed: () => this.#show(),
      alone: (work) => alone(`sending ${series}`, work, { locks: navigator.locks, storage: storage() }),
    });
  }

  /** What somebody has to decide waits for the page of the series. */
  async #deliver(delivery, change, attempt) {
    const { version, later } = await delivery.send(change, attempt);
    if (version === undefined) return later ? "later" : "stop";
    this.#hasSent = true;
    return version;
  }

  #show() {
    const waiting = seriesWaiting(storage());
    if (this.#hasSent && !waiting.length) location.reload();
    this.querySelector("section").hidden = !waiting.length;
    this.querySelector("ul").replaceChildren(...waiting.map(lineOf));
  }
}

function lineOf(series) {
  const { waiting } = new Queue(storage(), series);
  const [one, other] = waiting[0].players.map((name, seat) => ({ seat, name }));
  const line = say("series-waiting", { one, other, what: sayWaiting(waiting) });
  line.querySelector("a").href = `/series/${series}`;
  return line;
}

customElements.define("waiting-series", WaitingSeries);
