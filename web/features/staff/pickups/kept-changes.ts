import type { KeptChange } from "./pickup-change";

const PREFIX = "summerstow-pickups:";
/** The server knows a change again for a week; what is older is not sent a second time. */
const LONGEST_MS = 6 * 24 * 60 * 60 * 1000;

const nameOf = (userId: string, key: string) => `${PREFIX}${userId}:${key}`;

/** Keeps a change on this device until `forget`, through a reload and an empty battery. */
export function keep(userId: string, change: KeptChange): void {
  try {
    localStorage.setItem(nameOf(userId, change.key), JSON.stringify(change));
  } catch {
    // Full or forbidden: it is still sent from memory.
  }
}

/** The server has answered this change. */
export function forget(userId: string, key: string): void {
  try {
    localStorage.removeItem(nameOf(userId, key));
  } catch {
    // As above.
  }
}

/** What this person did on this device and the server has not answered, the oldest first. */
export function keptChanges(userId: string, now: number): KeptChange[] {
  const found: KeptChange[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(nameOf(userId, ""))) continue;
      const change = read(localStorage.getItem(name));
      if (change && now - change.at < LONGEST_MS) found.push(change);
      else localStorage.removeItem(name);
    }
  } catch {
    return [];
  }
  return found.sort((one, other) => one.at - other.at);
}

function read(text: string | null): KeptChange | undefined {
  try {
    const change: KeptChange | null = JSON.parse(text ?? "null");
    return change?.key && change.change?.verb ? change : undefined;
  } catch {
    return undefined;
  }
}
