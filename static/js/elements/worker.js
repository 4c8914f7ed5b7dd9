/**
 * The service worker, where the browser has one (https or this machine): it keeps this page for when there is no network,
 * and those that a new series begins with.
 */
const BEGINNING = ["/", "/series/new", "/series/blank", "/offline"];
/** A page with the score on it is left in peace first (milliseconds). */
const PEACE = 3000;

/** Registers the worker and, for a phone that has books here, has it keep what is needed; never throws. */
export async function installWorker() {
  try {
    await navigator.serviceWorker.register("/sw.js");
    if (!("known" in document.documentElement.dataset)) return;
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ here: location.pathname + location.search, files: [import.meta.url] });
    const pause = document.querySelector("series-board") ? PEACE : 0;
    const { lang } = document.documentElement;
    setTimeout(() => active.postMessage({ pages: BEGINNING, lang }), pause);
  } catch {
    // Refused by the browser's settings: the page works while it is open.
  }
}
