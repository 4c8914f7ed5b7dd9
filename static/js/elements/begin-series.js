/** A new series between people who are known here, begun on this phone while there is no network. */
import { OPTIONS } from "../engine/rules.js";
import { readSeries } from "../engine/seriesfile.js";
import { timeNow } from "../lib/clock.js";
import { newId } from "../lib/ids.js";
import { Queue } from "../lib/queue.js";
import { storage } from "./storage.js";

/** How long the server may take to say that it is there (milliseconds). */
const PATIENCE = 2500;

/** Whether the server can be reached now. */
export async function isReachable() {
  const attempt = new AbortController();
  setTimeout(() => attempt.abort(), PATIENCE);
  const answer = await fetch("/healthz", { cache: "no-store", signal: attempt.signal }).catch(() => null);
  return answer?.ok ?? false;
}

/**
 * Begins the series that the form asks for, in the book of that name, and gives its address.
 * @throws {Refused} where names or rules are none
 */
export function beginSeries(fields, book) {
  const id = newId();
  const told = [fields.player_1.value, fields.player_2.value];
  const { players, rules } = readSeries({ players: told, rules: rulesIn(fields), hands: [] });
  const drawn = Math.random() < 0.5 ? 0 : 1;
  const dealer = fields.first_dealer.value === "draw" ? drawn : Number(fields.first_dealer.value);
  const body = { id, book, players, rules, first_dealer: players[dealer], started_at: timeNow(), hands: [] };
  const record = { players, rules, hands: [], first_dealer: dealer, next_dealer: dealer, version: 0, age: 0 };
  const log = { undoable: null, redoable: null, undoes: 0, keys: [] };
  new Queue(storage(), id).add({ kind: "start", key: id, players, body, record: { ...record, ...log } });
  return `/series/${id}`;
}

/** The rules that the fields say, as a series file does. */
function rulesIn(fields) {
  const amount = fields.stake_amount.value.trim().replace(",", ".");
  const stake = amount ? { amount, currency: fields.stake_currency.value.trim() } : null;
  const names = Object.keys(OPTIONS).filter((name) => name !== "stake");
  return { ...Object.fromEntries(names.map((name) => [name, valueOf(OPTIONS[name], fields[name])])), stake };
}

function valueOf({ kind, optional }, field) {
  if (kind === "switch") return field.checked;
  const told = field.value.trim();
  if (optional && !told) return null;
  return /^[0-9]{1,9}$/.test(told) ? Number(told) : told;
}
