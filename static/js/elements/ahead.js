/**
 * Draws what the server's page doesn't show yet: totals, who deals and the last hand, filled into the page that is there,
 * with its own words. The page that comes from the server draws over it.
 */
import { sheetOf } from "../lib/record.js";
import { say, sayGames } from "./say.js";

/** Shows this record in the board's totals and status line. */
export function drawAhead(board, record) {
  const sheet = sheetOf(record);
  for (const column of sheet.columns) drawColumn(board, record, column);
  const dealer = board.querySelector(".totals thead td");
  dealer.replaceChildren(sheet.next_dealer === null ? "" : say("deals", { name: player(record, sheet.next_dealer) }));
  const played = sheet.hands.at(-1);
  if (played) board.querySelector("[role=status]").replaceChildren(lastHand(record, played));
}

function drawColumn(board, { rules }, { number, points, winner }) {
  board.querySelectorAll(".totals thead th")[number - 1].classList.toggle("closed", winner !== null);
  for (const seat of [0, 1]) {
    const total = board.querySelector(`.totals tr.p${seat} [data-game="${number}"]`);
    const leads = points[seat] > points[1 - seat];
    const state = winner === null ? "needs" : winner === seat ? "won" : "lost";
    total.textContent = points[seat];
    total.closest("td").className = `${state}${leads ? " leads" : ""}${winner === null ? "" : " closed"}`;
    total.nextElementSibling.replaceChildren(say(state, { points: rules.target - points[seat] }));
  }
}

function lastHand(record, { number, winner, result, points, columns, after_end }) {
  if (after_end || winner === null) return say("last-void", { number });
  const values = { number, points, name: player(record, winner) };
  if (!columns.length) return say("last-nowhere", values);
  return say(result === "undercut" ? "last-undercut" : "last-win", { ...values, games: sayGames(columns) });
}

const player = ({ players }, seat) => ({ seat, name: players[seat] });
