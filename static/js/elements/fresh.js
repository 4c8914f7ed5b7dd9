/**
 * Keeps those regions of a page that follow a form's fields (`data-fresh`) as the server draws them: asked a moment
 * after the last change, and only the answer to the last question counts. What is typed stays as it is.
 */
import { patchChildren } from "./patch.js";

/** How long to wait for another digit before asking (milliseconds). */
const PAUSE = 250;

export class Fresh {
  #root;
  #ask;
  #timer = null;
  #asked = 0;

  /** `ask()` comes to the server's document, or to null where there is none. */
  constructor(root, ask) {
    this.#root = root;
    this.#ask = ask;
  }

  soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), PAUSE);
  }

  async now() {
    clearTimeout(this.#timer);
    const turn = ++this.#asked;
    const page = await this.#ask();
    if (!page || turn !== this.#asked) return;
    for (const region of this.#root.querySelectorAll("[data-fresh]")) {
      patchChildren(region, page.querySelector(`#${region.id}`));
    }
  }
}
