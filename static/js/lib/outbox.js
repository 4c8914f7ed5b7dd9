/**
 * Changes on their way to the server: oldest first, one at a time, under ids of their own, until each is answered.
 *
 * They lie in a `Store`, so a reload loses none. `send(change)` tells what became of one: "kept", "later" (no
 * network, server busy: again, by itself) or "refused" (the queue stops there until somebody decides). `changed()` is
 * called whenever what lies here has changed.
 */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

export class Outbox {
  #store;
  #send;
  #changed;
  #pause = FIRST_PAUSE;
  #timer = null;
  #isSending = false;

  constructor({ store, send, changed }) {
    this.#store = store;
    this.#send = send;
    this.#changed = changed;
  }

  /** The changes that wait, oldest first. */
  get waiting() {
    return this.#store.read() ?? [];
  }

  /** Takes a change, which has a `key` of its own, and sends it as soon as it is its turn. */
  add(change) {
    this.#write([...this.waiting, change]);
    return this.flush();
  }

  /** Takes a change out again: answered, or given up by the person who made it. */
  drop(key) {
    this.#write(this.waiting.filter((change) => change.key !== key));
  }

  /** Sends what waits, now: after a change, when the network is back, when the page is looked at. */
  async flush() {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (await this.#sendFirst());
    } finally {
      this.#isSending = false;
    }
  }

  async #sendFirst() {
    const [first] = this.waiting;
    if (!first) return false;
    const fate = await this.#send(first);
    if (fate === "kept") {
      this.#pause = FIRST_PAUSE;
      this.drop(first.key);
      return true;
    }
    if (fate === "later") {
      this.#timer = setTimeout(() => this.flush(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    }
    return false;
  }

  #write(changes) {
    this.#store.write(changes.length ? changes : null);
    this.#changed();
  }
}
