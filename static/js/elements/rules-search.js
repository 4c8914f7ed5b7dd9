/**
 * Search within the rules page, as it is typed and without asking anybody: places that have every word stay
 * (`data-find`), a group without any is gone as well (`data-among`), and how many there are is told.
 */
import { say } from "./say.js";

class RulesSearch extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("[type=search]");
    this.told = this.querySelector("[role=status]");
    this.places = [...this.querySelectorAll("[data-find]")].map((place) => ({ place, text: folded(place.textContent) }));
    this.field.addEventListener("input", () => this.#find());
    addEventListener("hashchange", () => this.#show(location.hash));
    this.#find();
  }

  #find() {
    const words = folded(this.field.value).split(" ").filter(Boolean);
    let count = 0;
    for (const { place, text } of this.places) {
      place.hidden = !words.every((word) => text.includes(word));
      count += !place.hidden;
    }
    for (const group of this.querySelectorAll("[data-among]")) {
      group.hidden = !group.querySelector("[data-find]:not([hidden])");
    }
    this.querySelector("[data-contents]").hidden = words.length > 0;
    this.told.replaceChildren(...(words.length ? [told(count)] : []));
  }

  /** A link to a section that the search has put away brings all of them back. */
  #show(hash) {
    const section = hash && this.querySelector(hash);
    if (!section?.hidden) return;
    this.field.value = "";
    this.#find();
    section.scrollIntoView();
  }
}

/** Letters as they are compared: without case and accents. */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");

const told = (count) => say(count === 0 ? "found-none" : count === 1 ? "found-one" : "found", { count });

customElements.define("rules-search", RulesSearch);
