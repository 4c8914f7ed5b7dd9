/**
 * The board of a series: takes what is entered, follows what others enter, and shows the totals at once, what is still on
 * its way included. The server's page is the only one that draws; the browser's own scoring only fills in numbers until
 * that page has come.
 */
import { writeHand } from "../engine/filedhand.js";
import { expect } from "../lib/expected.js";
import { timeNow } from "../lib/clock.js";
import { sheetOf } from "../lib/record.js";
import { Store } from "../lib/store.js";
import { drawAhead } from "./ahead.js";
import { copyOf, keepCopy } from "./copies.js";
import { GONE } from "./delivery.js";
import { Live } from "./live.js";
import { tell, whenTapped } from "./notices.js";
import { keepPages, reloadPage } from "./offline.js";
import { drawnIn, layOver } from "./regions.js";
import { Sending } from "./sending.js";
import { storage } from "./storage.js";
import { Turns } from "./turns.js";

/** How old the copy of the front door may be while a series is played (milliseconds). */
const FRESH = 5 * 60_000;
/** When to ask a question again that did not come through (milliseconds). */
const ASKED_AGAIN = 5000;

class SeriesBoard extends HTMLElement {
  #isOutdated = false;

  connectedCallback() {
    const { series, api, live, tag } = this.dataset;
    this.page = drawnIn(this);
    this.record = this.page.record;
    this.entry = this.querySelector("hand-form");
    this.sending = new Sending(
      { series, api, record: this.record },
      {
        changed: () => this.#show(),
        taken: () => this.#taken(),
        declined: () => this.#catchUp(),
        asked: () => this.#openQuestion(),
      },
    );
    this.live = new Live({
      url: live,
      tag,
      age: this.record.age,
      seen: (answer) => this.#seen(answer),
      changed: () => this.#show(),
    });
    this.turns = new Turns(() => this.#show());
    this.live.isIdle = this.sending.queue.waiting.some(({ kind }) => kind === "start");
    this.entry?.begin(this.record, new Store(storage(), `draft.1 ${series}`));
    this.#listen();
    this.#show();
    this.sending.outbox.flush();
    copyOf(this.dataset.release, live).then((copy) => copy && this.#draw(copy));
  }

  #listen() {
    this.addEventListener("hand", (event) => this.#take(event.detail));
    document.addEventListener("submit", (event) => this.#add(this.turns.read(event, this)));
    document.addEventListener("visibilitychange", () => this.#wake());
    addEventListener("pageshow", (event) => event.persisted && this.#wake());
    addEventListener("online", () => this.#wake());
    addEventListener("storage", (event) => this.sending.queue.owns(event.key) && this.sending.shared());
    const follows = document.querySelector("[name=follow]");
    follows?.addEventListener("change", () => this.#follow(follows.checked));
    whenTapped({ reload: reloadPage, question: () => this.#openQuestion() });
  }

  #take({ typed, hand }) {
    const body = { ...writeHand(hand, this.record.players), at: timeNow() };
    this.#add({ kind: "record", key: typed.key, base: Number(typed.base), hand, body, typed });
  }

  #add(change) {
    if (change) this.sending.add({ ...change, players: this.record.players });
  }

  #taken() {
    this.live.isIdle = false;
    this.live.changedAt = Date.now();
    this.#catchUp();
  }

  /** Shows what has to be decided before anything else is sent. */
  async #openQuestion() {
    try {
      const { openQuestion } = await import("./question.js");
      await openQuestion(this);
    } catch {
      // No network just now; or a newer release is there, without the files of this one, as the next look tells.
      if (!this.#isOutdated) setTimeout(() => this.sending.goOn(), ASKED_AGAIN);
    }
    this.#show();
  }

  // --- what others do ---

  #wake() {
    this.live.wake();
    if (!document.hidden) this.sending.outbox.wake();
  }

  #follow(isFollowing) {
    this.live.isPaused = !isFollowing;
    this.live.wake();
    this.#show();
  }

  /** The page as the server has it now is due, since more is known than it shows; after the last of several. */
  #catchUp() {
    if (this.sending.queue.waiting.length <= 1) this.live.look();
  }

  #seen(answer) {
    if (GONE.includes(answer.status)) this.#gone();
    if (answer.release && answer.release !== this.dataset.release) this.#tellOutdated();
    if (answer.status === 200) this.#draw(answer);
    this.sending.outbox.flush();
    return this.sending.delivery.latest.version > this.record.version;
  }

  #tellOutdated() {
    if (this.#isOutdated) return;
    this.#isOutdated = true;
    this.#show();
  }

  /** This phone may not see the series any more: the server's page says so, once nothing is waiting here. */
  #gone() {
    if (this.sending.queue.waiting.length) return;
    this.live.isPaused = true;
    location.reload();
  }

  /** The server's page, unless it is older than what is known; of another release only what was played. */
  #draw(answer) {
    const fresh = drawnIn(new DOMParser().parseFromString(answer.text, "text/html"));
    if (!fresh || fresh.record.version < Math.max(this.record.version, this.sending.delivery.latest.version)) return;
    const isOurs = answer.release === this.dataset.release;
    if (isOurs) this.page = fresh;
    this.#follows(fresh.record);
    this.live.tag = answer.tag;
    this.#show();
    if (isOurs) keepCopy(answer, this.dataset.live).finally(() => this.#settle());
  }

  #follows(record) {
    const { undoable, undoes, version } = record;
    const isOthers = undoable && !undoes && undoable.seq !== this.record.undoable?.seq;
    if (isOthers) this.turns.calm();
    if (version > this.record.version) this.live.changedAt = Date.now() - record.age * 1000;
    this.record = record;
    this.sending.learn(record);
    if (this.entry?.isEmpty) this.entry.base = version;
  }

  /** Other pages that tell of what the page now shows by itself are kept anew. */
  #settle() {
    const settled = this.sending.settle(this.page.record.version);
    const hasBegun = settled.some(({ kind }) => kind === "start");
    if (hasBegun) keepPages({ pages: [location.pathname] });
    if (settled.length) keepPages({ pages: ["/"], old: FRESH });
  }

  // --- what is seen ---

  /** The server's page as it last came, and over it what it doesn't know yet. */
  #show() {
    const { queue, question } = this.sending;
    this.expected = expect(this.record, queue.changes);
    // Who only looks on takes nothing back.
    if (!this.entry) Object.assign(this.expected, { undo: null, redo: null });
    const late = this.sending.late();
    layOver(this, this.#regions(late));
    const { silentSince } = this.live;
    tell({ late, question, silentSince, isKept: queue.isKept, isOutdated: this.#isOutdated });
    if (this.entry) this.#showEntry();
  }

  /** What the regions look like; `late` are the changes that are marked as on their way. */
  #regions(late) {
    const regions = this.page.regions.cloneNode(true);
    const isAhead = this.expected.isAhead || this.record !== this.page.record;
    if (isAhead) drawAhead({ ...this.page, regions }, this.expected, new Set(late.map(handOf)));
    const { notice } = this.sending;
    if (notice) regions.querySelector("[role=status]").replaceChildren(copyOfWords(notice.words));
    this.turns.draw(regions);
    return regions;
  }

  #showEntry() {
    const { record } = this.expected;
    this.entry.form.hidden = sheetOf(record).over || record.state === "abandoned";
    this.entry.record = record;
    const isSaved = this.sending.queue.has(this.entry.key) || record.hands.some(({ id }) => id === this.entry.key);
    if (isSaved) this.entry.empty();
  }
}

/** The id of the hand that a change is about. */
const handOf = ({ key, instead }) => instead ?? key;

const copyOfWords = (words) => (words instanceof Node ? words.cloneNode(true) : words);

customElements.define("series-board", SeriesBoard);
