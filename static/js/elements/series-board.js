/**
 * The board of a series: sends what is entered, follows what others enter, and shows the totals at once, hands that
 * are still on their way included. The server's page is the only one that draws; the browser's own scoring only fills in
 * numbers until that page has come.
 */
import { writeHand } from "../engine/filedhand.js";
import { newId } from "../lib/ids.js";
import { Outbox } from "../lib/outbox.js";
import { pauseBeforeLook } from "../lib/pace.js";
import { recordOf, sheetOf, withHand } from "../lib/record.js";
import { Store } from "../lib/store.js";
import { drawAhead } from "./ahead.js";
import { patchChildren } from "./patch.js";
import { say } from "./say.js";
import { look, write } from "./server.js";

const REGIONS = ["totals", "last", "end", "sheet"];
const GONE = [401, 403, 404, 410];
/** How long a hand may be on its way before anybody is told (milliseconds): most are answered sooner. */
const PATIENCE = 1500;

class SeriesBoard extends HTMLElement {
  #etag = null;
  #changedAt = Date.now();
  #isLooking = false;
  #timer = null;

  connectedCallback() {
    const { series } = this.dataset;
    this.record = recordIn(this);
    this.drawn = this.record.version;
    this.entry = this.querySelector("hand-form");
    this.outbox = new Outbox({
      store: new Store(storage(), `outbox ${series}`),
      send: (change) => this.#send(change),
      changed: () => this.#show(),
    });
    this.entry?.begin(this.record, new Store(storage(), `draft ${series}`));
    this.addEventListener("hand", (event) => this.#take(event.detail));
    this.addEventListener("submit", (event) => this.#turn(event));
    document.addEventListener("visibilitychange", () => this.#wake());
    addEventListener("pageshow", () => this.#wake());
    addEventListener("online", () => this.#wake());
    this.#show();
  }

  /** The series as it will stand: what the server has, and what is on its way there. */
  get #expected() {
    const arrived = new Set(this.record.hands.map((hand) => hand.id));
    const ahead = [];
    for (const { kind, key, hand } of this.outbox.waiting) {
      if (kind === "undo") ahead.pop();
      else if (kind === "record" && !arrived.has(key)) ahead.push({ ...hand, id: key });
    }
    return ahead.reduce(withHand, this.record);
  }

  #take({ typed, hand }) {
    const at = isoNow();
    this.outbox.add({ kind: "record", key: typed.key, base: Number(typed.base), hand, typed, at });
    this.entry.empty();
  }

  /**
   * Undo and redo: one tap, no page change. The button means what it said when it was drawn; where the browser's own
   * scoring has drawn over the page since, it means the change that was drawn last.
   */
  #turn(event) {
    const button = event.submitter;
    if (button?.form?.id !== "turns") return;
    event.preventDefault();
    const kind = button.formAction.split("/").at(-1);
    const isAhead = this.record.version > this.drawn || this.outbox.waiting.length > 0;
    this.outbox.add({ kind, key: newId(), base: isAhead ? null : Number(button.value) });
  }

  async #send(change) {
    const answer = await this.#write(change);
    if (!answer || answer.status === 429 || answer.status >= 500) {
      setTimeout(() => this.#tellWaiting(), PATIENCE);
      return "later";
    }
    if (answer.status >= 300) return this.#decline(change, answer);
    this.#changedAt = Date.now();
    this.record = recordOf(answer.body);
    this.#look();
    return "kept";
  }

  #write({ kind, key, base, hand, at }) {
    const { api } = this.dataset;
    if (kind !== "record") return write("POST", `${api}/${kind}`, { base: base ?? this.record.version, key });
    return write("PUT", `${api}/hands/${key}`, { ...writeHand(hand, this.record.players), base, at });
  }

  /**
   * A change that was turned down. A hand goes to the server's own page, which has the words and the choices for it;
   * one alike that somebody else entered meanwhile is there already, and an undo that came too late is let go.
   */
  #decline(change, { status, body }) {
    if (GONE.includes(status)) {
      location.reload();
      return "refused";
    }
    if (change.kind !== "record" || body?.same_as) {
      this.#look();
      return "kept";
    }
    this.outbox.drop(change.key);
    this.entry.fill(change.typed);
    this.entry.form.submit();
    return "refused";
  }

  #wake() {
    if (document.hidden) {
      clearTimeout(this.#timer);
      return;
    }
    this.outbox.flush();
    this.#look();
  }

  /** Asks whether anything has changed, and again after a while, but never twice at once and never while hidden. */
  async #look() {
    clearTimeout(this.#timer);
    if (this.#isLooking) return;
    this.#isLooking = true;
    const answer = await look(this.dataset.live, this.#etag);
    this.#isLooking = false;
    if (GONE.includes(answer?.status)) location.reload();
    if (answer?.page) this.#draw(answer);
    const isBehind = this.record.version > this.drawn;
    const pause = isBehind && answer ? 0 : pauseBeforeLook(Date.now() - this.#changedAt);
    if (!document.hidden) this.#timer = setTimeout(() => this.#look(), pause);
  }

  /** The server's page, unless it is older than what is known already. */
  #draw({ page, etag }) {
    const record = recordIn(page);
    if (record.version < this.record.version) return;
    if (record.version > this.drawn) this.#changedAt = Date.now();
    this.#etag = etag;
    this.record = record;
    this.drawn = record.version;
    this.page = page;
    this.#show();
  }

  /** The server's page as it last came, and over it the numbers of what it doesn't know yet. */
  #show() {
    if (this.page) for (const region of REGIONS) patchChildren(regionIn(this, region), regionIn(this.page, region));
    const expected = this.#expected;
    if (expected.hands.length > this.record.hands.length || this.record.version > this.drawn) drawAhead(this, expected);
    if (this.entry) {
      this.entry.form.hidden = sheetOf(expected).over;
      this.entry.record = expected;
    }
    if (!this.outbox.waiting.length) this.#tellWaiting();
  }

  /** How many hands wait to be sent, in words; nothing where none does. */
  #tellWaiting() {
    const count = this.outbox.waiting.filter(({ kind }) => kind === "record").length;
    const told = document.querySelector("#waiting");
    told.hidden = count === 0;
    if (count) told.replaceChildren(say(count === 1 ? "waiting-one" : "waiting", { count }));
  }
}

const regionIn = (root, region) => root.querySelector(`#${region}`);
const recordIn = (root) => JSON.parse(regionIn(root, "record").textContent);

/** The browser's storage; null where it is refused. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Now, with this phone's offset from UTC: "2026-11-30T19:05:12+01:00". */
function isoNow() {
  const now = new Date();
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60];
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

customElements.define("series-board", SeriesBoard);
