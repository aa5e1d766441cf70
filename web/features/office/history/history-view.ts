import type { AuditAbout, AuditActor, AuditKind, AuditQuery } from "@api/reports/audit";
import { parseDay } from "@lib/format/dates";
import { idOf, PAGE_SIZE, type ParamChange } from "@lib/lists/url-state";

/** The kinds of lines, as the filter names them. */
export const KINDS: readonly { value: AuditKind; label: string }[] = [
  { value: "bookings", label: "Bookings" },
  { value: "pickups", label: "Pickups" },
  { value: "supplies", label: "Supplies" },
  { value: "slots", label: "Slots" },
  { value: "money", label: "Invoices" },
  { value: "accounts", label: "Accounts and security" },
  { value: "looks", label: "Looks at customers" },
];

/** Sorts of people, beside the staff by name. */
export const ACTORS = [
  { value: "customers", label: "Customers" },
  { value: "visitors", label: "Visitors" },
  { value: "automatic", label: "Automatic" },
] as const;

/** What the history shows, as its address says. */
export interface HistoryView {
  kind: AuditKind | null;
  actor: AuditActor | null;
  /** name, email, phone or code of the customer whom the lines are about; "" is everybody */
  about: string;
  /** campus day, "YYYY-MM-DD" */
  day: string | null;
  from: AuditQuery["from"];
}

/** Reads `?kind=slots&by=customers&about=Wu&date=2027-05-01&older=120`; nonsense reads as absent. */
export function historyView(params: URLSearchParams): HistoryView {
  const id = idOf(params, "by");
  const date = params.get("date");
  const older = lineOf(params.get("older"));
  const newer = lineOf(params.get("newer"));
  return {
    kind: KINDS.find(({ value }) => value === params.get("kind"))?.value ?? null,
    actor: id ? { id } : (ACTORS.find(({ value }) => value === params.get("by"))?.value ?? null),
    about: params.get("about")?.trim() ?? "",
    day: parseDay(date) ? date : null,
    from: older !== null ? { older } : newer !== null ? { newer } : null,
  };
}

function lineOf(text: string | null): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}

/**
 * The request to the server. `about`: the matches of the view's words. Null while a day is needed
 * and the campus's clock is not known, or while the customer is being looked up.
 */
export function auditQuery(
  view: HistoryView,
  utcOffset: string | undefined,
  about: AuditAbout | undefined,
): AuditQuery | null {
  const { kind, actor, day, from } = view;
  if ((day !== null && !utcOffset) || (view.about && !about)) return null;
  const between = day ? dayBounds(day, utcOffset) : null;
  return { kind, actor, about: about ?? null, from, size: PAGE_SIZE, between };
}

/** The first moment of a campus day and of the one after it. */
function dayBounds(day: string, utcOffset: string | undefined): [string, string] {
  const start = Date.parse(`${day}T00:00:00${utcOffset ?? "Z"}`);
  return [new Date(start).toISOString(), new Date(start + 86_400_000).toISOString()];
}

/** Whether the history is narrowed down. */
export function isNarrowed({ kind, actor, about, day }: HistoryView): boolean {
  return kind !== null || actor !== null || about !== "" || day !== null;
}

const NEWEST: ParamChange = { older: null, newer: null };

/** The change of address that narrows the history so, from its newest page. */
export function narrowed(change: ParamChange): ParamChange {
  return { ...change, ...NEWEST };
}

/** The change that shows everything again. */
export const EVERYTHING = narrowed({ kind: null, by: null, about: null, date: null });
