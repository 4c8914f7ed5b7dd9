import { Store } from "../lib/store.js";
import { beginSeries, isReachable } from "./begin-series.js";
import "./offline.js";
import { storage } from "./storage.js";

/**
 * The form of a new series: a tap on somebody met before puts the name in; dealers are called by the names typed; two who
 * have met are offered the rules and the stake by which they played last.
 */
class NewSeries extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.fields = this.form.elements;
    this.players = [this.fields.player_1, this.fields.player_2];
    this.dealers = ["0", "1"].map((seat) => wordsOf(this.querySelector(`[name=first_dealer][value="${seat}"]`)));
    this.started = new Store(storage(), "started.1");
    this.isFresh = (performance.getEntriesByType("navigation")[0]?.type ?? "navigate") === "navigate";
    // Now, not once the page has shown: Start may be tapped before that.
    if (this.isFresh) this.started.write(null);
    this.unnamed = this.dealers.map((words) => words.data);
    this.form.addEventListener("input", () => this.#show());
    this.form.addEventListener("change", () => this.#recall());
    this.form.addEventListener("click", (event) => this.#tap(event.target.closest("[data-person]")));
    this.form.addEventListener("submit", (event) => this.#start(event));
    addEventListener("pageshow", (event) => this.#arrive(event));
    this.#show();
  }

  /** Back from the series that was started here leads to all series, not to its two names once more. */
  async #arrive({ persisted }) {
    this.#show();
    const address = (persisted || !this.isFresh) && this.started.read();
    if (address && (await isThere(address))) location.replace(this.dataset.home);
  }

  /** Where a worker keeps the pages for it, a series can be begun without a network too. */
  async #start(event) {
    this.started.write(`/series/${this.fields.key.value}`);
    const { bookName } = this.dataset;
    if (!bookName || !navigator.serviceWorker?.controller) return;
    event.preventDefault();
    try {
      if (!navigator.onLine || !(await isReachable())) location.replace(beginSeries(this.fields, bookName));
      else this.form.submit();
    } catch {
      // Something that only the server has words for.
      this.form.submit();
    }
  }

  /** Somebody who is in already is taken out; else the name goes where none is, or takes the second place. */
  #tap(button) {
    if (!button) return;
    const { person } = button.dataset;
    const taken = this.players.find((field) => field.value === person);
    if (taken) taken.value = "";
    else (this.players.find((field) => !field.value.trim()) ?? this.players[1]).value = person;
    this.#show();
    this.#recall();
  }

  /** Asked once for each two names; where nobody answers, the rules stay as they are. */
  async #recall() {
    const [one, other] = this.players.map(({ value }) => value.trim());
    const asked = new URLSearchParams({ player_1: one, player_2: other, book: this.dataset.book });
    if (!one || !other || String(asked) === this.asked) return;
    this.asked = String(asked);
    try {
      const answer = await fetch(`${this.dataset.rules}?${asked}`);
      if (answer.status === 200) this.querySelector("rule-form").take(await answer.json());
    } catch {
      this.asked = null;
    }
  }

  #show() {
    this.players.forEach(({ value }, seat) => (this.dealers[seat].data = value.trim() || this.unnamed[seat]));
    for (const button of this.querySelectorAll("[data-person]")) {
      const isIn = this.players.some((field) => field.value === button.dataset.person);
      button.setAttribute("aria-pressed", String(isIn));
    }
  }
}

/** Whether a page is there; what can't be asked is not. */
const isThere = async (address) => (await fetch(address, { method: "HEAD" }).catch(() => null))?.ok ?? false;

/** The text beside a radio, as a node. */
const wordsOf = (radio) => radio.nextSibling;

customElements.define("new-series", NewSeries);
