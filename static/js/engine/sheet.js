/** The whole sheet: a series played hand by hand, and settled (sections 2 to 6 of the rules). */
import { totalsOf } from "./extras.js";
import { playHands } from "./play.js";
import { columnValue, moneyOf, netOf, rounded } from "./settlement.js";

/**
 * The sheet of these checked hands in this order, frozen: what `playHands` gives, in each of its `columns` also
 * `shutout`, `total`, `value`, and then `winner`, `net`, `money`.
 */
export function replay(rules, hands, dealers) {
  const played = playHands(rules, hands, dealers);
  const columns = played.columns.map((column) => settle(rules, column));
  const exact = netOf(columns);
  const net = rounded(exact, rules.round_to);
  const ahead = exact > 0 ? 0 : exact < 0 ? 1 : null;
  const leader = rules.series_winner === "points" ? ahead : played.decided;
  return freeze({
    ...played,
    columns,
    winner: played.over ? leader : null,
    net: [net, 0 - net],
    money: moneyOf(rules.stake, net),
  });
}

function settle(rules, column) {
  const { number, points, lines, boxes, winner } = column;
  if (winner === null) return { ...column, shutout: false, total: points, value: null };
  const shutout = lines[1 - winner] === 0;
  const total = totalsOf(rules, points, boxes, winner, shutout);
  return { ...column, shutout, total, value: columnValue(rules, number, points, total, winner, shutout) };
}

function freeze(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
