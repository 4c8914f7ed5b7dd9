/** Reasons as codes with numbers, made from what a hand did; whoever shows them has the sentences. */
import { COLUMNS } from "./column.js";

/**
 * Why a hand is worth what it is worth (section 1 of the rules): `code` names the case, the rest its sum.
 * `knocker` and `other` are seats, `laid_down` and `held` their deadwoods after lay-offs.
 */
export function whyPoints(played) {
  if (played.after_end) return { code: "after_end" };
  const { hand, winner, points, bonus, doubled } = played;
  const { how, knocker, deadwood } = hand;
  if (how === "void") return { code: "void" };
  if (how === "points") return { code: "points", winner, points };
  const other = 1 - knocker;
  const code = winner === null ? "level" : played.result;
  const [laid_down, held] = [deadwood[knocker], deadwood[other]];
  return { code, knocker, other, laid_down, held, bonus, points, doubled };
}

/**
 * Why a win went into the columns it went into (section 2 of the rules); null where nobody won.
 * `nth_win`: the plain cascade. `nth_win_closed`: the same, but columns of it had `closed` already.
 * `late_start`: a win slid on to a column that the plain cascade would not have reached yet.
 * `nowhere`: all of its columns had closed.
 */
export function whyColumns(played) {
  const { winner: player = null, win, columns, was_open } = played;
  if (player === null) return null;
  const plain = COLUMNS.slice(0, win);
  const closed = plain.filter((number) => !was_open.includes(number));
  const facts = { win, player, columns, closed };
  if (!columns.length) return { code: "nowhere", ...facts };
  if (columns.some((number) => number > win)) return { code: "late_start", ...facts };
  return { code: closed.length ? "nth_win_closed" : "nth_win", ...facts };
}
