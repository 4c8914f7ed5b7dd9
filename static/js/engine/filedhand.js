/** How the series file states a hand and its players: by name, where the engine has seats. */

/** A hand's JSON value: what was entered and nothing else. */
export function writeHand(hand, players) {
  const { how, knocker, deadwood, winner, points, spade, knock_limit, dealer } = hand;
  const written = { how };
  if (deadwood) Object.assign(written, { knocker: players[knocker], deadwood: byName(deadwood, players) });
  if (how === "points") Object.assign(written, { winner: players[winner], points });
  if (spade) written.spade = true;
  if (Number.isInteger(knock_limit)) written.knock_limit = knock_limit;
  if (Number.isInteger(dealer)) written.dealer = players[dealer];
  return written;
}

/** A pair by seat as an object by name. */
export const byName = (pair, players) => ({ [players[0]]: pair[0], [players[1]]: pair[1] });

/** The name at a seat; null for nobody. */
export const nameOf = (seat, players) => (seat === null ? null : players[seat]);
