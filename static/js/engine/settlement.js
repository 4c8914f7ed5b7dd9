/** What the closed columns are worth, and who owes whom (section 5 of the rules). */

/** A closed column's worth to its winner, factor included; below 0 where the loser's total is larger. */
export function columnValue(rules, number, points, total, winner, shutout) {
  let value = total[winner] - total[1 - winner];
  if (rules.settlement === "winner_plus_difference") {
    const doubled = rules.extras && shutout && rules.shutout === "double_total";
    value += points[winner] * (doubled ? 2 : 1);
  }
  return number === 3 ? value * rules.third_column_factor : value;
}

/** What seat 0 is up over all closed columns, not yet rounded; open columns settle nothing. */
export function netOf(columns) {
  return columns.reduce((net, { winner, value }) => net + (winner ? -value : value), 0);
}

/** `net` to the nearest multiple of `roundTo` (0: as it is), a half away from zero. */
export function rounded(net, roundTo) {
  if (!roundTo) return net;
  const size = Math.floor((2 * Math.abs(net) + roundTo) / (2 * roundTo)) * roundTo;
  return net < 0 ? 0 - size : size;
}

/**
 * Who pays whom how much for seat 0 being up `net` points (rounded): seats of `payer` and `payee`,
 * `amount` as an exact decimal with at least two places, `currency`. Null without a stake or at level.
 */
export function moneyOf(stake, net) {
  if (!stake || !net) return null;
  const payee = net > 0 ? 0 : 1;
  const amount = multiply(stake.amount, Math.abs(net));
  return Object.freeze({ payer: 1 - payee, payee, amount, currency: stake.currency });
}

/** "0.0025" times 448 is "1.12": in whole numbers, since floats would be off by a hair. */
function multiply(decimal, times) {
  const [units, places = ""] = decimal.split(".");
  const digits = String(BigInt(units + places.padEnd(4, "0")) * BigInt(times)).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4, -2)}${digits.slice(-2).replace(/0+$/, "")}`;
}
