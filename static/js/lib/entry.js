/** What lies in the entry form, read as a hand; and what is still missing. Seats are 0 and 1. */
import { Refused } from "../engine/errors.js";
import { checkHand } from "../engine/hand.js";
import { sheetOf, withHand } from "./record.js";

/** Most digits of a deadwood. */
const DIGITS = 2;

/**
 * The hand that the fields say, or what they lack: `{ hand }`, or `{ lacks: "who" }`, or
 * `{ lacks: "deadwood", seat }`. Fields are text: `who` ("0-knock", "void"), `laidDown`, `held`, `spade`, `limit`.
 */
export function readEntry({ who, laidDown, held, spade, limit }) {
  if (!who) return { lacks: "who" };
  if (who === "void") return { hand: { how: "void" } };
  const [seat, how] = who.split("-");
  const knocker = Number(seat);
  if (how === "knock" && !laidDown) return { lacks: "deadwood", seat: knocker };
  if (!held) return { lacks: "deadwood", seat: 1 - knocker };
  const pair = [Number(how === "knock" ? laidDown : 0), Number(held)];
  const hand = { how, knocker, deadwood: knocker ? pair.reverse() : pair };
  if (spade) hand.spade = true;
  if (limit) hand.knock_limit = Number(limit);
  return { hand };
}

/**
 * What the hand would do at the end of this series: `{ hand, played, record }`, as the server will work it out, or
 * `{ refused }` with the engine's refusal.
 */
export function foresee(record, hand) {
  try {
    const kept = checkHand(record.rules, hand);
    const next = withHand(record, kept);
    return { hand: kept, record: next, played: sheetOf(next).hands.at(-1) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error };
    throw error;
  }
}

/** The sum of a hand as it is written on the pad: "26 − 4 = 22"; empty where nobody scores. */
export function sumOf({ hand, result, bonus, doubled, points, winner }) {
  if (winner === null || hand.how === "points") return "";
  const laidDown = hand.deadwood[hand.knocker];
  const held = hand.deadwood[1 - hand.knocker];
  const terms = { knock: `${held} − ${laidDown}`, undercut: `${laidDown} − ${held} + ${bonus}` };
  const sum = terms[result] ?? `${held} + ${bonus}`;
  return doubled ? `(${sum}) × 2 = ${points}` : `${sum} = ${points}`;
}

/** The digits after one more was typed: a third is ignored, and a leading 0 gives way. */
export function withDigit(digits, digit) {
  if (digits === "0") return digit;
  return digits.length < DIGITS ? digits + digit : digits;
}
