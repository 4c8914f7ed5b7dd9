/**
 * A series as the twin scores it: `rules`, `players` (names by seat), `hands` (those that stand, by seat),
 * `first_dealer`, `next_dealer` (who deals the hand to come, a seat or null), `version`.
 */
import { replay } from "../engine/sheet.js";

/** The record that an answer of the API states, by name there, by seat here. */
export function recordOf(answer) {
  const { players, rules, version } = answer;
  const seatOf = (name) => (name === null || name === undefined ? null : players.indexOf(name));
  const standing = answer.hands.filter((hand) => !hand.struck);
  return {
    players,
    rules,
    version,
    hands: standing.map((hand) => handBySeat(hand, players, seatOf)),
    first_dealer: seatOf(standing[0]?.dealer ?? answer.first_dealer),
    next_dealer: seatOf(answer.next_dealer),
  };
}

function handBySeat({ id, how, knocker, deadwood, winner, points, spade, knock_limit, dealer }, players, seatOf) {
  const hand = { id, how, dealer: seatOf(dealer) };
  if (how === "points") return { ...hand, winner: seatOf(winner), points };
  if (how === "void") return hand;
  return {
    ...hand,
    knocker: seatOf(knocker),
    deadwood: players.map((name) => deadwood[name] ?? 0),
    spade: spade ?? false,
    knock_limit: knock_limit ?? null,
  };
}

/** The record's sheet. */
export const sheetOf = ({ rules, hands, first_dealer, next_dealer }) =>
  replay(rules, hands, { first_dealer, next_dealer });

/** The record with one more hand at its end, which takes the dealer that was known for it. */
export function withHand(record, hand) {
  const hands = [...record.hands, { ...hand, dealer: hand.dealer ?? record.next_dealer }];
  const { next_dealer } = sheetOf({ ...record, hands, next_dealer: null });
  return { ...record, hands, next_dealer };
}
