/** Has the service worker installed once the page has loaded, where there is such a thing. */
if (navigator.serviceWorker) {
  addEventListener("load", async () => {
    const worker = await import("./worker.js").catch(() => null);
    await worker?.installWorker();
  });
}

/** The page anew; a worker of a newer release takes over with it. */
export async function reloadPage() {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage("take over");
  location.reload();
}
