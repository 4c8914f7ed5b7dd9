/** Asking the server: JSON with the page's cookie and its token, and pages as documents. */

/**
 * What the API answers to a write: `{ status, body }`, or null where no answer came. A token that has grown old is
 * fetched anew and the write sent once more.
 */
export async function write(method, url, body) {
  const answer = await send(method, url, body);
  if (answer?.status !== 400 || answer.body?.field !== "csrf_token") return answer;
  await renewToken();
  return send(method, url, body);
}

/** The document behind `url` if it differs from the one with `etag`: `{ status, etag, page }`, or null with no answer. */
export async function look(url, etag) {
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch(url, { headers, cache: "no-store", credentials: "same-origin" });
    const page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
    return { status: response.status, etag: response.headers.get("ETag"), page };
  } catch {
    return null;
  }
}

async function send(method, url, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": tokenField().value };
  try {
    const response = await fetch(url, { method, headers, body: JSON.stringify(body), credentials: "same-origin" });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    return null;
  }
}

async function renewToken() {
  const response = await fetch("/csrf", { cache: "no-store", credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) return;
  const { csrf_token } = await response.json();
  for (const field of document.querySelectorAll("[name=csrf_token]")) field.value = csrf_token;
}

const tokenField = () => document.querySelector("[name=csrf_token]");
