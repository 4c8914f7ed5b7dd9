/** The browser's storage; null where it is refused. */
export function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
