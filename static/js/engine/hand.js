/**
 * One hand: what may be entered, and what it is worth (section 1 of the rules).
 *
 * A hand has `how`, and of `knocker`, `deadwood`, `winner`, `points`, `spade`, `knock_limit`, `dealer`
 * those that it needs; the others are left out or null. Players are seats, 0 and 1; `deadwood` is a pair
 * by seat after lay-offs, the knocker's 0 for gin and big gin.
 */
import { Malformed, NotAllowed } from "./errors.js";

/** Two each of K Q J 10 and two nines: ten cards without a meld. */
const MOST_DEADWOOD = 98;
/** Of a result taken over from paper. */
const MOST_POINTS = 400;
/** The highest deadwood that may knock where the hand has no limit of its own. */
const KNOCK_LIMIT = 10;

const LAID_DOWN = ["knocker", "deadwood", "spade", "knock_limit"];

/** What each way to end has a use for; anything else stated with it is refused. */
export const USES = {
  knock: LAID_DOWN,
  gin: LAID_DOWN,
  big_gin: LAID_DOWN,
  points: ["winner", "points"],
  void: [],
};
const FIELDS = ["knocker", "deadwood", "winner", "points", "knock_limit", "spade"];

/**
 * The hand as it is kept: as given, but a knock with 0 is gin.
 * @throws {Malformed} where something is missing or has no use
 * @throws {NotAllowed} where a number is out of its range, or the rules don't play it
 */
export function checkHand(rules, hand) {
  const { how } = hand;
  const isStated = (field) => !isMissing(hand[field]) && hand[field] !== false;
  const stray = FIELDS.find((field) => isStated(field) && !USES[how].includes(field));
  if (stray) throw new Malformed("not_used", stray, { how });
  if (how === "void") return hand;
  if (how === "points") return checkPoints(hand);
  if (hand.spade && !rules.spade_doubles) throw new NotAllowed("spade_not_played", "spade");
  return checkLaidDown(rules, hand, limitOf(rules, hand));
}

function checkPoints(hand) {
  if (isMissing(hand.winner)) throw new Malformed("winner_missing", "winner");
  if (isMissing(hand.points)) throw new Malformed("points_missing", "points");
  checkRange("points", hand.points, MOST_POINTS);
  return hand;
}

function limitOf(rules, { knock_limit }) {
  if (isMissing(knock_limit)) return KNOCK_LIMIT;
  if (!rules.oklahoma) throw new NotAllowed("knock_limit_not_played", "knock_limit");
  checkRange("knock_limit", knock_limit, KNOCK_LIMIT);
  return knock_limit;
}

function checkLaidDown(rules, hand, limit) {
  const { how, knocker: player, deadwood } = hand;
  if (isMissing(player)) throw new Malformed("knocker_missing", "knocker");
  const other = 1 - player;
  if (isMissing(deadwood)) throw new Malformed("deadwood_missing", "deadwood", { player: other });
  if (how === "big_gin" && rules.big_gin_bonus === null) throw new NotAllowed("big_gin_not_played", "how");
  for (const seat of [player, other]) checkRange("deadwood", deadwood[seat], MOST_DEADWOOD, { player: seat });
  const value = deadwood[player];
  if (how !== "knock") {
    if (value) throw new NotAllowed("gin_with_deadwood", "deadwood", { player, value });
    return hand;
  }
  if (value === 0) return Object.freeze({ ...hand, how: "gin" });
  if (value <= limit) return hand;
  const held = deadwood[other];
  const code = held <= limit ? "swapped" : "above_limit";
  throw new NotAllowed(code, "deadwood", { player, value, limit, other, held });
}

const isMissing = (value) => value === null || value === undefined;

function checkRange(field, value, high, facts = {}) {
  if (value >= 0 && value <= high) return;
  throw new NotAllowed(`${field}_range`, field, { ...facts, value, low: 0, high });
}

/**
 * What a checked hand is worth: `result`, `winner` (a seat; null where nobody scores), `points` with
 * the bonus, `boxes` a line (section 4); and, to show the sum, `bonus` before a spade doubles it and
 * whether it `doubled`. The winner is worked out, never taken on trust.
 */
export function scoreHand(rules, hand) {
  const { how, knocker, deadwood } = hand;
  if (how === "points") return score("points", hand.winner, hand.points);
  const difference = how === "void" ? 0 : deadwood[1 - knocker] - deadwood[knocker];
  const undercut = how === "knock" && difference <= 0;
  if (how === "void" || (undercut && !difference && rules.tie === "void")) return score("void", null, 0, 0);
  const result = undercut ? "undercut" : how;
  const bonus = how === "knock" && !undercut ? 0 : rules[`${result}_bonus`];
  const boxes = 1 + (undercut ? rules.undercut_boxes : how === "knock" ? 0 : rules.gin_boxes);
  const times = hand.spade ? 2 : 1;
  const winner = undercut ? 1 - knocker : knocker;
  const points = (Math.abs(difference) + bonus) * times;
  return score(result, winner, points, rules.double_boxes ? boxes * times : boxes, bonus, times === 2);
}

const score = (result, winner, points, boxes = 1, bonus = 0, doubled = false) =>
  Object.freeze({ result, winner, points, boxes, bonus, doubled });
