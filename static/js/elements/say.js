/**
 * The page's own words with values in their slots. Every sentence stands in a <template data-say="…"> that the server
 * printed in the reader's language, so that no script holds one.
 *
 * A value is text, a number, or a node (another sentence).
 */
export function say(words, values = {}) {
  const template = document.querySelector(`template[data-say="${words}"]`);
  const sentence = template.content.cloneNode(true);
  for (const slot of sentence.querySelectorAll("[data-slot]")) {
    slot.replaceWith(filled(slot, values[slot.dataset.slot]));
  }
  sentence.normalize();
  return sentence;
}

/** A name keeps its element, which isolates it from text that runs the other way; anything else is put in plainly. */
function filled(slot, value) {
  if (slot.localName !== "bdi") return value instanceof Node ? value : document.createTextNode(value);
  const name = document.createElement("bdi");
  name.className = `p${value.seat}`;
  name.textContent = value.name;
  return name;
}

/** "game 1" or "games 1, 2, 3". */
export function sayGames(numbers) {
  return say(numbers.length === 1 ? "game" : "games", { list: numbers.join(", ") });
}
