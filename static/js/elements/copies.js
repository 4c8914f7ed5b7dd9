/**
 * The last copy of what the server said, for when there is no network. It lies in the cache of the release that made it;
 * browsers on plain http have none.
 */
const caches = globalThis.caches;

export async function keepCopy({ release, tag, text }, url) {
  const cache = await caches?.open(`pad ${release}`);
  await cache?.put(url, new Response(text, { headers: { "Content-Type": "text/html", ETag: tag } }));
}

/** The copy as `look` gives a page; null where there is none. */
export async function copyOf(release, url) {
  const kept = await caches?.match(url, { cacheName: `pad ${release}` }).catch(() => undefined);
  return kept ? { status: 200, tag: kept.headers.get("ETag"), release, text: await kept.text() } : null;
}
