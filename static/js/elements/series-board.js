/**
 * The board of a series: sends what is entered, follows what others enter, and shows the totals at once, what is still on
 * its way included. The server's page is the only one that draws; the browser's own scoring only fills in numbers until
 * that page has come.
 */
import { writeHand } from "../engine/filedhand.js";
import { alone } from "../lib/alone.js";
import { expect } from "../lib/expected.js";
import { timeNow } from "../lib/clock.js";
import { newId } from "../lib/ids.js";
import { Outbox } from "../lib/outbox.js";
import { Queue } from "../lib/queue.js";
import { sheetOf } from "../lib/record.js";
import { Store } from "../lib/store.js";
import { drawAhead } from "./ahead.js";
import { copyOf, keepCopy } from "./copies.js";
import { Delivery, GONE } from "./delivery.js";
import { Live } from "./live.js";
import { keepPages, reloadPage } from "./offline.js";
import { patchChildren } from "./patch.js";
import { say, sayTime, sayWaiting } from "./say.js";
import { storage } from "./storage.js";

/** How old the copy of the front door may be while a series is played (milliseconds). */
const FRESH = 5 * 60_000;
/** Changes that are one tap: where they come too late, nothing that was typed is lost. */
const TAPS = ["undo", "redo", "dealer"];
const REGIONS = ["totals", "last", "end", "sheet"];
/** How long a change may be on its way before anybody is told (milliseconds): most are answered sooner. */
const PATIENCE = 1500;
/** How long undo and redo take no tap once another phone's change has given them another meaning (milliseconds). */
const CALM = 1000;
/** The same after a tap on one of them: the second tap of a double one was meant for what the button said before. */
const ECHO = 250;
/** When to ask a question again that did not come through (milliseconds). */
const AGAIN = 5000;
/** How long a total that has changed takes to fade in (milliseconds). */
const FADE = 300;

class SeriesBoard extends HTMLElement {
  /** Whether what waits has waited long enough to say so. */
  #isLate = false;
  #isOutdated = false;
  #calmUntil = 0;
  /** What stands in the status line in place of the last change: `{ words, version }`, until the series moves on. */
  #notice = null;
  /** The question that stops the queue: `{ change, answer }`. */
  question = null;

  connectedCallback() {
    const { series, api, live, tag } = this.dataset;
    this.page = drawnIn(this);
    this.record = this.page.record;
    this.entry = this.querySelector("hand-form");
    this.queue = new Queue(storage(), series);
    this.delivery = new Delivery(api, this.record);
    this.outbox = new Outbox({
      queue: this.queue,
      send: (change, attempt) => this.#send(change, attempt),
      changed: () => this.#show(),
      alone: (work) => alone(`sending ${series}`, work, { locks: navigator.locks, storage: storage() }),
    });
    this.live = new Live({
      url: live,
      tag,
      age: this.record.age,
      seen: (answer) => this.#seen(answer),
      changed: () => this.#show(),
    });
    this.live.isIdle = this.queue.waiting.some(({ kind }) => kind === "start");
    this.entry?.begin(this.record, new Store(storage(), `draft.1 ${series}`));
    this.#listen();
    this.#show();
    this.outbox.flush();
    copyOf(this.dataset.release, live).then((copy) => copy && this.#draw(copy));
  }

  #listen() {
    this.addEventListener("hand", (event) => this.#take(event.detail));
    document.addEventListener("submit", (event) => this.#turn(event));
    document.addEventListener("visibilitychange", () => this.#wake());
    addEventListener("pageshow", (event) => event.persisted && this.#wake());
    addEventListener("online", () => this.#wake());
    addEventListener("storage", (event) => this.queue.owns(event.key) && this.#shared());
    const follows = document.querySelector("[name=follow]");
    follows?.addEventListener("change", () => this.#follow(follows.checked));
    document.querySelector("#notices").addEventListener("click", (event) => this.#answerNotice(event.target));
  }

  #take({ typed, hand }) {
    const body = { ...writeHand(hand, this.record.players), at: timeNow() };
    this.#add({ kind: "record", key: typed.key, base: Number(typed.base), hand, body, typed });
  }

  /** Undo, redo and the dealer: one tap, no page change. */
  #turn(event) {
    const button = event.submitter;
    if (button?.name === "dealer") {
      event.preventDefault();
      button.closest("details").open = false;
      const dealer = Number(button.value);
      const body = { dealer: this.record.players[dealer] };
      this.#add({ kind: "dealer", key: newId(), base: this.record.version, dealer, body });
    }
    if (button?.form?.id !== "turns") return;
    event.preventDefault();
    const kind = button.formAction.split("/").at(-1);
    const aim = this.expected[kind];
    if (!aim || Date.now() < this.#calmUntil) return;
    this.#calm(ECHO);
    this.#add({ kind, key: newId(), aim });
  }

  /** Undo and redo take no tap for so long (milliseconds). */
  #calm(time) {
    this.#calmUntil = Math.max(this.#calmUntil, Date.now() + time);
    setTimeout(() => this.#show(), time);
  }

  #add(change) {
    this.#notice = null;
    setTimeout(() => this.#tellLate(), PATIENCE);
    this.outbox.add({ ...change, players: this.record.players });
  }

  // --- what becomes of a change ---

  async #send(change, attempt) {
    const fate = await this.delivery.send(change, attempt);
    if (fate.later) {
      this.#tellLate();
      return "later";
    }
    if (fate.missed) return this.#letGo(change, say("not-turned"));
    if (fate.status) return this.#decline(change, fate);
    this.live.isIdle = false;
    this.live.changedAt = Date.now();
    this.#catchUp();
    return fate.version;
  }

  /** A change that was turned down: what nobody has to decide is put right, the rest is a question. */
  #decline(change, answer) {
    const { status, body } = answer;
    this.#catchUp();
    if (change.instead) return this.#alter(change, { instead: undefined, patch: undefined });
    if (GONE.includes(status)) return this.#ask(change, answer);
    if (change.aim && status === 409 && this.delivery.isAimed(change)) return "again";
    if (TAPS.includes(change.kind)) return this.#letGo(change, status === 409 ? say("not-turned") : body.error);
    if (!body.meanwhile) return this.#ask(change, answer);
    const same = body.meanwhile.find(({ hand }) => hand === body.same_as);
    if (same) {
      this.seeUpTo(same.seq);
      return this.#letGo(change, body.error);
    }
    // Theirs that somebody has told from what waits here already are no question any more.
    if (body.meanwhile.some(({ seq }) => !(seq <= change.judged))) return this.#ask(change, answer);
    return this.#alter(change, { base: body.series.version });
  }

  #letGo(change, words) {
    this.#notice = { words, version: this.delivery.latest.version };
    this.queue.drop(change.key);
    this.#show();
    return "again";
  }

  #alter(change, values) {
    this.queue.put({ ...change, ...values });
    return "again";
  }

  /** What waits comes after the hand of theirs that this entry of the log tells, and is none up to there. */
  seeUpTo(seq) {
    for (const change of this.queue.waiting) if (change.base < seq) this.queue.put({ ...change, base: seq });
  }

  /** All that waits was told from theirs up to this entry, unless a hand is alike. */
  tellApart(seq) {
    for (const change of this.queue.waiting) this.queue.put({ ...change, judged: seq });
  }

  #ask(change, answer) {
    this.question = { change, answer };
    this.openQuestion();
    return "stop";
  }

  /** Shows what has to be decided before anything else is sent. */
  async openQuestion() {
    try {
      const { openQuestion } = await import("./question.js");
      await openQuestion(this);
    } catch {
      // No network just now; or a newer release is there, without the files of this one, as the next look tells.
      if (!this.#isOutdated) setTimeout(() => this.goOn(), AGAIN);
    }
    this.#show();
  }

  /** Goes on after a question: it was answered here or in another tab. */
  goOn() {
    this.question = null;
    return this.outbox.resume();
  }

  /** Another tab of this phone has changed the queue. */
  #shared() {
    const { change } = this.question ?? {};
    if (change && JSON.stringify(this.queue.changes.find(({ key }) => key === change.key)) !== JSON.stringify(change)) {
      document.querySelector("dialog")?.close();
      this.goOn();
    }
    this.#show();
    this.outbox.flush();
  }

  // --- what others do ---

  #wake() {
    this.live.wake();
    if (!document.hidden) this.outbox.wake();
  }

  #follow(isFollowing) {
    this.live.isPaused = !isFollowing;
    this.live.wake();
    this.#show();
  }

  /** The page as the server has it now is due, since more is known than it shows; after the last of several. */
  #catchUp() {
    if (this.queue.waiting.length <= 1) this.live.look();
  }

  #seen(answer) {
    if (GONE.includes(answer.status)) this.#gone();
    if (answer.release && answer.release !== this.dataset.release) this.#tellOutdated();
    if (answer.status === 200) this.#draw(answer);
    this.outbox.flush();
    return this.delivery.latest.version > this.record.version;
  }

  #tellOutdated() {
    if (this.#isOutdated) return;
    this.#isOutdated = true;
    this.#show();
  }

  /** This phone may not see the series any more: the server's page says so, once nothing is waiting here. */
  #gone() {
    if (this.queue.waiting.length) return;
    this.live.isPaused = true;
    location.reload();
  }

  /** The server's page, unless it is older than what is known; of another release only what was played. */
  #draw(answer) {
    const fresh = drawnIn(new DOMParser().parseFromString(answer.text, "text/html"));
    if (!fresh || fresh.record.version < Math.max(this.record.version, this.delivery.latest.version)) return;
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
    if (isOthers) this.#calm(CALM);
    if (version > this.record.version) this.live.changedAt = Date.now() - record.age * 1000;
    if (version > this.#notice?.version) this.#notice = null;
    this.record = record;
    this.delivery.learn(record);
    if (this.entry?.isEmpty) this.entry.base = version;
  }

  /** What the page shows by itself needs no remembering here; other pages that tell of it are kept anew. */
  #settle() {
    const settled = this.queue.changes.filter(({ done }) => done <= this.page.record.version);
    for (const { key } of settled) this.queue.drop(key);
    const hasBegun = settled.some(({ kind }) => kind === "start");
    if (hasBegun) keepPages({ pages: [location.pathname] });
    if (settled.length) keepPages({ pages: ["/"], old: FRESH });
  }

  // --- what is seen ---

  /** The server's page as it last came, and over it what it doesn't know yet. */
  #show() {
    this.expected = expect(this.record, this.queue.changes);
    // Who only looks on takes nothing back.
    if (!this.entry) Object.assign(this.expected, { undo: null, redo: null });
    const { waiting } = this.queue;
    this.#isLate &&= waiting.length > 0;
    const regions = this.page.regions.cloneNode(true);
    const isAhead = this.expected.isAhead || this.record !== this.page.record;
    if (isAhead) drawAhead({ ...this.page, regions }, this.expected, new Set(this.#isLate ? waiting.map(handOf) : []));
    if (this.#notice) regions.querySelector("[role=status]").replaceChildren(copyOfWords(this.#notice.words));
    if (Date.now() < this.#calmUntil) {
      for (const button of regions.querySelectorAll("#last button")) button.setAttribute("aria-disabled", "true");
    }
    const totals = totalsIn(this);
    steadily(regionIn(this, "sheet"), () => {
      for (const region of REGIONS) patchChildren(regionIn(this, region), regionIn(regions, region));
    });
    fadeChanged(totals, totalsIn(this));
    this.#showNotices(waiting);
    if (this.entry) this.#showEntry();
  }

  #showEntry() {
    const { record } = this.expected;
    this.entry.form.hidden = sheetOf(record).over || record.state === "abandoned";
    this.entry.record = record;
    const isSaved = this.queue.has(this.entry.key) || record.hands.some(({ id }) => id === this.entry.key);
    if (isSaved) this.entry.empty();
  }

  #tellLate() {
    if (this.#isLate || !this.queue.waiting.length) return;
    this.#isLate = true;
    this.#show();
  }

  /** What there is to know besides the score: what waits, and since when the page is not live. */
  #showNotices(waiting) {
    const told = document.createDocumentFragment();
    if (this.#isLate) told.append(sayWaiting(waiting));
    if (this.question) told.append(say("question"));
    if (this.live.silentSince) told.append(say("not-live", { time: sayTime(this.live.silentSince) }));
    if (!this.queue.isKept) told.append(say("stay"));
    if (this.#isOutdated) told.append(say("reload"));
    patchChildren(document.querySelector("#notices"), told);
  }

  #answerNotice(target) {
    const asked = target.closest("button")?.value;
    if (asked === "reload") reloadPage();
    if (asked === "question") this.openQuestion();
  }
}

/** The id of the hand that a change is about. */
const handOf = ({ key, instead }) => instead ?? key;

/** Changes the page so that the row of the sheet that somebody is reading stays where it is. */
function steadily(sheet, change) {
  const top = (node) => node.getBoundingClientRect().top;
  const read = top(sheet) < 0 && [...sheet.querySelectorAll("tr")].find((row) => top(row) > 0);
  const before = read && top(read);
  change();
  if (read?.isConnected) scrollBy(0, top(read) - before);
}

const copyOfWords = (words) => (words instanceof Node ? words.cloneNode(true) : words);

const regionIn = (root, region) => root.querySelector(`#${region}`);

/** The six totals, each an element with the number that it shows now. */
const totalsIn = (root) => [...root.querySelectorAll("[data-game]")].map((element) => [element, element.textContent]);

/** Lets numbers that have changed fade in, for who wants things to move. */
function fadeChanged(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  after.forEach(([element, points], index) => {
    if (before[index]?.[1] !== points) element.animate({ opacity: [0.3, 1] }, FADE);
  });
}

/** The regions that a page draws, apart from it, and the record that they show; null for what is no such page. */
function drawnIn(root) {
  const record = regionIn(root, "record");
  if (!record) return null;
  const regions = document.createDocumentFragment();
  for (const region of REGIONS) regions.append(regionIn(root, region).cloneNode(true));
  return { regions, record: JSON.parse(record.textContent) };
}

customElements.define("series-board", SeriesBoard);
