import { ADMIN, CUSTOMER, EXECUTIVES, OFFICE, type Role, STAFF } from "@lib/auth/roles";
import { anonKey, restUrl } from "@lib/site/config";
import type { User } from "@supabase/auth-js";

/** A row of `users`, with the two names that are derived from the full one. */
export interface Profile {
  id: string;
  email: string | null;
  role: Role;
  full_name: string | null;
  customer_id: string | null;
  first_name: string;
  last_name: string;
}

/** The server has decided; asking again changes nothing. */
const REFUSED = [400, 403, 404, 406];

type ProfileRow = Omit<Profile, "first_name" | "last_name">;

/** What a lookup came to: the row, none, that the token counts no more, or that it was not read. */
export type ProfileLookup =
  | { kind: "row"; row: ProfileRow }
  | { kind: "none" | "signed-out" | "unreachable" };

/** Staff see the admin dashboard; the server decides anew for every row. */
export function isStaff(profile: Pick<Profile, "role">): boolean {
  return STAFF.includes(profile.role);
}

/** The office sees money, what happened, and a customer's whole file; the crew does not. */
export function isOffice({ role }: Pick<Profile, "role">): boolean {
  return OFFICE.includes(role);
}

/** Executives may exceed, let off and write what the office reads. */
export function isExecutive({ role }: Pick<Profile, "role">): boolean {
  return EXECUTIVES.includes(role);
}

/** First word of the full name, and the words after it. */
export function splitName(
  fullName: string | null | undefined,
): Pick<Profile, "first_name" | "last_name"> {
  const [first = "", ...rest] = (fullName ?? "").trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(" ") };
}

/** The profile of a row of `users`. */
export function profileOfRow(row: ProfileRow): Profile {
  return { ...row, ...splitName(row.full_name) };
}

/**
 * The profile for a user whose row is missing or cannot be read. It grants nothing; an admin by
 * their address is shown as one, which only the server can write into `app_metadata`.
 */
export function profileOfUser(user: User): Profile {
  const name = user.user_metadata.full_name ?? user.user_metadata.name;
  return profileOfRow({
    id: user.id,
    email: user.email ?? null,
    role: user.app_metadata.role === ADMIN ? ADMIN : CUSTOMER,
    full_name: typeof name === "string" && name.trim() ? name.trim() : null,
    customer_id: null,
  });
}

/** Reads the user's own row of `users` with this access token. Never throws. */
export async function lookUpProfile(userId: string, token: string): Promise<ProfileLookup> {
  const query = `select=id,email,role,full_name,customer_id&id=eq.${encodeURIComponent(userId)}`;
  try {
    const answer = await fetch(`${restUrl()}/users?${query}`, {
      headers: {
        apikey: anonKey(),
        authorization: `Bearer ${token}`,
        accept: "application/json",
        // Otherwise a session that another device has just ended would count for seconds more.
        "cache-control": "no-cache",
      },
    });
    if (!answer.ok) {
      console.error("Profile could not be read:", answer.status);
      if (answer.status === 401) return { kind: "signed-out" };
      return { kind: REFUSED.includes(answer.status) ? "none" : "unreachable" };
    }
    const [row] = (await answer.json()) as ProfileRow[];
    return row ? { kind: "row", row } : { kind: "none" };
  } catch (error) {
    console.error("Profile could not be read:", error);
    return { kind: "unreachable" };
  }
}
