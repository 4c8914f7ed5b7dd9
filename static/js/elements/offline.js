/** Has the service worker installed once the page has loaded, where there is such a thing. */
if (navigator.serviceWorker) {
  addEventListener("load", async () => {
    const worker = await import("./worker.js").catch(() => null);
    await worker?.installWorker();
  });
}

/** Has the worker keep these pages, where there is one: see its `keepAll`. */
export function keepPages(asked) {
  navigator.serviceWorker?.controller?.postMessage(asked);
}

/** The page anew; a worker of a newer release takes over with it. */
export async function reloadPage() {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage("take over");
  location.reload();
}
