import { dataOf, type Rest, rest } from "@api/client";
import { find } from "@api/customers/search";
import type { Row } from "@api/database.types";
import { PEOPLE } from "@lib/auth/roles";

/** A line of the audit log; `before` and `after` hold what changed, or an event's details. */
export type AuditLine = Row<"audit_log">;

/** What the lines of a page are about. */
export type AuditKind =
  | "bookings"
  | "pickups"
  | "supplies"
  | "slots"
  | "money"
  | "accounts"
  | "looks";

/** Who did it: one person by id, or all of a sort. */
export type AuditActor = { id: string } | "customers" | "visitors" | "automatic";

/** Ids of accounts and bookings. */
export interface AuditAbout {
  users: string[];
  bookings: string[];
}

export interface AuditQuery {
  kind: AuditKind | null;
  actor: AuditActor | null;
  /** the customers and bookings that the lines are about; null is everything */
  about: AuditAbout | null;
  /** moments, ISO 8601: from the first on, before the second */
  between: readonly [string, string] | null;
  /** the page older than this line, or newer than it; null is the newest */
  from: { older: number } | { newer: number } | null;
  size: number;
}

export interface AuditPage {
  /** newest first */
  lines: AuditLine[];
  newer: boolean;
  older: boolean;
}

export const auditKeys = {
  all: ["audit"] as const,
  page: (query: AuditQuery) => ["audit", "page", query] as const,
  subjects: (ids: readonly number[]) => ["audit", "subjects", ...ids] as const,
  about: (words: string) => ["audit", "about", words] as const,
  staff: ["audit", "staff"] as const,
};

const TABLES: Record<Exclude<AuditKind, "accounts" | "looks">, string[]> = {
  bookings: ["bookings", "booking_items", "items", "plan_members"],
  pickups: ["pickups", "pickup_queue", "pickup_signatures", "runs", "run_stops", "custody_cases"],
  supplies: ["kit_deliveries", "kit_stock", "locations"],
  slots: ["slot_availability", "closed_days"],
  money: ["invoices", "fee_proposals", "claims", "delivery_quotes"],
};
/** Lists that open screens ask for by themselves. */
const POLLED = [
  "cases",
  "claims_to_decide",
  "claims_to_pay",
  "conversations",
  "delivery_quotes_waiting",
  "fees_waiting",
  "item_cases",
  "kit_day",
  "needs_person",
  "pickup_day",
  "run_day",
  "stocktakes_waiting",
  "stops_needing_a_person",
];
const WHO = [...PEOPLE, "guest"];

/**
 * A page of the audit log. It only ever grows, so pages hang on lines and not on numbers: what
 * happens meanwhile moves nothing, and the last page costs what the first one does.
 * Admins and executives.
 */
export async function auditPage(asked: AuditQuery, via: Rest = rest()): Promise<AuditPage> {
  const { kind, actor, about, between, from, size } = asked;
  const backwards = from !== null && "newer" in from;
  let query = via
    .from("audit_log")
    .select("*")
    .order("id", { ascending: backwards })
    // One more than is shown tells whether there is a page beyond.
    .limit(size + 1);
  // A screen that is open asks for its list again and again: that is no look at a customer.
  if (kind === "looks")
    query = query.or(`action.eq.view,and(action.eq.read,table_name.not.in.(${POLLED}))`);
  // What lists were read is told among the looks alone: there are many, and nothing changed.
  else query = query.neq("action", "read");
  if (kind === "accounts")
    query = query.or('table_name.eq."auth.users",and(table_name.eq.users,action.neq.view)');
  else if (kind && kind !== "looks") query = query.in("table_name", TABLES[kind]);
  if (actor === "customers") query = query.eq("actor_role", "customer");
  else if (actor === "visitors") query = query.in("actor_role", ["anon", "guest"]);
  else if (actor === "automatic") query = query.not("actor_role", "in", `(${WHO})`);
  else if (actor) query = query.eq("actor_id", actor.id);
  if (about) query = query.or(aboutFilter(about));
  if (between) query = query.gte("at", between[0]).lt("at", between[1]);
  if (from) query = backwards ? query.gt("id", from.newer) : query.lt("id", from.older);

  const rows = await dataOf<AuditLine[]>(query);
  const beyond = rows.length > size;
  const lines = rows.slice(0, size);
  if (backwards) return { lines: lines.reverse(), newer: beyond, older: true };
  return { lines, newer: from !== null, older: beyond };
}

/** Lines that name an account or a booking: as their row, or in what they hold. */
function aboutFilter({ users, bookings }: AuditAbout): string {
  return [
    `and(table_name.in.(users,auth.users),row_id.in.(${users}))`,
    `and(action.eq.read,after->>user_id.in.(${users}))`,
    `and(table_name.in.(bookings,kit_deliveries),row_id.in.(${bookings}))`,
    `after->>booking_id.in.(${bookings})`,
    `before->>booking_id.in.(${bookings})`,
  ].join(",");
}

const MOST_FOUND = 10;

/** Accounts and bookings that a name, an email, a phone or a code finds, with all their bookings. */
export async function auditAbout(words: string, via: Rest = rest()): Promise<AuditAbout> {
  const found = await find(words, MOST_FOUND, via);
  const users = [
    ...new Set([
      ...found.customers.map(({ id }) => id),
      ...found.bookings.flatMap(({ user_id }) => user_id ?? []),
    ]),
  ];
  const own = users.length
    ? await dataOf<{ id: string }[]>(via.from("bookings").select("id").in("user_id", users))
    : [];
  const bookings = new Set([...found.bookings, ...own].map(({ id }) => id));
  return { users, bookings: [...bookings] };
}

type Person = Pick<Row<"users">, "id" | "full_name" | "role">;
type Named = Pick<
  Row<"bookings">,
  "id" | "first_name" | "last_name" | "guest_first_name" | "guest_last_name"
>;
type PickupSubject = Pick<Row<"pickups">, "id" | "pickup_date" | "booking_id"> & {
  user: Pick<Row<"users">, "full_name"> | null;
};
type ItemSubject = Pick<Row<"items">, "id" | "number" | "description"> & { booking: Named | null };
type SlotSubject = Pick<Row<"slot_availability">, "id" | "campus_id" | "date" | "time_of_day">;

/** The rows that lines speak of, by id; what was deleted since is absent. */
export interface AuditSubjects {
  people: ReadonlyMap<string, Person>;
  bookings: ReadonlyMap<string, Named>;
  pickups: ReadonlyMap<string, PickupSubject>;
  slots: ReadonlyMap<string, SlotSubject>;
  items: ReadonlyMap<string, ItemSubject>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who and what the lines of a page speak of, in one round of small questions. */
export async function auditSubjects(
  lines: readonly AuditLine[],
  via: Rest = rest(),
): Promise<AuditSubjects> {
  const of = (...tables: string[]) =>
    lines.filter(({ table_name }) => tables.includes(table_name)).map(({ row_id }) => row_id);
  const named = (field: string) => lines.map((line) => String(fieldOf(line, field) ?? ""));
  const actors = lines.map(({ actor_id }) => actor_id ?? "");
  const [people, bookings, pickups, slots, items] = await Promise.all([
    found([...actors, ...of("users", "auth.users"), ...named("user_id")], (ids) =>
      dataOf<Person[]>(via.from("users").select("id, full_name, role").in("id", ids)),
    ),
    found([...of("bookings", "kit_deliveries"), ...named("booking_id")], (ids) =>
      dataOf<Named[]>(
        via
          .from("bookings")
          .select("id, first_name, last_name, guest_first_name, guest_last_name")
          .in("id", ids),
      ),
    ),
    found([...of("pickups"), ...named("pickup_id")], (ids) =>
      dataOf<PickupSubject[]>(
        via
          .from("pickups")
          .select("id, pickup_date, booking_id, user:users(full_name)")
          .in("id", ids),
      ),
    ),
    found(of("slot_availability"), (ids) =>
      dataOf<SlotSubject[]>(
        via.from("slot_availability").select("id, campus_id, date, time_of_day").in("id", ids),
      ),
    ),
    found(of("items"), (ids) =>
      dataOf<ItemSubject[]>(
        via
          .from("items")
          .select(
            "id, number, description, booking:bookings(id, first_name, last_name, guest_first_name, guest_last_name)",
          )
          .in("id", ids),
      ),
    ),
  ]);
  return { people, bookings, pickups, slots, items };
}

/** A field of a line's row, as far as the line holds it. */
function fieldOf({ before, after }: AuditLine, field: string): unknown {
  for (const row of [after, before]) {
    if (row !== null && typeof row === "object" && !Array.isArray(row) && field in row)
      return (row as Record<string, unknown>)[field];
  }
  return undefined;
}

async function found<Subject extends { id: string }>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<Subject[]>,
): Promise<ReadonlyMap<string, Subject>> {
  const wanted = [...new Set(ids)].filter((id) => UUID.test(id));
  if (wanted.length === 0) return new Map();
  return new Map((await ask(wanted)).map((subject) => [subject.id, subject]));
}

/** Everybody who works here, by name. */
export function listStaff(via: Rest = rest()): Promise<Person[]> {
  return dataOf(
    via.from("users").select("id, full_name, role").neq("role", "customer").order("full_name"),
  );
}
