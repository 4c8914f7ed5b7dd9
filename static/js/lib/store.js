/**
 * What this phone remembers under one name, as JSON: `read()` (null where nothing is), `write(value)` (null forgets).
 * Where the browser refuses storage it is remembered as long as the page is open; `isKept` says which.
 */
export class Store {
  #storage;
  #name;
  #held = null;

  constructor(storage, name) {
    this.#storage = storage;
    this.#name = name;
    this.isKept = Boolean(storage);
  }

  read() {
    if (!this.isKept) return this.#held;
    try {
      return JSON.parse(this.#storage.getItem(this.#name));
    } catch {
      return this.#held;
    }
  }

  write(value) {
    this.#held = value;
    try {
      if (value === null) this.#storage.removeItem(this.#name);
      else this.#storage.setItem(this.#name, JSON.stringify(value));
    } catch {
      this.isKept = false;
    }
  }
}
