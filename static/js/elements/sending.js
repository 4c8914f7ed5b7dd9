/**
 * The changes of this phone on their way: each lies in the queue until the server has it, one after the other, and one
 * that it turns down is let go or becomes a question.
 */
import { alone } from "../lib/alone.js";
import { Outbox } from "../lib/outbox.js";
import { Queue } from "../lib/queue.js";
import { Delivery } from "./delivery.js";
import { say } from "./say.js";
import { storage } from "./storage.js";
import { verdictOn } from "./verdict.js";

/** How long a change may be on its way before anybody is told (milliseconds): most are answered sooner. */
const UNTOLD = 1500;

export class Sending {
  /** The question that stops the queue: `{ change, answer }`. */
  question = null;
  /** What stands in the status line in place of the last change: `{ words, version }`, until the series moves on. */
  notice = null;
  /** Whether what waits has waited long enough to say so. */
  #isLate = false;
  #told;

  /**
   * `told` has what is called: `changed()` when anything looks otherwise, `taken()` and `declined()` after an answer of the
   * server, `asked()` when there is a question.
   */
  constructor({ series, api, record }, told) {
    this.#told = told;
    this.queue = new Queue(storage(), series);
    this.delivery = new Delivery(api, record);
    this.outbox = new Outbox({
      queue: this.queue,
      send: (change, attempt) => this.#send(change, attempt),
      changed: told.changed,
      alone: (work) => alone(`sending ${series}`, work, { locks: navigator.locks, storage: storage() }),
    });
  }

  add(change) {
    this.notice = null;
    setTimeout(() => this.#tellLate(), UNTOLD);
    this.outbox.add(change);
  }

  /** The series as the server's page tells it. */
  learn(record) {
    if (record.version > this.notice?.version) this.notice = null;
    this.delivery.learn(record);
  }

  /** Forgets the changes that the server's page shows by itself, now that it is of this version; gives them. */
  settle(version) {
    const settled = this.queue.changes.filter(({ done }) => done <= version);
    for (const { key } of settled) this.queue.drop(key);
    return settled;
  }

  /** The changes that are so late that it is said; once none waits, the next has its time again. */
  late() {
    const { waiting } = this.queue;
    this.#isLate &&= waiting.length > 0;
    return this.#isLate ? waiting : [];
  }

  /** Goes on after a question: it was answered here or in another tab. */
  goOn() {
    this.question = null;
    return this.outbox.resume();
  }

  /** Another tab of this phone has changed the queue. */
  shared() {
    const { change } = this.question ?? {};
    if (change && JSON.stringify(this.queue.changes.find(({ key }) => key === change.key)) !== JSON.stringify(change)) {
      document.querySelector("dialog")?.close();
      this.goOn();
    }
    this.#told.changed();
    this.outbox.flush();
  }

  async #send(change, attempt) {
    const fate = await this.delivery.send(change, attempt);
    if (fate.later) {
      this.#tellLate();
      return "later";
    }
    if (fate.missed) return this.#letGo(change, say("not-turned"));
    if (fate.status) return this.#decline(change, fate);
    this.#told.taken();
    return fate.version;
  }

  #tellLate() {
    if (this.#isLate || !this.queue.waiting.length) return;
    this.#isLate = true;
    this.#told.changed();
  }

  #decline(change, answer) {
    this.#told.declined();
    const { isQuestion, words } = verdictOn(change, answer, this);
    if (isQuestion) return this.#ask(change, answer);
    return words ? this.#letGo(change, words) : "again";
  }

  #ask(change, answer) {
    this.question = { change, answer };
    this.#told.asked();
    return "stop";
  }

  #letGo(change, words) {
    this.notice = { words, version: this.delivery.latest.version };
    this.queue.drop(change.key);
    this.#told.changed();
    return "again";
  }
}
