import { SECTION_NAMES } from "@features/office/settings/section-names";

/** What can be gone to by its name or its keys. */
export interface OfficeCommand {
  label: string;
  /** an address, or a part of one */
  to: string;
  /** what it is looked for by, beside its label */
  words?: string;
  /** keys one after another, as "g>b" */
  keys?: string;
}

/** An area of a dashboard, as its address and its tab name it. */
export interface DashboardArea {
  value: string;
  label: string;
}

/** The letter that leads to an area after "g". */
const AREA_KEYS: Record<string, string> = {
  bookings: "b",
  pickups: "p",
  runs: "r",
  warehouse: "w",
  "needs-person": "n",
  supplies: "s",
  schedule: "d",
  customers: "c",
  payments: "m",
  history: "h",
  overview: "o",
  settings: "t",
};

/** Where the people work who act for customers. */
export const STAFF_BASE = "/admin-dashboard";

/** What is begun from anywhere, in the area that it belongs to. */
const TASKS = [
  { area: "bookings", label: "Book for a caller", query: "do=caller", keys: "a" },
  { area: "payments", label: "Record e-Transfer", query: "do=record", keys: "e" },
] as const;

/** The areas of a dashboard, and what is begun in them, as commands. */
export function areaCommands(base: string, areas: readonly DashboardArea[]): OfficeCommand[] {
  const tasks = base === STAFF_BASE ? TASKS : [];
  const account = base === STAFF_BASE ? [{ label: "Your account", to: "/account" }] : [];
  return [
    ...areas.map(({ value, label }) => {
      const key = AREA_KEYS[value];
      return { label, to: `${base}?tab=${value}`, ...(key ? { keys: `g>${key}` } : {}) };
    }),
    ...tasks
      .filter(({ area }) => areas.some(({ value }) => value === area))
      .map(({ area, label, query, keys }) => ({ label, to: `${base}?tab=${area}&${query}`, keys })),
    ...(areas.some(({ value }) => value === "settings") ? SECTION_NAMES : []).map(
      ({ value, label, words }) => ({
        label: `Settings: ${label}`,
        to: `${base}?tab=settings&section=${value}`,
        words,
      }),
    ),
    ...account,
  ];
}
