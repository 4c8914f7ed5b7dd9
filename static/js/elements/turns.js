/** Undo, redo and the dealer: one tap each, without a new page. */
import { newId } from "../lib/ids.js";

/** How long undo and redo take no tap once another phone's change has given them another meaning (milliseconds). */
const CALM = 1000;
/** The same after a tap on one of them: the second tap of a double one was meant for what the button said before. */
const ECHO = 250;

export class Turns {
  #changed;
  #calmUntil = 0;

  /** `changed()` is called when the buttons take taps again. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The change that a tap asks for; null for a tap on anything else, and where there is nothing to go over just now. */
  read(event, { record, expected }) {
    const button = event.submitter;
    if (button?.name === "dealer") {
      event.preventDefault();
      return dealerOf(button, record);
    }
    if (button?.form?.id !== "turns") return null;
    event.preventDefault();
    const kind = button.formAction.split("/").at(-1);
    const aim = expected[kind];
    if (!aim || this.#isCalm) return null;
    this.#rest(ECHO);
    return { kind, key: newId(), aim };
  }

  /** Another phone's change has given undo and redo another meaning: nobody tapped for that. */
  calm() {
    this.#rest(CALM);
  }

  /** Says so on the buttons while they take no tap. */
  draw(regions) {
    if (!this.#isCalm) return;
    for (const button of regions.querySelectorAll("#last button")) button.setAttribute("aria-disabled", "true");
  }

  get #isCalm() {
    return Date.now() < this.#calmUntil;
  }

  #rest(time) {
    this.#calmUntil = Math.max(this.#calmUntil, Date.now() + time);
    setTimeout(this.#changed, time);
  }
}

function dealerOf(button, { players, version }) {
  button.closest("details").open = false;
  const dealer = Number(button.value);
  return { kind: "dealer", key: newId(), base: version, dealer, body: { dealer: players[dealer] } };
}
