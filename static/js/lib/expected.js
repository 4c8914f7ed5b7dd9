/**
 * A series as it will stand once everything has arrived that was done on this phone: the browser's own scoring goes over
 * what the server's page doesn't show yet.
 */
import { checkHand } from "../engine/hand.js";
import { sheetOf, withHand } from "./record.js";

/**
 * `{ record, undo, redo, said, isAhead }` after the changes that the record doesn't have yet; `isAhead`: there are some.
 *
 * `undo` and `redo` are what a tap would go over: `{ seq }` a change that the server knows, `{ kind, hand }` one of this
 * phone's on its way, null where there is none or nobody here can tell. `said` is what the last of the changes did:
 * `{ undone }` (the hand as it was played) or `{ hand }`; without it the page's own sentence stands.
 */
export function expect(record, changes) {
  const known = new Set([...record.keys, ...record.hands.map(({ id }) => id)]);
  const ahead = changes.filter(({ key, done }) => !known.has(key) && !(done <= record.version));
  const start = { record, undo: aimAt(record.undoable), redo: aimAt(record.redoable), undoes: record.undoes };
  return { ...ahead.reduce(after, start), isAhead: ahead.length > 0 };
}

/** Whether what undo or redo would go over, as the server tells it, is what a tap was aimed at. */
export function isAim(aim, change) {
  if (!aim || !change) return false;
  return aim.seq ? aim.seq === change.seq : aim.kind === change.kind && aim.hand === change.hand;
}

const aimAt = (change) => change && { seq: change.seq };

function after(state, change) {
  try {
    return AFTER[change.kind](state, change);
  } catch {
    // A hand that can't be scored here: the server says what is wrong with it.
    return state;
  }
}

const AFTER = { start: (state) => state, record, dealer, undo, redo };

function record(back, { key, hand, instead }) {
  const kept = { ...checkHand(back.record.rules, hand), id: instead ?? key };
  if (!instead) return next(back, withHand(back.record, kept), { kind: "record", hand: key }, { hand: key });
  const hands = back.record.hands.map((other) => (other.id === instead ? { ...kept, dealer: other.dealer } : other));
  return next(back, withHands(back.record, hands), { kind: "amend", hand: instead });
}

function dealer(back, { dealer }) {
  return next(back, { ...back.record, next_dealer: dealer }, { kind: "dealer", hand: null });
}

const next = (back, record, undo, said) => ({ record, undo, redo: null, said, back });

/** The changes of this phone first; then the hands that it recorded last, of which there is nothing more to know. */
function undo(state) {
  const { record } = state;
  const played = lastPlayed(record);
  const gone = { redo: state.undo, forth: state };
  if (state.back) return { ...state.back, ...gone, said: state.undo.kind === "record" && { undone: played } };
  if (!state.undoes) return { ...state, undo: null, redo: null };
  const shorter = { ...record, hands: record.hands.slice(0, -1), next_dealer: played.dealer ?? record.next_dealer };
  const below = state.undoes > 1 ? { kind: "record", hand: shorter.hands.at(-1).id } : null;
  return { ...gone, record: shorter, undo: below, undoes: state.undoes - 1, said: { undone: played } };
}

function redo(state) {
  return state.forth ?? { ...state, undo: null, redo: null };
}

const lastPlayed = (record) => sheetOf(record).hands.at(-1);

/** The record with other hands; who deals follows the rule. */
function withHands(record, hands) {
  const changed = { ...record, hands, next_dealer: null };
  return { ...changed, next_dealer: sheetOf(changed).next_dealer };
}
