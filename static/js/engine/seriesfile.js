/** The series file `hollywood-gin/1`: JSON values in, checked values out, and back again. */
import { Malformed, NotAllowed, Refused } from "./errors.js";
import { whyPoints } from "./explain.js";
import { byName, nameOf, writeHand } from "./filedhand.js";
import { USES, checkHand, scoreHand } from "./hand.js";
import { readPlayers, shortened } from "./names.js";
import { DEFAULTS, isObject, readRules } from "./rules.js";
import { readTime } from "./times.js";
import { whole } from "./whole.js";

export { writeHand };

export const FORMAT = "hollywood-gin/1";
const LONGEST_TEXT = 500;
const MOST_HANDS = 10_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UNSTORABLE = /[\0\p{Cs}]/u;

/**
 * The series that a file's JSON value states: `players`, `rules` (all), `hands` (each with `hand`, `id`,
 * `at`, `struck`), `first_dealer` and `next_dealer` (seats), `id`, `book`, `note`, `started_at`,
 * `abandoned_at`. Taken whole or not at all. Unknown keys are ignored, but not inside `rules` and `deadwood`.
 * @throws {Refused} naming field and hand, for anything amiss
 */
export function readSeries(given) {
  if (!isObject(given)) throw new Malformed("series_not_object");
  const { format = FORMAT } = given;
  if (format !== FORMAT) throw new Malformed("format_unknown", "format");
  const players = readPlayers(given.players);
  const rules = Object.hasOwn(given, "rules") ? readRules(given.rules) : DEFAULTS;
  return Object.freeze({
    players,
    rules,
    hands: readHands(given.hands, players, rules),
    first_dealer: readPlayer(given.first_dealer, players, "first_dealer"),
    next_dealer: readPlayer(given.next_dealer, players, "next_dealer"),
    id: readOwnId(given),
    book: readText(given.book, "book"),
    note: readText(given.note, "note") ?? "",
    started_at: readTime(given.started_at, "started_at"),
    abandoned_at: readTime(given.abandoned_at, "abandoned_at"),
  });
}

/**
 * The hand that a file's or request's JSON value states, checked against the rules; a claimed `winner` too.
 * @throws {Refused} with the field to put right
 */
export function readHand(given, players, rules) {
  if (!isObject(given)) throw new Malformed("hand_not_object");
  const { how } = given;
  if (typeof how !== "string" || !Object.hasOwn(USES, how)) {
    const code = Object.hasOwn(given, "how") ? "how_unknown" : "how_missing";
    throw new Malformed(code, "how", { choices: Object.keys(USES) });
  }
  for (const key of ["knocker", "deadwood", "points", "knock_limit"]) {
    if (Object.hasOwn(given, key) && !USES[how].includes(key)) throw new Malformed("not_used", key, { how });
  }
  const claim = readPlayer(given.winner, players, "winner");
  if (claim !== null && how === "void") throw new Malformed("not_used", "winner", { how });
  const knocker = readPlayer(given.knocker, players, "knocker");
  if (USES[how].includes("knocker") && knocker === null) throw new Malformed("knocker_missing", "knocker");
  const kept = checkHand(
    rules,
    Object.freeze({
      how,
      knocker,
      deadwood: knocker === null ? null : readDeadwood(given.deadwood, players, how, knocker),
      winner: how === "points" ? claim : null,
      points: readWhole(given, "points"),
      spade: readSwitch(given, "spade"),
      knock_limit: readWhole(given, "knock_limit"),
      dealer: readPlayer(given.dealer, players, "dealer"),
    }),
  );
  if (claim !== null) checkClaim(rules, kept, claim);
  return kept;
}

/** The JSON value of a sheet as `score --json` prints it, but that `why` is a code with its numbers. */
export function writeSheet(sheet, players) {
  const { money } = sheet;
  return {
    players: [...players],
    hands: sheet.hands.map((played) => writePlayed(played, players)),
    columns: sheet.columns.map((column) => writeColumn(column, players)),
    games_won: byName(sheet.games_won, players),
    decided: nameOf(sheet.decided, players),
    over: sheet.over,
    winner: nameOf(sheet.winner, players),
    next_dealer: nameOf(sheet.next_dealer, players),
    net: byName(sheet.net, players),
    money: money && { ...money, payer: players[money.payer], payee: players[money.payee] },
  };
}

/** What one hand did, as JSON; a hand after the end says only that. */
export function writePlayed(played, players) {
  const { number, winner, result, points, columns, dealer, after_end } = played;
  if (after_end) return { number, after_end };
  const names = { winner: nameOf(winner, players), dealer: nameOf(dealer, players) };
  return { number, ...names, result, points, columns: [...columns], why: whyPoints(played) };
}

function writeColumn({ number, points, boxes, winner, closed_by, shutout, total, value }, players) {
  return {
    number,
    points: byName(points, players),
    boxes: byName(boxes, players),
    winner: nameOf(winner, players),
    closed_by,
    shutout,
    total: byName(total, players),
    value,
  };
}

function readHands(given, players, rules) {
  if (!Array.isArray(given)) throw new Malformed("hands_not_list", "hands");
  if (given.length > MOST_HANDS) throw new Malformed("hands_too_many", "hands", { high: MOST_HANDS });
  const seen = new Set();
  return Object.freeze(given.map((entry, index) => readFiledHand(entry, players, rules, seen, index + 1)));
}

function readFiledHand(entry, players, rules, seen, number) {
  try {
    const hand = readHand(entry, players, rules);
    const filed = Object.freeze({
      hand,
      id: readOwnId(entry),
      at: readTime(entry.at, "at"),
      struck: readSwitch(entry, "struck"),
    });
    if (seen.has(filed.id)) throw new Malformed("id_repeated", "id");
    if (filed.id !== null) seen.add(filed.id);
    return filed;
  } catch (refused) {
    if (refused instanceof Refused) refused.hand = number;
    throw refused;
  }
}

function readPlayer(given, players, field) {
  if (given === undefined || given === null) return null;
  const seat = players.indexOf(given);
  if (seat >= 0) return seat;
  throw new Malformed("player_unknown", field, { name: typeof given === "string" ? shortened(given) : null });
}

function readDeadwood(given, players, how, knocker) {
  const missing = (player) => new Malformed("deadwood_missing", "deadwood", { player });
  if (given === undefined || given === null) throw missing(1 - knocker);
  if (!isObject(given)) throw new Malformed("deadwood_not_object", "deadwood");
  const foreign = Object.keys(given).find((name) => !players.includes(name));
  if (foreign !== undefined) throw new Malformed("player_unknown", "deadwood", { name: shortened(foreign) });
  const deadwood = [0, 0];
  for (const player of [knocker, 1 - knocker]) {
    const isStated = Object.hasOwn(given, players[player]);
    if (!isStated && player === knocker && how !== "knock") continue;
    if (!isStated) throw missing(player);
    deadwood[player] = whole(given[players[player]]);
    if (deadwood[player] === null) throw new Malformed("deadwood_not_whole", "deadwood", { player });
  }
  return Object.freeze(deadwood);
}

function readWhole(given, key) {
  if (!Object.hasOwn(given, key)) return null;
  const number = whole(given[key]);
  if (number === null) throw new Malformed("not_whole", key);
  return number;
}

function readSwitch(given, key) {
  const { [key]: value = false } = given;
  if (typeof value !== "boolean") throw new Malformed(`${key}_not_switch`, key);
  return value;
}

function checkClaim(rules, hand, claim) {
  const { winner, result } = scoreHand(rules, hand);
  if (winner === claim) return;
  const code = winner === null ? "claim_level" : "claim_differs";
  const [laid_down, held] = [hand.deadwood[hand.knocker], hand.deadwood[1 - hand.knocker]];
  throw new NotAllowed(code, "winner", { player: claim, other: winner, result, laid_down, held });
}

/** A UUID in its canonical form (8-4-4-4-12, lower case); null where none is stated. */
function readOwnId(given) {
  if (!Object.hasOwn(given, "id")) return null;
  if (typeof given.id !== "string" || !UUID.test(given.id)) throw new Malformed("id_malformed", "id");
  return given.id.toLowerCase();
}

/** A note or a book's name of at most 500 characters; null where there is none. */
function readText(given, field) {
  if (given === undefined || given === null) return null;
  if (typeof given !== "string") throw new Malformed("text_not_text", field);
  if ([...given].length > LONGEST_TEXT) throw new Malformed("text_too_long", field, { high: LONGEST_TEXT });
  if (UNSTORABLE.test(given)) throw new Malformed("text_unprintable", field);
  return given;
}
