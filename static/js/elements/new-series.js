/**
 * The form of a new series: a tap on somebody met before puts the name in, the dealers are called by the names typed,
 * and a preset fills the rules that it stands for.
 */
class NewSeries extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.fields = this.form.elements;
    this.players = [this.fields.player_1, this.fields.player_2];
    this.presets = JSON.parse(this.querySelector("#presets").textContent);
    this.dealers = ["0", "1"].map((seat) => wordsOf(this.querySelector(`[name=first_dealer][value="${seat}"]`)));
    this.unnamed = this.dealers.map((words) => words.data);
    this.form.addEventListener("input", (event) => this.#changed(event.target));
    this.form.addEventListener("click", (event) => this.#tap(event.target.closest("[data-person]")));
    addEventListener("pageshow", () => this.#show());
    this.#show();
  }

  /** Somebody who is in already is taken out; else the name goes where none is, or takes the second place. */
  #tap(button) {
    if (!button) return;
    const { person } = button.dataset;
    const taken = this.players.find((field) => field.value === person);
    if (taken) taken.value = "";
    else (this.players.find((field) => !field.value.trim()) ?? this.players[1]).value = person;
    this.#show();
  }

  #changed(field) {
    if (field.name === "preset") this.#fill(this.presets[field.value]);
    else if (this.#ruleNames.includes(field.name)) this.fields.preset.value = this.#presetShown();
    this.#show();
  }

  get #ruleNames() {
    return Object.keys(this.presets.house);
  }

  #fill(rules = {}) {
    for (const [name, value] of Object.entries(rules)) {
      const field = this.fields[name];
      if (field.type === "checkbox") field.checked = value === "true";
      else field.value = value;
    }
  }

  /** The preset whose rules the fields hold now. */
  #presetShown() {
    const holds = (rules) => this.#ruleNames.every((name) => rules[name] === this.#valueOf(name));
    return Object.keys(this.presets).find((preset) => holds(this.presets[preset])) ?? "own";
  }

  #valueOf(name) {
    const field = this.fields[name];
    if (field.type === "checkbox") return field.checked ? "true" : "";
    return field.value.trim();
  }

  #show() {
    this.players.forEach(({ value }, seat) => (this.dealers[seat].data = value.trim() || this.unnamed[seat]));
    for (const button of this.querySelectorAll("[data-person]")) {
      const isIn = this.players.some((field) => field.value === button.dataset.person);
      button.setAttribute("aria-pressed", String(isIn));
    }
    const preset = this.querySelector("[name=preset]:checked");
    if (preset) this.querySelector("[data-rules-name]").textContent = wordsOf(preset).data;
  }
}

/** The text beside a radio, as a node. */
const wordsOf = (radio) => radio.nextSibling;

customElements.define("new-series", NewSeries);
