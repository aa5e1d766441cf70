/** Says that this device keeps something of a crew's day, without opening the store. */
export const KEPT_HINT = "summerstow-kept";

/** Whether the store is worth opening. */
export function mayHaveKept(): boolean {
  try {
    return localStorage.getItem(KEPT_HINT) !== null;
  } catch {
    return false;
  }
}
