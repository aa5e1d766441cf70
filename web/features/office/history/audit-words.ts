import type { AuditLine } from "@api/reports/audit";
import { TITLES } from "@lib/auth/roles";
import { fieldLabel, fieldValue, sentence } from "./field-words";

/** One field that a line changed, in words; `was` is null where the row is new. */
export interface ChangeWords {
  label: string;
  was: string | null;
  now: string | null;
}

type Line = Pick<AuditLine, "action" | "table_name" | "before" | "after">;

const NOUNS: Record<string, string> = {
  bookings: "Booking",
  booking_items: "Item",
  items: "Item",
  invoices: "Invoice",
  plan_members: "Friend in a bundle",
  pickups: "Pickup",
  pickup_signatures: "Signature",
  pickup_queue: "Place in line",
  custody_cases: "Record from the door",
  kit_deliveries: "Supply kit",
  kit_stock: "Stock of kits",
  slot_availability: "Slot",
  claims: "Claim",
  closed_days: "Closed day",
  delivery_quotes: "Delivery quote",
  fee_proposals: "Fee",
  locations: "Shelf",
  push_subscriptions: "Notifications on a device",
  run_stops: "Stop",
  runs: "Run",
  users: "Profile",
};
const VERBS: Record<string, string> = {
  insert: "added",
  update: "changed",
  delete: "deleted",
  leave: "taken off its run",
};

/** What a status or state that was set means for its row. */
const TURNS: Record<string, Record<string, string>> = {
  bookings: { cancelled: "Booking cancelled" },
  pickups: { in_progress: "On Way", completed: "Pickup completed", scheduled: "Pickup set back" },
  kit_deliveries: {
    requested: "Supply kit put back",
    packed: "Supply kit packed",
    out: "Supply kit sent out",
    delivered: "Supply kit delivered",
    failed: "Supply kit not delivered",
  },
};

/** What a booking's bookkeeping means where a line changed nothing else. */
const LINKS: Record<string, Record<"created" | "ended" | "moved", string>> = {
  user_id: {
    created: "Booking joined to an account",
    ended: "Booking taken off its account",
    moved: "Booking moved to another account",
  },
  slot_id: {
    created: "Place in a window taken",
    ended: "Place in a window released",
    moved: "Place moved to another window",
  },
  superseded_by: {
    created: "Replaced by a newer booking",
    ended: "Not replaced any more",
    moved: "Replaced by another booking",
  },
};

const DECISIONS: Record<string, string> = {
  accept: "Crew's record accepted",
  keep: "Crew's record not taken over",
};

const EVENTS: Record<string, string> = {
  signed_up: "Account created",
  sign_in_failed: "Sign-in failed",
  token_replayed: "Session ended: a used token came again",
  email_change_requested: "Email change requested",
  /** Written before it had the name above. */
  email_change_asked: "Email change requested",
  email_changed: "Email changed",
  factor_added: "Second factor added",
  factor_removed: "Second factor removed",
  factor_challenge_failed: "Wrong second-factor code",
  identity_linked: "Sign-in linked",
  identity_unlinked: "Sign-in unlinked",
  link_generated: "Sign-in link created",
  link_sent: "Link or code sent",
  user_created: "Account created by staff",
  user_updated: "Account changed by staff",
  user_deleted: "Account deleted",
  factors_reset: "Second factor reset by an executive",
  signed_out_by_staff: "Signed out everywhere by an executive",
  keys_rotated: "Signing keys rotated",
};

/** Lists of customers' rows that staff read: the table or the command. */
const LISTS: Record<string, string> = {
  bookings: "the bookings",
  booking_items: "the items",
  items: "the items",
  cases: "the open cases",
  claims: "the claims",
  claims_to_decide: "the claims",
  conversation: "the messages",
  conversations: "the messages",
  date_changes: "the changes of dates",
  delivery_quotes: "the delivery quotes",
  delivery_quotes_waiting: "the delivery quotes",
  fees_waiting: "the fees to decide",
  find: "a search",
  find_invoices: "the invoices",
  invoices: "the invoices",
  item_cases: "the open cases",
  kit_day: "the supply kits of a day",
  kit_deliveries: "the supply kits",
  ledger: "the accounts",
  pickup_day: "the pickups of a day",
  pickup_queue: "the line of a day",
  pickup_signatures: "the signatures",
  pickups: "the pickups",
  price_matches: "the price matches",
  settlements: "the payments",
  users: "the customers",
};

/** What happened, in a few words: "Booking cancelled", "Slot changed", "Signed in". */
export function whatHappened(line: Line): string {
  const { action, table_name, before, after } = line;
  if (table_name === "settings_versions")
    return action === "delete" ? "Settings taken back" : "Settings published";
  if (action === "view")
    return table_name === "bookings" ? "Looked at the booking" : "Looked at the customer";
  if (action === "read" && table_name === "bookings" && fields(after).booking_id)
    return "Looked at the booking";
  if (action === "read" && table_name === "users" && fields(after).user_id)
    return "Looked at the customer";
  if (action === "read")
    return `Looked through ${LISTS[table_name] ?? sentence(table_name).toLowerCase()}`;
  if (action === "merge") return "Merged with another customer";
  if (action === "unmerge") return "Merge undone";
  if (action === "tell_apart") return "Not a duplicate";
  if (action === "reorder") return "Order of the line changed";
  if (table_name === "auth.users") return EVENTS[action] ?? sentence(action);
  if (table_name === "bookings" && action === "insert") return "Booking created";
  if (table_name === "bookings" && action === "note") return "Note added";
  if (action === "message" && (table_name === "bookings" || table_name === "users"))
    return "Email sent by staff";
  const was = fields(before);
  const now = fields(after);
  if (table_name === "closed_days" && action !== "update")
    return action === "insert" ? "Day closed" : "Day opened again";
  if (table_name === "push_subscriptions" && action !== "update")
    return action === "insert" ? "Notifications turned on" : "Notifications turned off";
  if (table_name === "invoices" && action === "insert") return "Invoice created";
  if (table_name === "invoices" && now.voided_at) return "Invoice taken back";
  if (table_name === "plan_members" && now.left_at) return "Friend left the bundle";
  if (table_name === "custody_cases" && now.decision)
    return DECISIONS[String(now.decision)] ?? "Record from the door changed";
  const turned = now.status ?? now.state;
  const turn = TURNS[table_name]?.[String(turned)];
  if (turn && turned !== (was.status ?? was.state) && (action === "update" || now.state))
    return turn;
  if (table_name === "bookings" && action === "update") {
    const linked = linkWords(was, now);
    if (linked) return linked;
  }
  return `${NOUNS[table_name] ?? sentence(table_name)} ${VERBS[action] ?? sentence(action).toLowerCase()}`;
}

type Fields = Record<string, unknown>;

/** What changed where a booking's links are all that did: to an account, a window, a successor. */
function linkWords(was: Fields, now: Fields): string | null {
  const changed = Object.keys({ ...was, ...now }).filter((field) => was[field] !== now[field]);
  const [field, ...more] = changed.filter((one) => LINKS[one]);
  if (!field || changed.some((one) => !LINKS[one] && fieldLabel(one) !== null)) return null;
  const words = [field, ...more].map((one) => {
    const how = isBlank(was[one]) ? "created" : isBlank(now[one]) ? "ended" : "moved";
    return LINKS[one]?.[how];
  });
  return words.join(" · ");
}

/** The fields that a line changed; all fields of a new row, or an event's details. */
export function changesOf(line: Line, utcOffset: string | undefined): ChangeWords[] {
  const was = fields(line.before);
  const now = fields(line.after);
  const known = Object.keys({ ...was, ...now });
  return known.flatMap((field) => {
    const label = fieldLabel(guestTwin(field, known));
    if (label === null || JSON.stringify(was[field]) === JSON.stringify(now[field])) return [];
    if (line.before === null && isBlank(now[field])) return [];
    if (line.after === null && isBlank(was[field])) return [];
    return {
      label,
      was: line.before === null ? null : fieldValue(field, was[field], utcOffset),
      now: line.after === null ? null : fieldValue(field, now[field], utcOffset),
    };
  });
}

/** A guest's own name, email or phone counts as the booking's where that did not change with it. */
function guestTwin(field: string, known: readonly string[]): string {
  const twin = field.replace(/^guest_/, "");
  return known.includes(twin) ? field : twin;
}

/** The changes in one line of text, at most so many of them; "" where there is nothing to tell. */
export function changesInShort(line: Line, utcOffset: string | undefined, most = 2): string {
  if (line.before === null) return detailsInShort(line, utcOffset);
  if (line.after === null) return "";
  const changes = changesOf(line, utcOffset);
  const text = changes
    .slice(0, most)
    .map(({ label, was, now }) => `${label}: ${was} → ${now}`)
    .join(" · ");
  return changes.length > most ? `${text} · ${changes.length - most} more` : text;
}

/** What is worth telling at once of a new row, or of an event. */
const TELLING: Record<string, readonly string[]> = {
  bookings: ["note", "subject", "campus_id", "pickup_date"],
  slot_availability: ["capacity"],
  closed_days: ["campus_id", "date", "reason"],
  kit_deliveries: ["note"],
  kit_stock: ["kits"],
  booking_items: ["description", "over_50_lb"],
  items: ["description", "heavy"],
  invoices: ["number", "total_cents"],
  pickup_signatures: ["signed_by", "items_counted"],
  settings_versions: ["valid_from", "note"],
  "auth.users": ["method", "reason", "kind", "ip"],
};

function detailsInShort(
  { action, table_name, after }: Line,
  utcOffset: string | undefined,
): string {
  const details = fields(after);
  if (action === "read")
    return [rowsRead(details.rows), String(details.filter ?? "")].filter(Boolean).join(" · ");
  return (TELLING[table_name] ?? [])
    .filter((field) => !isBlank(details[field]))
    .map((field) => `${fieldLabel(field)}: ${fieldValue(field, details[field], utcOffset)}`)
    .join(" · ");
}

function rowsRead(rows: unknown): string {
  return rows === 1 ? "1 row" : `${rows ?? 0} rows`;
}

const ROLES: Record<string, string> = {
  customer: "A customer",
  ...TITLES,
  anon: "A visitor",
  guest: "A visitor",
  service: "The service key",
  key: "An API key",
};

/** Who did it: a name, else a role, else automatic. */
export function actorWords(line: Pick<AuditLine, "actor_role">, name: string | null | undefined) {
  return name || (ROLES[line.actor_role] ?? "Automatic");
}

function fields(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "" || value === false;
}
