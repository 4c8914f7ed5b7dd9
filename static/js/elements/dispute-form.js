/** The form of a dispute: while its numbers change, what the claims come to follows as the server draws it. */
import { Fresh } from "./fresh.js";

class DisputeForm extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.fresh = new Fresh(this, () => this.#ask());
    this.form.addEventListener("input", ({ target }) => target.name.startsWith("claim") && this.fresh.soon());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  /** Enter in a field asks what the claims come to; it never decides. */
  #submit(event) {
    if (event.submitter?.name !== "check") return;
    event.preventDefault();
    this.fresh.now();
  }

  /** The page as the server draws it from these fields. */
  async #ask() {
    const body = new URLSearchParams(new FormData(this.form));
    const answer = await fetch(this.form.action, { method: "POST", body }).catch(() => null);
    return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  }
}

customElements.define("dispute-form", DisputeForm);
