import { campuses } from "./published";

/** A campus by its number, or by the name that it has in the database: "Vancouver Campus". */
type CampusKey = number | string | null | undefined;

const known = (key: CampusKey) => campuses.find(({ id, campus }) => id === key || campus === key);

/** "UBC Vancouver": as every screen names a campus (rule: campus-names). */
export function longCampus(key: CampusKey): string {
  return known(key)?.name ?? String(key ?? "");
}

/** "Vancouver": where a field says already that it is a campus. */
export function shortCampus(key: CampusKey): string {
  return (known(key)?.campus ?? String(key ?? "")).replace(/ Campus$/, "");
}
