/**
 * A forgotten phone keeps nothing of ours: what was typed, what waits to be sent, copies of pages and who serves them.
 * The server asks browsers for the same, but over plain http they do not listen.
 */
try {
  localStorage.clear();
  sessionStorage.clear();
} catch {
  // Storage was refused all along, so there is nothing in it.
}
navigator.serviceWorker?.controller?.postMessage("forget");
globalThis.caches?.keys().then((names) => names.forEach((name) => caches.delete(name)));
navigator.serviceWorker?.getRegistrations().then((workers) => workers.forEach((worker) => worker.unregister()));
