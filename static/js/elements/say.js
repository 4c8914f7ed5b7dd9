/**
 * The page's own words with values in their slots. Every sentence stands in a <template data-say="…"> that the server
 * printed in the reader's language, so that no script holds one.
 *
 * A value is text, a number, or a node (another sentence).
 */
export function say(words, values = {}) {
  const template = document.querySelector(`template[data-say="${words}"]`);
  return fillSlots(template.content.cloneNode(true), values);
}

/** A value in each slot below `root` that one is told for. */
export function fillSlots(root, values) {
  for (const slot of root.querySelectorAll("[data-slot]")) {
    const { slot: name } = slot.dataset;
    if (name in values) slot.replaceWith(filled(slot, values[name]));
  }
  root.normalize();
  return root;
}

/** A name keeps its element, which isolates it from text that runs the other way; anything else is put in plainly. */
function filled(slot, value) {
  if (slot.localName !== "bdi") return value instanceof Node ? value : document.createTextNode(value);
  const drawn = document.querySelector(`h1 .p${value.seat}`);
  if (drawn?.textContent === value.name) return drawn.cloneNode(true);
  const name = document.createElement("bdi");
  name.className = `p${value.seat}`;
  name.textContent = value.name;
  return name;
}

/** "game 1" or "games 1, 2, 3". */
export function sayGames(numbers) {
  return say(numbers.length === 1 ? "game" : "games", { list: numbers.join(", ") });
}

/** "2 hands waiting to be sent". */
export function sayWaiting(waiting) {
  const what = waiting.every(({ kind }) => kind === "record") ? "waiting" : "changes-waiting";
  return say(waiting.length === 1 ? `${what}-one` : what, { count: waiting.length });
}

/** A moment of today: "21:04". */
export function sayTime(moment) {
  return new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit" }).format(moment);
}

/**
 * The reader's own kind of the page's language, "en-GB" where the page speaks "en"; then Indonesian, since browsers write no
 * Sundanese dates and who reads Sundanese reads those.
 */
export function spoken() {
  const { lang } = document.documentElement;
  return [navigator.languages.find((own) => own.split("-")[0] === lang.split("-")[0]) ?? lang, "id"];
}
