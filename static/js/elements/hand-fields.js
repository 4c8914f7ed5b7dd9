/**
 * The fields of the thumb form: filled in from taps and keys. What becomes of them is for who extends this, in
 * `refresh`, called after every change.
 */
import { withDigit } from "../lib/entry.js";

const DIGIT = /^[0-9]$/;

export class HandFields extends HTMLElement {
  /** Whether the next digit begins a new number in place of the one that is there. */
  startsAnew = false;

  open() {
    this.form = this.querySelector("form");
    this.fields = this.form.elements;
    if (this.fields.other_deadwood) this.fields.other_deadwood.readOnly = true;
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("click", (event) => this.#tap(event.target.closest("button[type=button]")));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  changed() {
    this.#limitChips();
    this.refresh();
  }

  #tap(button) {
    if (!button) return;
    const held = this.fields.other_deadwood;
    const before = this.startsAnew && button.dataset.digit ? "" : held.value;
    this.startsAnew = false;
    held.value = button.dataset.digit ? withDigit(before, button.dataset.digit) : before.slice(0, -1);
    this.changed();
  }

  /** A hardware keyboard types the other's deadwood from anywhere on the page; what is selected there gives way. */
  #press(event) {
    const isTyping = event.target.matches("input:not([type=radio], [readonly]), textarea, select");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || this.form.hidden) return;
    const isDigit = DIGIT.test(event.key);
    if (!isDigit && event.key !== "Backspace") return;
    const held = this.fields.other_deadwood;
    if (event.target === held && held.selectionStart < held.selectionEnd) held.value = "";
    if (isDigit) this.#tap(this.form.querySelector(`[data-digit="${event.key}"]`));
    else this.#tap(this.form.querySelector("[data-delete]"));
  }

  /** Chips above the hand's knock limit can't be knocked with. */
  #limitChips() {
    const limit = Number(this.fields.knock_limit?.value ?? 10);
    for (const chip of this.form.querySelectorAll("[name=knocker_deadwood]")) {
      chip.disabled = Number(chip.value) > limit;
      if (chip.disabled) chip.checked = false;
    }
  }
}
