/** Says that this device keeps something of a crew's day, without opening the store. */
export const KEPT_HINT = "summerstow-kept";

const CREW_PAGE = "/admin-dashboard";

/**
 * Whether the store is worth opening. On the crew's page it always is: a phone that dies soon after
 * the hint was set may have lost it.
 */
export function mayHaveKept(): boolean {
  try {
    return location.pathname.startsWith(CREW_PAGE) || localStorage.getItem(KEPT_HINT) !== null;
  } catch {
    return false;
  }
}
