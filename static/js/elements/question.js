/**
 * A hand that the server did not take as it is: two phones entered one, or the rules or the server refuse it. The server's
 * own page asks; what is chosen changes the queue, which then goes on.
 */
import { newId } from "../lib/ids.js";
import "./local-time.js";
import { fillSlots } from "./say.js";
import { look, post } from "./server.js";

/** A tap that was meant for what lay below chooses nothing (milliseconds). */
const CALM = 700;
/** When to try again where the question has answered itself. */
const PAUSE = 2000;

/** Shows the question that stops the board's queue. */
export async function openQuestion(board) {
  const { sending } = board;
  const { change, answer } = sending.question;
  const asked = answer.body.meanwhile ? await conflict(board, change) : await refusal(board, change, answer);
  if (sending.question?.change !== change || document.querySelector("dialog")) return;
  if (!asked) {
    setTimeout(() => sending.goOn(), PAUSE);
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.append(asked);
  document.body.append(dialog);
  const openedAt = Date.now();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    if (Date.now() - openedAt < CALM) return;
    dialog.close();
    if (event.submitter.value !== "later") choose(board, change, event.submitter, asked);
  });
  dialog.showModal();
}

/** The server's page about a hand that somebody else may have entered too; null where it has nothing to ask any more. */
async function conflict(board, { key, base, typed }) {
  const { who, laidDown, held, spade, limit } = typed;
  const hand = { who, knocker_deadwood: laidDown, other_deadwood: held, spade: spade ? "1" : "", knock_limit: limit };
  return sectionOf(await post(board.entry.form.action, { key, base, ...hand }));
}

/** The page with the words for a change that is refused, filled in: what it is, and why. */
async function refusal(board, change, { body }) {
  const asked = sectionOf(await look("/hands/refused"));
  if (!asked) return null;
  const words = (name) => asked.querySelector(`template[data-say="${name}"]`).content.cloneNode(true);
  fillSlots(asked, { change: describe(change, board.record.players, words), reason: body.error });
  const canChange = change.kind === "record" && board.entry.isEmpty;
  if (!canChange) asked.querySelector("[value=change]").remove();
  return asked;
}

function describe({ kind, hand }, players, words) {
  if (kind !== "record") return words(kind);
  const { how, knocker, deadwood } = hand;
  if (how === "void") return words(how);
  const name = (seat) => ({ seat, name: players[seat] });
  return fillSlots(words(how), {
    name: name(knocker),
    other: name(1 - knocker),
    laid_down: deadwood[knocker],
    held: deadwood[1 - knocker],
  });
}

function sectionOf(page) {
  return page && new DOMParser().parseFromString(page.text, "text/html").querySelector("#question");
}

function choose(board, change, { value, dataset }, asked) {
  const { queue } = board.sending;
  if (value === "change") {
    board.entry.fill({ ...change.typed, key: newId(), base: board.record.version });
    board.entry.changed();
  }
  if (["change", "drop", "theirs"].includes(value)) giveUp(queue, change);
  else if (value === "both") queue.tellApart(Number(dataset.seq));
  else if (value !== "again") queue.put(insteadOf(value, change, board.record.rules, asked));
  if (dataset.seq && value !== "both") queue.seeUpTo(Number(dataset.seq));
  board.sending.goOn();
}

/** Drops a change; with a series that can't be started everything in it. */
function giveUp(queue, change) {
  const dropped = change.kind === "start" ? queue.changes : [change];
  for (const { key } of dropped) queue.drop(key);
}

/** The hand as an amendment of theirs: every field that these rules have a use for is said. */
function insteadOf(theirs, change, rules, asked) {
  const { at, ...patch } = change.body;
  patch.reason = asked.dataset.reason;
  if (change.hand.deadwood && rules.spade_doubles) patch.spade = Boolean(change.hand.spade);
  if (change.hand.deadwood && rules.oklahoma) patch.knock_limit = change.hand.knock_limit ?? null;
  return { ...change, instead: theirs, patch, base: Number(asked.querySelector("[name=base]").value) };
}
