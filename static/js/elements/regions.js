/** The regions of the series page: as the server drew them, apart from the page, and laid over what is seen. */
import { patchChildren } from "./patch.js";

const REGIONS = ["totals", "last", "end", "sheet"];
/** How long a total that has changed takes to fade in (milliseconds). */
const FADE = 300;

/** The regions that a page draws, apart from it, and the record that they show; null for what is no such page. */
export function drawnIn(root) {
  const record = regionIn(root, "record");
  if (!record) return null;
  const regions = document.createDocumentFragment();
  for (const region of REGIONS) regions.append(regionIn(root, region).cloneNode(true));
  return { regions, record: JSON.parse(record.textContent) };
}

/** Makes the board look like these regions: the row that somebody is reading stays there, and changed totals fade in. */
export function layOver(board, regions) {
  const totals = totalsIn(board);
  steadily(regionIn(board, "sheet"), () => {
    for (const region of REGIONS) patchChildren(regionIn(board, region), regionIn(regions, region));
  });
  fadeChanged(totals, totalsIn(board));
}

const regionIn = (root, region) => root.querySelector(`#${region}`);

/** Changes the page so that the row of the sheet that somebody is reading stays where it is. */
function steadily(sheet, change) {
  const top = (node) => node.getBoundingClientRect().top;
  const read = top(sheet) < 0 && [...sheet.querySelectorAll("tr")].find((row) => top(row) > 0);
  const before = read && top(read);
  change();
  if (read?.isConnected) scrollBy(0, top(read) - before);
}

/** The six totals, each an element with the number that it shows now. */
const totalsIn = (root) => [...root.querySelectorAll("[data-game]")].map((element) => [element, element.textContent]);

/** Lets numbers that have changed fade in, for who wants things to move. */
function fadeChanged(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  after.forEach(([element, points], index) => {
    if (before[index]?.[1] !== points) element.animate({ opacity: [0.3, 1] }, FADE);
  });
}
