/**
 * The app without a network, on origins that a browser trusts: pages seen before, and a blank series to begin a new one.
 *
 * Every release has a cache of its own, named as its pages and files say themselves, so old and new never mix: a page
 * brings the files that its release knows it by. Pages come from the network first, files from the cache; what is sent,
 * the API and what phones ask for again and again are not touched.
 */
const OURS = "pad ";
/** How long the network may take for a page that lies here (milliseconds). */
const PATIENCE = 3000;
const BLANK = "/series/blank";
const OFFLINE = "/offline";
const SERIES = /^\/series\/[0-9a-f-]{36}$/;
/** What a page needs to be drawn; its icons for other places are not asked for. */
const FILES = /(?:src|href)="(\/static\/[^"]+\.(?:css|js|svg))"/g;
/** Answers of a server that is not there itself. */
const DOWN = [502, 503, 504];
/** Answers to a phone that may not see a page any more. */
const GONE = [401, 403, 404, 410];
const MOST_PAGES = 60;
/** After this long a page is fetched anew without anybody asking for it (milliseconds). */
const OLD = 60 * 60 * 1000;

/** Whether this phone was forgotten: from then on nothing is kept, what is on its way included. */
let isForgotten = false;

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  else if (event.data === "forget") event.waitUntil(forgetAll());
  else event.waitUntil(keepAll(event.data));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request.url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

async function page(event, url) {
  const copy = copyOf(url);
  try {
    const answer = navigator.onLine ? ask(event, url) : Promise.reject();
    const first = await Promise.race([answer, after(PATIENCE, copy, answer)]);
    return DOWN.includes(first.status) ? ((await copy) ?? first) : first;
  } catch {
    return (await copy) ?? (await standIn(url)) ?? Response.error();
  }
}

/** The network's answer, which is remembered however late it comes. */
function ask(event, url) {
  const { headers } = event.request;
  const answer = fetch(url, { headers, redirect: "manual", cache: "no-cache" });
  event.waitUntil(answer.then((response) => remember(url, response.clone())).catch(() => {}));
  return answer;
}

/** The copy, once the network had its time; without one the network has all the time there is. */
async function after(pause, copy, answer) {
  await new Promise((done) => setTimeout(done, pause));
  return (await copy) ?? answer;
}

const address = ({ pathname, search }) => pathname + search;

const copyOf = async (url) =>
  (await caches.match(address(url), { ignoreVary: true })) ??
  caches.match(address(url), { ignoreVary: true, ignoreSearch: true });

/** For a series that was begun here, or that this phone has never opened: the blank page knows which. */
const standIn = ({ pathname }) => caches.match(SERIES.test(pathname) ? BLANK : OFFLINE, { ignoreVary: true });

async function file(url) {
  const kept = await caches.match(url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(url);
  if (response.ok && !isForgotten) await (await cacheOf(new URL(url).pathname.split("/")[2])).put(url, response.clone());
  return response;
}

const cacheOf = (release) => caches.open(OURS + release);

/**
 * Keeps pages with their files, unless they lie here, are not `old` (milliseconds) and speak the language `lang`, where one
 * is told; `here` is one that the browser has just loaded.
 */
async function keepAll({ here, pages = [], files = [], old = OLD, lang }) {
  await Promise.all(files.map((url) => file(new URL(url, location.origin).href)));
  if (here) await keep(here, "force-cache", old);
  for (const path of pages) await keep(path, "no-cache", old, lang);
}

async function keep(path, cache, old, lang) {
  const kept = await caches.match(path, { ignoreVary: true });
  const speaks = kept?.headers.get("Content-Language");
  if (kept && speaks === (lang ?? speaks) && Date.now() - Date.parse(kept.headers.get("Date")) < old) return;
  await remember(new URL(path, location.origin), await fetch(path, { cache }));
}

/** Keeps a page of a phone we know with the files that it brings along; forgets one that may not be seen any more. */
async function remember(url, response) {
  const release = response.headers.get("Release");
  if (GONE.includes(response.status)) await forget(url);
  if (!release || (response.headers.get("Cache-Control") ?? "").includes("no-store")) return;
  const text = await response.clone().text();
  await Promise.all([...text.matchAll(FILES)].map(([, path]) => file(new URL(path, location.origin).href)));
  if (isForgotten) return;
  await (await cacheOf(release)).put(address(url), response);
  await tidy(release, url);
}

async function forgetAll() {
  isForgotten = true;
  for (const name of await ourCaches()) await caches.delete(name);
}

async function forget(url) {
  for (const name of await ourCaches()) await (await caches.open(name)).delete(address(url), { ignoreVary: true });
}

const ourCaches = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));

/** Older releases keep the pages that only they have; a release without pages goes, and pages beyond what is wanted. */
async function tidy(release, url) {
  for (const name of await ourCaches()) {
    const cache = await caches.open(name);
    if (name !== OURS + release) await cache.delete(address(url), { ignoreVary: true });
    const pages = await pagesIn(cache);
    if (!pages.length) await caches.delete(name);
    for (const page of pages.slice(0, -MOST_PAGES)) await cache.delete(page);
  }
}

async function pagesIn(cache) {
  const isPage = ({ url }) => !/^\/static\/|\/live$/.test(new URL(url).pathname);
  return (await cache.keys()).filter(isPage);
}
