/**
 * The changes to one series that were made on this phone, until the server's page shows them.
 *
 * Each lies in the browser's storage under a name of its own, so that two tabs never write over one another; the name
 * tells the shape as well, so that no release reads what another one wrote in its own way. Where the browser refuses
 * storage they are remembered as long as the page is open: `isKept` says which.
 */
const SHAPE = "change.1";
const KINDS = ["start", "record", "dealer", "undo", "redo"];

export class Queue {
  #storage;
  #prefix;
  #held = new Map();

  constructor(storage, series) {
    this.#storage = storage;
    this.#prefix = `${SHAPE} ${series} `;
    this.isKept = keeps(storage);
  }

  /** All changes, oldest first: those that wait, and those that the server has `done` (at that version). */
  get changes() {
    const names = storedNames(this.#storage).filter((name) => name.startsWith(this.#prefix));
    const stored = names.map((name) => readChange(this.#storage.getItem(name)));
    return [...stored, ...this.#held.values()].filter(Boolean).sort((one, other) => one.place - other.place);
  }

  get waiting() {
    return this.changes.filter(({ done }) => done === undefined);
  }

  /** Puts a change, which has a `key` of its own, behind all others. */
  add(change) {
    const last = this.changes.at(-1)?.place ?? 0;
    this.put({ ...change, place: Math.max(Date.now(), last + 1) });
  }

  /** The change as it is from now on, in its place. */
  put(change) {
    try {
      this.#storage.setItem(this.#prefix + change.key, JSON.stringify(change));
      this.#held.delete(change.key);
    } catch {
      this.isKept = false;
      this.#held.set(change.key, change);
    }
  }

  has(key) {
    return this.changes.some((change) => change.key === key);
  }

  drop(key) {
    this.#held.delete(key);
    this.#storage?.removeItem(this.#prefix + key);
  }

  /** What waits comes after the hand of theirs that this entry of the log tells, and is none up to there. */
  seeUpTo(seq) {
    for (const change of this.waiting) if (change.base < seq) this.put({ ...change, base: seq });
  }

  /** All that waits was told from theirs up to this entry, unless a hand is alike. */
  tellApart(seq) {
    for (const change of this.waiting) this.put({ ...change, judged: seq });
  }

  /** Whether something else than a tab of this series wrote what lies under this name; null: everything was cleared. */
  owns(name) {
    return name === null || name.startsWith(this.#prefix);
  }
}

/** The ids of all series that have changes here which wait. */
export function seriesWaiting(storage) {
  const names = storedNames(storage).filter((name) => name.startsWith(`${SHAPE} `));
  const waits = (change) => change !== null && change.done === undefined;
  const waiting = names.filter((name) => waits(readChange(storage.getItem(name))));
  return [...new Set(waiting.map((name) => name.split(" ")[1]))];
}

function storedNames(storage) {
  return storage ? Array.from({ length: storage.length }, (_, index) => storage.key(index)) : [];
}

/** The change that lies there; null for what is none, whoever put it there. */
function readChange(text) {
  try {
    const change = JSON.parse(text);
    const isChange = typeof change.key === "string" && Number.isFinite(change.place) && KINDS.includes(change.kind);
    return isChange ? change : null;
  } catch {
    return null;
  }
}

function keeps(storage) {
  try {
    storage.setItem(SHAPE, "");
    storage.removeItem(SHAPE);
    return true;
  } catch {
    return false;
  }
}
