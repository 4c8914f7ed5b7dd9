/**
 * The thumb form: fills itself in from taps and keys, says on its button what saving would do, and hands a whole hand
 * over as the event "hand", with `detail` `{ hand, typed }`. What is half entered survives a reload.
 */
import { foresee, readEntry, sumOf } from "../lib/entry.js";
import { newId } from "../lib/ids.js";
import { HandFields } from "./hand-fields.js";
import { say, sayGames } from "./say.js";

class HandForm extends HandFields {
  #record = null;
  #draft = null;

  /** `draft` is the `Store` of what is half entered. */
  begin(record, draft) {
    this.#draft = draft;
    this.open();
    this.form.addEventListener("submit", (event) => this.#save(event));
    // WebKit empties fields without autocomplete after it has shown a page again that somebody came back to.
    addEventListener("pageshow", (event) => event.persisted && setTimeout(() => this.#refill() && this.changed()));
    // A page that comes from a cache has had its id before.
    if (!this.form.querySelector(".error:not(:empty)") && !this.#refill()) this.fields.key.value = newId();
    this.record = record;
  }

  /** Whether something was half entered: then it stands in the fields again. */
  #refill() {
    const typed = this.#draft.read();
    if (typeof typed?.key !== "string") return false;
    this.fill(typed);
    return true;
  }

  /** The id of the hand that is being entered. */
  get key() {
    return this.fields.key.value;
  }

  /** Whether nothing is entered yet: then the hand to come rests on what the page shows now. */
  get isEmpty() {
    const { who, laidDown, held } = this.read();
    return !who && !laidDown && !held;
  }

  set base(version) {
    this.fields.base.value = version;
  }

  /** The series as it stands, waiting hands included: the button tells what comes next to it. */
  set record(record) {
    this.#record = record;
    this.changed();
  }

  /** Puts fields in, as `read` gives them. */
  fill({ key, base, who, laidDown, held, spade, limit }) {
    this.fields.key.value = key;
    this.fields.base.value = base;
    this.#choose("who", who);
    this.#choose("knocker_deadwood", laidDown);
    this.fields.other_deadwood.value = held;
    if (this.fields.spade) this.fields.spade.checked = spade;
    if (this.fields.knock_limit && limit) this.fields.knock_limit.value = limit;
  }

  /** What lies in the fields, as text. */
  read() {
    const { key, base, who, knocker_deadwood, other_deadwood, spade, knock_limit } = this.fields;
    return {
      key: key.value,
      base: base.value,
      who: who.value,
      laidDown: knocker_deadwood.value,
      held: other_deadwood.value,
      spade: spade?.checked ?? false,
      limit: knock_limit?.value ?? "",
    };
  }

  /** An empty form for the next hand, under an id of its own. */
  empty() {
    this.form.reset();
    const blank = { key: newId(), base: this.#record.version, who: "", laidDown: "", held: "" };
    this.fill({ ...blank, spade: false, limit: "10" });
    for (const error of this.form.querySelectorAll(".error")) error.textContent = "";
    this.#draft.write(null);
    this.changed();
  }

  #choose(name, value) {
    for (const radio of this.form.querySelectorAll(`[name=${name}]`)) radio.checked = radio.value === value;
  }

  refresh() {
    const typed = this.read();
    this.#draft.write(this.isEmpty ? null : typed);
    this.#preview(this.#foresee(typed));
  }

  /** What the fields come to: `{ lacks }`, `{ refused }`, or what `foresee` tells. */
  #foresee(typed) {
    const { hand, ...lacking } = readEntry(typed);
    return hand ? foresee(this.#record, hand) : lacking;
  }

  #preview(outcome) {
    const button = this.form.querySelector(".save");
    button.className = `save ${penOf(outcome)}`.trim();
    this.form.querySelector("[data-preview]").replaceChildren(this.#sentence(outcome));
    this.form.querySelector("[data-sum]").textContent = outcome.played ? sumOf(outcome.played) : "";
  }

  #sentence({ lacks, seat, refused, played }) {
    if (lacks === "who") return say("who");
    if (lacks === "deadwood") return say("deadwood", { name: this.#player(seat) });
    if (refused) return say(refused.code, { name: this.#player(refused.facts.player), ...refused.facts });
    const { winner, result, points, columns, after_end } = played;
    if (after_end || winner === null) return say("void");
    const values = { name: this.#player(winner), points };
    if (!columns.length) return say("nowhere", values);
    return say(result === "undercut" ? "undercut" : "win", { ...values, games: sayGames(columns) });
  }

  #player(seat) {
    return { seat, name: this.#record.players[seat] };
  }

  #save(event) {
    event.preventDefault();
    const typed = this.read();
    const { hand, played } = this.#foresee(typed);
    if (!played) return;
    const isByKeyboard = document.activeElement.matches(":focus-visible");
    this.dispatchEvent(new CustomEvent("hand", { bubbles: true, detail: { hand, typed } }));
    if (isByKeyboard) this.fields.who[0].focus();
  }
}

/** The class that colours the save button: the winner's pen, nobody's for a void hand, none while something is missing. */
function penOf({ played }) {
  if (!played) return "";
  return played.winner === null ? "none" : `p${played.winner}`;
}

customElements.define("hand-form", HandForm);
