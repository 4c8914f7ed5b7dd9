/** A change that the server turned down: what nobody has to decide is put right in the queue, the rest is a question. */
import { GONE } from "./delivery.js";
import { say } from "./say.js";

/** Changes that are one tap: where they come too late, nothing that was typed is lost. */
const TAPS = ["undo", "redo", "dealer"];

const QUESTION = { isQuestion: true };
const UNDECIDED = {};

/**
 * What becomes of the change: `{ isQuestion }`, `{ words }` where it is to be let go with these, or neither, where it may
 * be sent again.
 */
export function verdictOn(change, { status, body }, { queue, delivery }) {
  if (change.instead) return alter(queue, change, { instead: undefined, patch: undefined });
  if (GONE.includes(status)) return QUESTION;
  if (change.aim && status === 409 && delivery.isAimed(change)) return UNDECIDED;
  if (TAPS.includes(change.kind)) return { words: status === 409 ? say("not-turned") : body.error };
  if (!body.meanwhile) return QUESTION;
  const same = body.meanwhile.find(({ hand }) => hand === body.same_as);
  if (same) {
    queue.seeUpTo(same.seq);
    return { words: body.error };
  }
  // Theirs that somebody has told from what waits here already are no question any more.
  if (body.meanwhile.some(({ seq }) => !(seq <= change.judged))) return QUESTION;
  return alter(queue, change, { base: body.series.version });
}

function alter(queue, change, values) {
  queue.put({ ...change, ...values });
  return UNDECIDED;
}
