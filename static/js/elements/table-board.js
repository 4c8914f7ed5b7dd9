/**
 * The big totals: follow what is entered elsewhere, and are turned round for the player opposite without a new page, so
 * that the screen stays on. Nothing is typed here, so a newer release is taken without asking.
 */
import { Live } from "./live.js";
import { patchChildren } from "./patch.js";
import { say, sayTime } from "./say.js";

class TableBoard extends HTMLElement {
  connectedCallback() {
    const { live, tag } = this.dataset;
    this.wall = this.querySelector("#wall");
    this.live = new Live({
      url: live,
      tag,
      age: Number(this.wall.dataset.age),
      seen: (answer) => this.#seen(answer),
      changed: () => this.#tellSilence(),
    });
    this.addEventListener("submit", (event) => this.#turn(event));
    document.addEventListener("visibilitychange", () => this.live.wake());
    addEventListener("pageshow", (event) => event.persisted && this.live.wake());
    addEventListener("online", () => this.live.wake());
  }

  /** The server's page; one that this device may not see any more, or of a newer release, is asked for whole. */
  #seen({ status, release, tag, text }) {
    const isGone = status >= 400 && status < 500 && status !== 429;
    if (isGone || (release && release !== this.dataset.release)) location.reload();
    else if (status === 200) this.#draw(text, tag);
    return false;
  }

  #draw(text, tag) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#wall");
    if (!fresh) return;
    patchChildren(this.wall, fresh);
    this.live.tag = tag;
    this.live.changedAt = Date.now() - Number(fresh.dataset.age) * 1000;
  }

  #turn(event) {
    event.preventDefault();
    const isTurned = this.classList.toggle("turned");
    history.replaceState(null, "", isTurned ? "?turned=1" : location.pathname);
  }

  #tellSilence() {
    const since = this.live.silentSince;
    const told = since ? say("not-live", { time: sayTime(since) }) : document.createDocumentFragment();
    patchChildren(document.querySelector("#notices"), told);
  }
}

customElements.define("table-board", TableBoard);
