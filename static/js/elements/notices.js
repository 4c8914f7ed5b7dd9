/** What there is to know besides the score, beside the names of the two: what waits, and since when nothing is live. */
import { patchChildren } from "./patch.js";
import { say, sayTime, sayWaiting } from "./say.js";

const place = () => document.querySelector("#notices");

/** Tells of the changes that are `late`, and of each of the others where it is so. */
export function tell({ late, question, silentSince, isKept, isOutdated }) {
  const told = document.createDocumentFragment();
  if (late.length) told.append(sayWaiting(late));
  if (question) told.append(say("question"));
  if (silentSince) told.append(say("not-live", { time: sayTime(silentSince) }));
  if (!isKept) told.append(say("stay"));
  if (isOutdated) told.append(say("reload"));
  patchChildren(place(), told);
}

/** `answers` has what to do on a tap, by the value of the notice's button. */
export function whenTapped(answers) {
  place().addEventListener("click", (event) => answers[event.target.closest("button")?.value]?.());
}
