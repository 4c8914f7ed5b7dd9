/** People's names: what may be one, and when two spellings are the same. */
import { Malformed } from "./errors.js";

const LONGEST_NAME = 40;
/** The blanks of Python's `str.split`; JavaScript's own have U+FEFF besides, and lack the four separators. */
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Two names, different as names are compared.
 * @throws {Malformed} with the field `players`
 */
export function readPlayers(given) {
  if (!Array.isArray(given) || given.length !== 2) throw new Malformed("players_not_two", "players");
  const players = given.map((name) => readName(name, "players"));
  if (sameName(...players)) throw new Malformed("players_alike", "players", { name: players[1] });
  return Object.freeze(players);
}

/** A name as it was spelt: 1 to 40 characters, something to see among them, no control characters. */
export function readName(given, field) {
  if (typeof given !== "string") throw new Malformed("name_not_text", field);
  if (!VISIBLE.test(given)) throw new Malformed("name_empty", field);
  if ([...given].length > LONGEST_NAME) throw new Malformed("name_too_long", field, { high: LONGEST_NAME });
  if (UNPRINTABLE.test(given)) throw new Malformed("name_unprintable", field);
  return given;
}

/** A name as it is kept and shown: NFC, without outer and double blanks. */
export const cleanName = (name) => words(name.normalize("NFC")).join(" ");

/** What two spellings of one name have in common: NFC, outer and double blanks and case do not count. */
export const foldedName = (name) => [...cleanName(name)].map(foldCase).join("").normalize("NFC");

/** Whether two spellings are one name. */
export const sameName = (one, two) => one === two || foldedName(one) === foldedName(two);

/** A stranger's text as it may stand in a sentence: one line of at most 40 characters. */
export function shortened(text) {
  const line = [...words(text).join(" ")];
  return line.length <= LONGEST_NAME ? line.join("") : `${line.slice(0, LONGEST_NAME - 1).join("")}…`;
}

const words = (text) => text.split(BLANKS).filter(Boolean);

/** Python's `casefold`: down, up and down again, but the dotless i is a letter of its own. */
const foldCase = (letter) => (letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase());
