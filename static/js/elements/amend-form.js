/** The form that puts a hand right: while its numbers change, the server tells below it what that moves. */
import { Fresh } from "./fresh.js";
import { HandFields } from "./hand-fields.js";
import { look } from "./server.js";

class AmendForm extends HandFields {
  startsAnew = true;

  connectedCallback() {
    this.open();
    this.fresh = new Fresh(this, () => this.#ask());
    addEventListener("pageshow", () => this.changed());
  }

  refresh() {
    this.fresh.soon();
  }

  async #ask() {
    const fields = new FormData(this.form);
    fields.delete("csrf_token");
    const answer = await look(`${this.dataset.moves}?${new URLSearchParams(fields)}`, null);
    return answer?.status === 200 ? new DOMParser().parseFromString(answer.text, "text/html") : null;
  }
}

customElements.define("amend-form", AmendForm);
