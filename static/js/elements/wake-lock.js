/**
 * A switch that keeps the screen on, remembered on this phone. The browser lets go whenever the page is out of sight, so it
 * is asked again when the page comes back; where it refuses, or only knows how at an https address, a page with room for
 * it says so. `data-rest`: minutes without a tap after which the screen may go dark until the next one.
 */
import { Store } from "../lib/store.js";
import { say } from "./say.js";
import { storage } from "./storage.js";

class WakeLock extends HTMLElement {
  #lock = null;
  #isAsking = false;
  #resting = 0;

  connectedCallback() {
    this.input = this.querySelector("input");
    this.told = this.querySelector("[role=status]");
    this.wanted = new Store(storage(), "screen.1");
    if (!navigator.wakeLock) {
      this.input.disabled = true;
      this.#tell("wake-none");
      return;
    }
    this.hidden = false;
    this.input.addEventListener("change", () => this.#want(this.input.checked));
    document.addEventListener("visibilitychange", () => this.#ask());
    if (this.dataset.rest) document.addEventListener("pointerdown", () => this.#touched());
    this.#touched();
  }

  /** Unless somebody has said otherwise it is wanted. */
  get #isWanted() {
    return this.wanted.read() ?? true;
  }

  #want(isWanted) {
    this.wanted.write(isWanted);
    if (isWanted) this.#ask();
    else this.#lock?.release();
  }

  #touched() {
    const { rest } = this.dataset;
    clearTimeout(this.#resting);
    if (rest) this.#resting = setTimeout(() => this.#lock?.release(), rest * 60_000);
    this.#ask();
  }

  async #ask() {
    if (!this.#isWanted || this.#lock || this.#isAsking || document.hidden) return;
    this.#isAsking = true;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => this.#released());
      this.told?.replaceChildren();
      if (!this.#isWanted) this.#lock.release();
    } catch {
      this.#tell("wake-refused");
    }
    this.#isAsking = false;
    this.input.checked = Boolean(this.#lock);
  }

  #released() {
    this.#lock = null;
    this.input.checked = false;
  }

  #tell(words) {
    this.told?.replaceChildren(say(words));
  }
}

customElements.define("wake-lock", WakeLock);
