/** What names work in this device's storage that the server has not acknowledged. */
const UNSENT = "summerstow-pickups:";
/** The same for what is recorded at the stops of runs. */
const UNSENT_OF_RUNS = "summerstow-runs:";

/** Under which name of this device's storage a person's work is kept. */
export function unsentName(userId: string, key: string): string {
  return `${UNSENT}${userId}:${key}`;
}

/** The same for what was recorded at a stop of a run. */
export function unsentRunName(userId: string, key: string): string {
  return `${UNSENT_OF_RUNS}${userId}:${key}`;
}
