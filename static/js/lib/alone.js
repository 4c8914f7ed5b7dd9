/** One tab of this phone at a time. */
import { newId } from "./ids.js";

const TAB = newId();
/** How long a tab that stopped in the middle holds up the others (milliseconds). */
const LEASE = 5000;

/**
 * Does `work` while no other tab does what has this name, and gives what it gives; undefined where another one is at it.
 * Browsers on plain http have no locks: there a note in the storage stands for one, which `work` is given a function to
 * renew. Two tabs that write it in the same moment are no harm, since every change is kept once under its key.
 */
export async function alone(name, work, { locks, storage }) {
  if (locks) return locks.request(name, { ifAvailable: true }, (lock) => (lock ? work(() => {}) : undefined));
  const note = () => storage?.setItem(name, JSON.stringify({ tab: TAB, until: Date.now() + LEASE }));
  try {
    if (isTaken(storage?.getItem(name))) return undefined;
    note();
  } catch {
    return work(() => {});
  }
  try {
    return await work(note);
  } finally {
    storage?.removeItem(name);
  }
}

function isTaken(text) {
  const { tab, until } = JSON.parse(text ?? "{}") ?? {};
  return until > Date.now() && tab !== TAB;
}
