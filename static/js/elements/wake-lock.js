/**
 * A switch that keeps the screen on. The browser lets go whenever the page is out of sight, so it is asked again when the
 * page comes back; where it refuses, or only knows how at an https address, the page says so.
 */
import { say } from "./say.js";

class WakeLock extends HTMLElement {
  #lock = null;

  connectedCallback() {
    this.input = this.querySelector("input");
    this.told = this.querySelector("[role=status]");
    if (!navigator.wakeLock) {
      this.input.disabled = true;
      this.told.replaceChildren(say("wake-none"));
      return;
    }
    this.isWanted = true;
    this.input.addEventListener("change", () => this.#want(this.input.checked));
    document.addEventListener("visibilitychange", () => this.#ask());
    this.#ask();
  }

  #want(isWanted) {
    this.isWanted = isWanted;
    if (isWanted) this.#ask();
    else this.#lock?.release();
  }

  async #ask() {
    if (!this.isWanted || this.#lock || document.hidden) return;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => this.#released());
      this.told.replaceChildren();
    } catch {
      this.told.replaceChildren(say("wake-refused"));
    }
    this.input.checked = Boolean(this.#lock);
  }

  #released() {
    this.#lock = null;
    this.input.checked = false;
  }
}

customElements.define("wake-lock", WakeLock);
