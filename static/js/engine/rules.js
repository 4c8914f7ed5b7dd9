/** The options that are frozen in each series (section 7 of the rules), their ranges, and the presets. */
import { Malformed } from "./errors.js";
import { shortened } from "./names.js";
import { whole } from "./whole.js";

const number = (low, high, optional = false) => ({ kind: "whole", low, high, optional });
const choice = (...choices) => ({ kind: "choice", choices, optional: false });
const SWITCH = { kind: "switch", optional: false };

/**
 * What each rule may be: `whole` (`low` to `high`), `choice` (one of `choices`), `switch` (true or false)
 * or `stake`. `optional` rules may also be null: not played.
 */
export const OPTIONS = freeze({
  target: number(50, 500),
  gin_bonus: number(0, 100),
  undercut_bonus: number(0, 100),
  tie: choice("undercut", "void"),
  big_gin_bonus: number(0, 100, true),
  oklahoma: SWITCH,
  spade_doubles: SWITCH,
  late_start: choice("slide", "strict"),
  extras: SWITCH,
  game_bonus: number(0, 1000),
  box_bonus: number(0, 100),
  gin_boxes: number(0, 5),
  undercut_boxes: number(0, 5),
  double_boxes: SWITCH,
  shutout: choice("plus_100", "double_total", "double_points", "none"),
  settlement: choice("difference", "winner_plus_difference"),
  third_column_factor: choice(1, 2),
  round_to: choice(0, 100, 500),
  stake: { kind: "stake", optional: true },
  series_winner: choice("columns", "points"),
  stop_when_decided: SWITCH,
  next_dealer: choice("winner", "loser", "alternate"),
});

export const DEFAULTS = freeze({
  target: 100,
  gin_bonus: 25,
  undercut_bonus: 10,
  tie: "undercut",
  big_gin_bonus: null,
  oklahoma: false,
  spade_doubles: false,
  late_start: "slide",
  extras: true,
  game_bonus: 100,
  box_bonus: 20,
  gin_boxes: 0,
  undercut_boxes: 0,
  double_boxes: false,
  shutout: "plus_100",
  settlement: "difference",
  third_column_factor: 1,
  round_to: 0,
  stake: null,
  series_winner: "columns",
  stop_when_decided: false,
  next_dealer: "winner",
});

export const PRESETS = freeze({
  house: DEFAULTS,
  plain: { ...DEFAULTS, extras: false },
  classic: { ...DEFAULTS, gin_bonus: 20 },
  modern: { ...DEFAULTS, undercut_bonus: 25, big_gin_bonus: 31, box_bonus: 25, shutout: "double_total" },
  rummytalk: {
    ...DEFAULTS,
    target: 250,
    undercut_bonus: 25,
    game_bonus: 250,
    box_bonus: 25,
    gin_boxes: 2,
    undercut_boxes: 1,
    spade_doubles: true,
    double_boxes: true,
    shutout: "double_total",
    settlement: "winner_plus_difference",
    third_column_factor: 2,
    round_to: 500,
  },
});

/** Digits of an amount of money that still make sense at a card table. */
const AMOUNT = /^[0-9]{1,12}(\.[0-9]{1,4})?$/;
const CURRENCY = /^[A-Za-z]{3}$/;

/**
 * The rules that a series file states, all of them; what it leaves out is the default.
 * @throws {Malformed} with the field `rules.<key>` for an unknown rule, a wrong type, a value out of range
 */
export function readRules(given) {
  if (!isObject(given)) throw new Malformed("rules_not_object", "rules");
  const stated = Object.entries(given).map(([key, value]) => [key, readValue(key, value)]);
  return freeze({ ...DEFAULTS, ...Object.fromEntries(stated) });
}

/** All rules by key, as a series file holds them. */
export function writeRules(rules) {
  return Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, rules[key]]));
}

/** Only the rules that differ from the defaults, as a series file holds them. */
export function changedRules(rules) {
  return Object.fromEntries(Object.entries(writeRules(rules)).filter(([key, value]) => value !== DEFAULTS[key]));
}

/** The preset that these rules are, whatever the stake; null where they are a house's own. */
export function presetOf(rules) {
  const keys = Object.keys(DEFAULTS).filter((key) => key !== "stake");
  const isPreset = (name) => keys.every((key) => PRESETS[name][key] === rules[key]);
  return Object.keys(PRESETS).find(isPreset) ?? null;
}

/** Whether a JSON value is an object, not a list. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readValue(key, value) {
  if (!Object.hasOwn(OPTIONS, key)) throw unknown(key);
  const refuse = (code, facts) => new Malformed(code, `rules.${key}`, { rule: key, ...facts });
  const { kind, low, high, choices, optional } = OPTIONS[key];
  if (value === null && optional) return null;
  if (kind === "stake") return readStake(value);
  if (kind === "switch") {
    if (typeof value !== "boolean") throw refuse("rule_not_switch");
    return value;
  }
  const chosen = typeof value === "string" && kind === "choice" ? value : whole(value);
  if (kind === "choice") {
    if (!choices.includes(chosen)) throw refuse("rule_choice", { choices });
    return chosen;
  }
  if (chosen === null) throw refuse("rule_not_whole", { low, high });
  if (chosen < low || chosen > high) throw refuse("rule_range", { value: chosen, low, high });
  return chosen;
}

function readStake(value) {
  if (!isObject(value)) throw new Malformed("stake_shape", "rules.stake");
  const foreign = Object.keys(value).find((key) => key !== "amount" && key !== "currency");
  if (foreign !== undefined) throw unknown(`stake.${foreign}`);
  const { amount, currency } = value;
  if (typeof amount !== "string" || !AMOUNT.test(amount) || !/[1-9]/.test(amount)) {
    throw new Malformed("stake_amount", "rules.stake.amount");
  }
  if (typeof currency !== "string" || !CURRENCY.test(currency)) {
    throw new Malformed("stake_currency", "rules.stake.currency");
  }
  return { amount: amount.replace(/^0+(?=[0-9])/, ""), currency: currency.toUpperCase() };
}

function unknown(key) {
  const rule = shortened(key);
  return new Malformed("rule_unknown", `rules.${rule}`, { rule });
}

function freeze(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
