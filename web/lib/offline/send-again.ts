const FIRST_MS = 1_000;
let notBefore = 0;

/** The server asks not to be asked for so many seconds (`Retry-After`). */
export function waitsFor(seconds: number): void {
  notBefore = Date.now() + seconds * 1_000;
}

/**
 * Milliseconds until unsent work is sent again after so many failures in a row: a second and then
 * twice as long each time, `longest` at most, and not all devices in the same moment. What the
 * server asked for counts up to half a minute.
 */
export function againAfter(failures: number, longest: number): number {
  const wait = Math.min(FIRST_MS * 2 ** failures, longest) * (0.5 + Math.random() / 2);
  return Math.max(wait, Math.min(notBefore - Date.now(), 30_000));
}
