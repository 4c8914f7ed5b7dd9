/**
 * Draws into a copy of the server's page what that doesn't show yet: totals, who deals, the last change with its buttons,
 * and rows of the sheet; all with the page's own words. The page that comes from the server later takes its place.
 */
import { sheetOf } from "../lib/record.js";
import { fillSlots, say, sayGames } from "./say.js";

/** Results that the sheet names beside the number of the hand. */
const HOWS = ["gin", "big_gin", "undercut"];

/**
 * Draws what is expected over `page` (`regions` and the `record` they show). `waiting` are the ids of hands that are
 * marked as on their way.
 */
export function drawAhead({ regions, record: shown }, { record, undo, redo, said }, waiting) {
  const sheet = sheetOf(record);
  const isMarked = ({ number }) => waiting.has(record.hands[number - 1].id);
  for (const column of sheet.columns) drawColumn(regions, record, column, sheet.hands.filter(isMarked));
  for (const seat of [0, 1]) drawDecided(regions, seat, sheet.decided === seat && !sheet.over);
  const dealer = regions.querySelector(".totals thead td");
  const deals = sheet.over || sheet.next_dealer === null ? "" : say("deals", { name: player(record, sheet.next_dealer) });
  dealer.replaceChildren(deals);
  if (said) regions.querySelector("[role=status]").replaceChildren(sentence(record, said, sheet));
  drawTurns(regions.querySelector("#last"), { redo, undo });
  drawRows(regions.querySelector("#sheet tbody"), shown, record, sheet, isMarked);
  const end = regions.querySelector("#end");
  if (!sheet.over) end.replaceChildren();
  else if (!end.firstElementChild && waiting.size) end.replaceChildren(say("over"));
}

function drawColumn(regions, { rules }, { number, points, winner }, marked) {
  regions.querySelectorAll(".totals thead th")[number - 1].classList.toggle("closed", winner !== null);
  for (const seat of [0, 1]) {
    const total = regions.querySelector(`.totals tr.p${seat} [data-game="${number}"]`);
    const leads = winner === null && points[seat] > points[1 - seat];
    const state = winner === null ? "needs" : winner === seat ? "won" : "lost";
    const isAhead = marked.some((hand) => hand.winner === seat && hand.columns.includes(number));
    const standing = say(state, { points: rules.target - points[seat] });
    if (isAhead) standing.append(say("ahead"));
    total.textContent = points[seat];
    total.closest("td").className = classes(state, leads && "leads", winner !== null && "closed", isAhead && "ahead");
    total.nextElementSibling.replaceChildren(standing);
  }
}

function drawDecided(regions, seat, isDecided) {
  const name = regions.querySelector(`.totals tr.p${seat} th`);
  name.querySelector("small")?.remove();
  if (isDecided) name.append(say("decided"));
}

function sentence(record, { undone }, sheet) {
  const { number, winner, result, points, columns, after_end } = undone || sheet.hands.at(-1);
  const isScored = !after_end && winner !== null;
  if (!isScored) return say(undone ? "undone-void" : "last-void", { number });
  const values = { number, points, name: player(record, winner) };
  if (undone && HOWS.includes(result)) return say("undone-how", { ...values, how: say(`how-${result}`) });
  if (undone) return say("undone", values);
  if (!columns.length) return say("last-nowhere", values);
  return say(result === "undercut" ? "last-undercut" : "last-win", { ...values, games: sayGames(columns) });
}

/**
 * Each button as the server drew it for a change that the server knows; the plain one for a change of this phone. Undo
 * keeps its place at the end while there is something beside it.
 */
function drawTurns(last, aims) {
  for (const [kind, aim] of Object.entries(aims)) {
    const button = last.querySelector(`[formaction$=${kind}]`);
    const isDrawn = aim?.seq && button && !button.disabled;
    if (isDrawn) last.append(button);
    else button?.remove();
    if (aim && !isDrawn) last.append(say(kind));
  }
  if (aims.redo && !aims.undo) last.append(say("no-undo"));
}

/** The rows of what differs from the page's own: those of hands that are gone are taken out, new ones put in. */
function drawRows(body, shown, record, sheet, isMarked) {
  const same = (hand, index) => JSON.stringify(hand) === JSON.stringify(record.hands[index]);
  const differs = shown.hands.findIndex((hand, index) => !same(hand, index));
  const kept = differs < 0 ? shown.hands.length : differs;
  const numberOf = (row) => Number(row.querySelector("th b")?.textContent);
  for (const row of [...body.rows]) if (!row.cells[0].matches("th") || numberOf(row) > kept) row.remove();
  for (const played of sheet.hands.slice(kept)) {
    const row = rowOf(sheet, played, body.closest("table").classList.contains("by-player"));
    if (isMarked(played)) mark(row);
    if (body.dataset.order === "paper") body.append(row);
    else body.prepend(row);
  }
}

function rowOf(sheet, { number, winner, result, points, columns }, isByPlayer) {
  if (!columns?.length) {
    return say("row-note", { number, note: say(winner === null ? "note-void" : "note-nowhere") }).firstElementChild;
  }
  const row = say("row", { number }).firstElementChild;
  const [name, ...cells] = row.cells;
  if (HOWS.includes(result)) name.append(say(`how-${result}`));
  cells.forEach((cell, index) => {
    const [seat, game] = isByPlayer ? [Math.floor(index / 3), (index % 3) + 1] : [index % 2, Math.floor(index / 2) + 1];
    const isEntered = seat === winner && columns.includes(game);
    cell.className = isEntered ? `p${seat}` : "";
    if (isEntered) fillSlots(cell, { total: totalAfter(sheet, number, seat, game), plus: points });
    else cell.replaceChildren();
  });
  return row;
}

/** A player's points in a game after the hand of that number. */
function totalAfter(sheet, number, seat, game) {
  const entered = sheet.hands.slice(0, number).filter((hand) => hand.winner === seat && hand.columns.includes(game));
  return entered.reduce((sum, { points }) => sum + points, 0);
}

function mark(row) {
  row.classList.add("ahead");
  row.cells[0].append(say("ahead"));
}

const player = ({ players }, seat) => ({ seat, name: players[seat] });
const classes = (...names) => names.filter(Boolean).join(" ");
