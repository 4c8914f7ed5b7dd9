/**
 * The page of a series with nobody on it, filled in with the series that was begun on this phone without a network: names
 * and address in every text and attribute, the record, and only the controls that its rules have a use for.
 */
import { Queue } from "../lib/queue.js";
import { say } from "./say.js";
import { storage } from "./storage.js";

/** What stands for the two names and the series in the page, as the server printed it. */
const NOBODY = ["\ue000", "\ue001"];
const NO_SERIES = "00000000-0000-0000-0000-000000000000";

/** Whether the page was filled in; where this phone has begun no such series, the page says so. */
export function fillBlank() {
  const series = location.pathname.split("/")[2];
  const start = new Queue(storage(), series).changes.find(({ kind }) => kind === "start");
  if (!start) {
    document.querySelector("h1").textContent = "";
    document.title = document.title.split(" · ").at(-1);
    document.querySelector("main").replaceChildren(say("unknown"));
    addEventListener("online", () => location.reload());
    return false;
  }
  const { record } = start;
  put(document, { [NO_SERIES]: series, [NOBODY[0]]: record.players[0], [NOBODY[1]]: record.players[1] });
  document.querySelector("#record").textContent = JSON.stringify(record);
  keepControls(record.rules);
  return true;
}

/** These words in the place of others, in every text and attribute, templates included. */
function put(root, words) {
  const filled = (text) => Object.entries(words).reduce((told, [blank, word]) => told.replaceAll(blank, word), text);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) node.data = filled(node.data);
    else for (const attribute of node.attributes) attribute.value = filled(attribute.value);
    if (node.localName === "template") put(node.content, words);
  }
}

function keepControls({ big_gin_bonus, spade_doubles, oklahoma }) {
  const fields = document.querySelector(".entry").elements;
  const drop = (field) => field.closest("label").remove();
  if (big_gin_bonus === null) {
    for (const radio of [...fields.who].filter(({ value }) => value.endsWith("big_gin"))) drop(radio);
    document.querySelector(".who").classList.remove("big");
  }
  if (!spade_doubles) drop(fields.spade);
  if (!oklahoma) drop(fields.knock_limit);
  if (!spade_doubles && !oklahoma) document.querySelector(".extra").remove();
}
