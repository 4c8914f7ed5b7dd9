/** The hands of a series played onto the three columns (sections 2, 3 and 6 of the rules), before anything is settled. */
import { COLUMNS, columnsEntered } from "./column.js";
import { scoreHand } from "./hand.js";

/**
 * What these checked hands come to in this order; players are seats, pairs are by seat.
 *
 * `hands`: `number`, `hand`, what `scoreHand` gives, `columns` entered, `win` (the winner's wins with this
 * one; 0: nobody won), `was_open` before it, `closes` (the columns it closed), `dealer`; after the end only
 * `number`, `hand` and `after_end`. `columns`: `number`, `points`, `lines`, `boxes`, `winner`, `closed_by`. Then
 * `games_won`, `decided`, `over`, `next_dealer`.
 * @param {Object} rules all options of section 7, in their ranges
 * @param {Object[]} hands as `checkHand` gave them
 * @param {{first_dealer: ?number, next_dealer: ?number}} dealers seats: for the first hand, for the next one
 */
export function playHands(rules, hands, { first_dealer = null, next_dealer = null } = {}) {
  const pad = {
    dealer: first_dealer,
    wins: [0, 0],
    over: false,
    columns: COLUMNS.map(emptyColumn),
  };
  const played = hands.map((hand, index) => play(rules, pad, hand, index + 1));
  return {
    hands: played,
    columns: pad.columns,
    games_won: gamesWon(pad.columns),
    decided: decidedFor(pad.columns),
    over: pad.over,
    next_dealer: next_dealer ?? pad.dealer,
  };
}

const emptyColumn = (number) =>
  ({ number, points: [0, 0], lines: [0, 0], boxes: [0, 0], winner: null, closed_by: null });

function play(rules, pad, hand, number) {
  if (pad.over) return { number, hand, after_end: true };
  const score = scoreHand(rules, hand);
  const dealer = hand.dealer ?? pad.dealer;
  const was_open = COLUMNS.filter((column) => pad.columns[column - 1].winner === null);
  const columns = score.winner === null ? [] : enter(rules, pad, score, was_open);
  const closes = columns.filter((entered) => close(rules, pad.columns[entered - 1], score.winner, number));
  pad.over = isOver(rules, pad.columns);
  pad.dealer = dealsNext(rules, score.winner, dealer);
  const win = pad.wins[score.winner] ?? 0;
  return { number, hand, ...score, columns, win, was_open, closes, dealer };
}

function enter(rules, pad, { winner, points, boxes }, open) {
  pad.wins[winner] += 1;
  const hasLine = pad.columns.map((column) => column.lines[winner] > 0);
  const entered = columnsEntered(rules.late_start, pad.wins[winner], open, hasLine);
  for (const number of entered) {
    const column = pad.columns[number - 1];
    column.points[winner] += points;
    column.lines[winner] += 1;
    column.boxes[winner] += boxes;
  }
  return entered;
}

function close(rules, column, seat, number) {
  if (column.points[seat] < rules.target) return false;
  column.winner = seat;
  column.closed_by = number;
  return true;
}

const gamesWon = (columns) => [0, 1].map((seat) => columns.filter((column) => column.winner === seat).length);

function decidedFor(columns) {
  const seat = gamesWon(columns).findIndex((won) => won >= 2);
  return seat < 0 ? null : seat;
}

function isOver(rules, columns) {
  const isDecided = rules.stop_when_decided && decidedFor(columns) !== null;
  return isDecided || columns.every((column) => column.winner !== null);
}

/** Who deals after a hand (section 6 of the rules); null where nobody knows. */
function dealsNext(rules, winner, dealer) {
  if (winner === null) return dealer;
  if (rules.next_dealer === "winner") return winner;
  if (rules.next_dealer === "loser") return 1 - winner;
  return dealer === null ? null : 1 - dealer;
}
