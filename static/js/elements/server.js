/** Asking the server: JSON with the page's cookie and its token, and pages as documents. Null where no answer came. */

/** How long an answer may take (milliseconds): less than phones let a dead connection hang. */
const LIMIT = 10_000;

/** The token of a page that has no form of its own. */
let token = null;

/**
 * What the API answers to a write: `{ status, body }`. A token that has grown old is fetched anew and the write sent once
 * more.
 */
export async function write(method, url, body, attempt) {
  if (!tokenKnown() && !(await renewToken())) return null;
  const answer = await send(method, url, body, attempt);
  if (answer?.status !== 400 || answer.body?.field !== "csrf_token") return answer;
  return (await renewToken()) ? send(method, url, body, attempt) : null;
}

/** The forms of the page hold the token, for whichever script asks. */
const tokenFields = () => [...document.querySelectorAll("[name=csrf_token]")];
const tokenKnown = () => tokenFields()[0]?.value ?? token;

async function renewToken() {
  token = (await read("/csrf"))?.body?.csrf_token ?? null;
  if (token) for (const field of tokenFields()) field.value = token;
  return token !== null;
}

/** A JSON value of the server: `{ status, body }`. */
export const read = (url) => ask(url, { cache: "no-store" }, json);

/** The document behind `url` if it differs from the one with `tag`: `{ status, tag, release, text }`. */
export function look(url, tag, attempt) {
  const headers = tag ? { "If-None-Match": tag } : {};
  return ask(url, { headers, cache: "no-store" }, page, attempt);
}

/** The page that answers a form. */
export const post = (url, fields) =>
  ask(url, { method: "POST", body: new URLSearchParams({ ...fields, csrf_token: tokenKnown() }) }, page);

const send = (method, url, body, attempt) =>
  ask(
    url,
    { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-CSRFToken": tokenKnown() } },
    json,
    attempt,
  );

async function ask(url, options, take, attempt = new AbortController()) {
  const timer = setTimeout(() => attempt.abort(), LIMIT);
  try {
    return await take(await fetch(url, { ...options, credentials: "same-origin", signal: attempt.signal }));
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const json = async (response) => ({ status: response.status, body: await response.json().catch(() => null) });

const page = async (response) => ({
  status: response.status,
  tag: response.headers.get("ETag"),
  release: response.headers.get("Release"),
  text: await response.text(),
});
