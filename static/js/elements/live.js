/**
 * Follows what other phones enter: asks the server again and again, often while the series is played, never while nobody
 * looks, and once as soon as somebody does.
 */
import { pauseBeforeLook } from "../lib/pace.js";
import { look } from "./server.js";

/** How long there may be no answer before anybody is told (milliseconds). */
const PATIENCE = 10_000;
/** The longest pause after a look that failed. */
const SOON = 3000;
/** A look that has no answer by then counts as failed, as far as people are told. */
const SLOW = 2000;

export class Live {
  /** The tag of the page as it was drawn last. */
  tag;
  /** When the series last changed, by this phone's clock. */
  changedAt;
  isPaused = false;
  /** Whether the server doesn't know the series yet. */
  isIdle = false;
  #url;
  #seen;
  #changed;
  #timer = null;
  #alarm = null;
  #attempt = null;
  #answeredAt = Date.now();
  #wokenAt = Date.now();
  #failingSince = null;
  #isPressing = false;

  /**
   * `seen(answer)` is given every answer, and tells whether the page still is behind what is known, so that another look
   * is due at once; `changed()` is called when `silentSince` has.
   */
  constructor({ url, tag, age, seen, changed }) {
    this.#url = url;
    this.tag = tag;
    this.changedAt = Date.now() - age * 1000;
    this.#seen = seen;
    this.#changed = changed;
    this.#wait();
  }

  /** Since when the page is not live, where that is worth saying; else null. */
  get silentSince() {
    if (this.isPaused) return this.#answeredAt;
    if (this.#failingSince === null || Date.now() < this.#dueAt) return null;
    return this.#answeredAt;
  }

  /** Looks now, unless it is looking. */
  look() {
    if (!this.#attempt) this.#ask();
  }

  /** Looks now, whatever became of an earlier look: it may hang since before the phone slept. */
  wake() {
    this.#attempt?.abort();
    this.#attempt = null;
    this.#wokenAt = Date.now();
    this.#ask();
  }

  get #dueAt() {
    return Math.max(this.#answeredAt + PATIENCE, this.#wokenAt + PATIENCE, this.#failingSince + SLOW);
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (this.isPaused || this.isIdle || document.hidden) return;
    const attempt = (this.#attempt = new AbortController());
    this.#watch();
    const answer = await look(this.#url, this.tag, attempt);
    // Given up for a newer one.
    if (this.#attempt !== attempt) return;
    this.#attempt = null;
    if (answer) this.#answered(answer);
    else this.#wait(SOON);
  }

  #wait(most = Infinity) {
    const pause = pauseBeforeLook(Date.now() - this.changedAt);
    this.#timer = setTimeout(() => this.#ask(), Math.min(pause, most));
  }

  #watch() {
    if (this.#failingSince !== null) return;
    this.#failingSince = Date.now();
    this.#alarm = setTimeout(this.#changed, this.#dueAt - Date.now());
  }

  #answered(answer) {
    clearTimeout(this.#alarm);
    const wasSilent = this.silentSince !== null;
    this.#failingSince = null;
    this.#answeredAt = Date.now();
    const isBehind = this.#seen(answer);
    // Once at once; a server that stays behind is not pressed.
    this.#wait(isBehind && !this.#isPressing ? 0 : Infinity);
    this.#isPressing = isBehind;
    if (wasSilent) this.#changed();
  }
}
