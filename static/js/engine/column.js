/** The cascade: which of the three columns a win is entered in (section 2 of the rules). */

/** The columns' numbers, in the order in which they are begun. */
export const COLUMNS = Object.freeze([1, 2, 3]);

/**
 * The numbers of the columns that a player's win number `win` (from 1) is entered in, lowest first.
 * `open` are numbers, lowest first; `hasLine` (the winner has a line there already) is by column. `slide`: every open
 * column with a line of his, and the next open one without. `strict`: the open ones among the first `win`.
 */
export function columnsEntered(lateStart, win, open, hasLine) {
  if (lateStart === "strict") return open.filter((number) => number <= win);
  const fresh = open.findIndex((number) => !hasLine[number - 1]);
  return fresh < 0 ? open : open.slice(0, fresh + 1);
}
