/**
 * The form of a dispute: while its numbers change, the server's own page is asked what the claims come to now, and the
 * regions that tell it (`data-fresh`) are brought up to date. What is typed stays as it is.
 */
import { patchChildren } from "./patch.js";

/** How long to wait for another digit before asking (milliseconds). */
const PAUSE = 250;

class DisputeForm extends HTMLElement {
  #timer = null;
  #asked = 0;

  connectedCallback() {
    this.form = this.querySelector("form");
    this.form.addEventListener("input", (event) => this.#changed(event.target));
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  #changed(field) {
    if (!field.name.startsWith("claim")) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  /** Enter in a field asks for the consequences; it never decides. */
  #submit(event) {
    if (event.submitter?.name !== "check") return;
    event.preventDefault();
    this.#look();
  }

  /** The page as the server draws it from these fields; only the answer to the last question counts. */
  async #look() {
    const turn = ++this.#asked;
    const body = new URLSearchParams(new FormData(this.form));
    const answer = await fetch(this.form.action, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== this.#asked) return;
    for (const region of this.querySelectorAll("[data-fresh]")) {
      patchChildren(region, page.querySelector(`#${region.id}`));
    }
  }
}

customElements.define("dispute-form", DisputeForm);
