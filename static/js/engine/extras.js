/** Extras of a closed column: game, boxes, shutout (section 4 of the rules). Never toward the target. */

/**
 * Both players' totals, by seat, of a column that `winner` has closed; `shutout`: the loser has no line
 * in it. Without extras in the rules there is no shutout either, and the totals are the points.
 */
export function totalsOf(rules, points, boxes, winner, shutout) {
  if (!rules.extras) return points;
  const totals = points.map((own, seat) => own + boxes[seat] * rules.box_bonus);
  totals[winner] += rules.game_bonus;
  const more = { plus_100: 100, double_total: totals[winner], double_points: points[winner], none: 0 };
  if (shutout) totals[winner] += more[rules.shutout];
  return totals;
}
