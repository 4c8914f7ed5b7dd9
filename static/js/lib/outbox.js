/**
 * Sends the changes of a `Queue`: oldest first, one at a time, again until each is answered.
 *
 * `send(change, attempt)` tells what became of one: the version at which the server has it, "later" (no network, server
 * busy), "again" (the queue was put right: look at it anew) or "stop" (nothing is sent until somebody has decided);
 * `attempt` is an `AbortController`. `changed()` is called whenever something lies otherwise in the queue. `alone(work)`
 * does `work` only while no other tab is at it.
 */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;
/** After this long without an answer a fresh attempt is better than the old one (milliseconds). */
const HANGING = 3000;
/** Times that the queue may be put right in a row before we wait. */
const MOST_AGAIN = 20;

export class Outbox {
  isStopped = false;
  #queue;
  #send;
  #changed;
  #alone;
  #attempt = null;
  #sentAt = 0;
  #isSending = false;
  #pause = FIRST_PAUSE;
  #timer = null;

  constructor({ queue, send, changed, alone }) {
    this.#queue = queue;
    this.#send = send;
    this.#changed = changed;
    this.#alone = alone;
  }

  /** Takes a change and sends it as soon as it is its turn. */
  add(change) {
    this.#queue.add(change);
    this.#changed();
    return this.flush();
  }

  /** Goes on after a stop. */
  resume() {
    this.isStopped = false;
    this.#changed();
    return this.flush();
  }

  /** Sends what waits at once: the network is back, or the page is looked at. */
  wake() {
    this.#pause = FIRST_PAUSE;
    if (this.#isSending && Date.now() - this.#sentAt > HANGING) this.#attempt?.abort();
    return this.flush();
  }

  async flush() {
    clearTimeout(this.#timer);
    if (this.#isSending || this.isStopped || !this.#queue.waiting.length) return;
    this.#isSending = true;
    let isThrough = false;
    try {
      isThrough = await this.#alone((renew) => this.#sendAll(renew));
    } finally {
      this.#isSending = false;
    }
    if (!isThrough) this.#retry();
  }

  #retry() {
    this.#timer = setTimeout(() => this.flush(), this.#pause * (0.8 + 0.4 * Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** Whether there is nothing left to do by itself. */
  async #sendAll(renew) {
    for (let again = 0; again < MOST_AGAIN; ) {
      const [first] = this.#queue.waiting;
      if (!first) return true;
      renew();
      this.#attempt = new AbortController();
      this.#sentAt = Date.now();
      const fate = await this.#send(first, this.#attempt);
      if (fate === "stop") this.isStopped = true;
      if (fate === "stop" || fate === "later") return fate === "stop";
      if (fate === "again") again += 1;
      else this.#settle(first, fate);
    }
    return false;
  }

  #settle(change, version) {
    this.#pause = FIRST_PAUSE;
    if (this.#queue.has(change.key)) this.#queue.put({ ...change, done: version });
    this.#changed();
  }
}
