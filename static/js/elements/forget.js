/** Forgetting this device: what was never sent from it is told first. */
import { Queue, seriesWaiting } from "../lib/queue.js";
import { say } from "./say.js";
import { storage } from "./storage.js";

const form = document.querySelector("form[data-forget]");
form?.addEventListener("submit", warn, { once: true });

/** The first tap only says what would be lost; the second is meant so. */
function warn(event) {
  const waiting = seriesWaiting(storage()).flatMap((series) => new Queue(storage(), series).waiting);
  if (!waiting.length) return;
  event.preventDefault();
  form.prepend(say("unsent", { count: waiting.length }));
}
