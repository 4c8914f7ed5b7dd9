/** A rule set as fields: a preset fills those that it stands for, and the preset that they have become is named. */
class RuleForm extends HTMLElement {
  connectedCallback() {
    this.fields = this.closest("form").elements;
    this.presets = JSON.parse(this.querySelector("[data-presets]").textContent);
    this.addEventListener("input", (event) => this.#changed(event.target));
    addEventListener("pageshow", () => this.#show());
    this.#show();
  }

  /** Takes over rules and stake by field name, unless somebody has chosen others here. */
  take(values) {
    if (this.isTouched) return;
    this.#fill(values);
    this.fields.preset.value = this.#presetShown();
    this.#show();
  }

  #changed(field) {
    this.isTouched = true;
    if (field.name === "preset") this.#fill(this.presets[field.value]);
    else if (this.#names.includes(field.name)) this.fields.preset.value = this.#presetShown();
    this.#show();
  }

  get #names() {
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
    const holds = (rules) => this.#names.every((name) => rules[name] === this.#valueOf(name));
    return Object.keys(this.presets).find((preset) => holds(this.presets[preset])) ?? "own";
  }

  #valueOf(name) {
    const field = this.fields[name];
    if (field.type === "checkbox") return field.checked ? "true" : "";
    return field.value.trim();
  }

  #show() {
    const preset = this.querySelector("[name=preset]:checked");
    if (preset) this.querySelector("[data-rules-name]").textContent = preset.nextSibling.data;
    const { stake_amount: amount, stake_currency: currency } = this.fields;
    const stake = this.querySelector("[data-none]");
    stake.textContent = amount.value.trim() ? `${amount.value} ${currency.value}` : stake.dataset.none;
  }
}

customElements.define("rule-form", RuleForm);
