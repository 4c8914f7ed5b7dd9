/**
 * A series as the twin scores it: `rules`, `players` (names by seat), `hands` (those that stand, by seat),
 * `first_dealer`, `next_dealer` (who deals the hand to come, a seat or null), `version`, `state`; and of the log `undoable`,
 * `redoable`, `undoes`, `keys` and `age`, as the page states them.
 */
import { playHands } from "../engine/play.js";

/** What the record's hands come to. */
export const sheetOf = ({ rules, hands, first_dealer, next_dealer }) =>
  playHands(rules, hands, { first_dealer, next_dealer });

/** The record with one more hand at its end, which takes the dealer that was known for it. */
export function withHand(record, hand) {
  const hands = [...record.hands, { ...hand, dealer: hand.dealer ?? record.next_dealer }];
  const { next_dealer } = sheetOf({ ...record, hands, next_dealer: null });
  return { ...record, hands, next_dealer };
}
