/** British Columbia stays at UTC-7. */
const CAMPUS_OFFSET_MS = -7 * 3_600_000;

/** The price list that holds at a moment: the latest that has begun, by the days of all lists. */
export function listThatHolds(days: readonly string[], now: Date): string {
  const today = new Date(now.getTime() + CAMPUS_OFFSET_MS).toISOString().slice(0, 10);
  const latest = days
    .filter((day) => day <= today)
    .sort()
    .at(-1);
  if (!latest) throw new Error(`no price list of ${days.join(", ")} holds on ${today}`);
  return latest;
}
