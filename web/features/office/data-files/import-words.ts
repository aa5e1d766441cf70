import type { ImportShown } from "@api/commands.types";
import type { ImportKind } from "@api/data-files";
import { counted } from "@components/lists/pager";

export const KINDS: { value: ImportKind; label: string; description: string }[] = [
  {
    value: "customers",
    label: "Customers",
    description: "An account each. They sign in with a new password.",
  },
  {
    value: "bookings",
    label: "Bookings",
    description: "Of seasons that are over, or still to come: those need a place.",
  },
  {
    value: "items",
    label: "Items",
    description: "Of bookings that are here already.",
  },
];

/** A word for one thing of a kind. */
const ONE: Record<ImportKind, string> = {
  customers: "customer",
  bookings: "booking",
  items: "item",
};

export function countedOf(kind: ImportKind, count: number): string {
  return counted(count, ONE[kind]);
}

/** What an import came to, in a few words. */
export function stateWords(shown: ImportShown): string {
  const { kind, state } = shown;
  switch (state) {
    case "uploading":
    case "columns":
      return "Its columns are not chosen yet.";
    case "checking":
      return "Being checked.";
    case "checked":
      return shown.rows_written > 0
        ? `${countedOf(kind, shown.rows_written)} imported, ${shown.rows_new} still to come.`
        : `Checked. ${countedOf(kind, shown.rows_new)} can be imported.`;
    case "writing":
      return "Being imported.";
    case "written":
      return `${countedOf(kind, shown.rows_written)} imported.`;
    case "undoing":
      return "Being undone.";
    case "undone":
      return "Undone.";
  }
}

const WORKING = new Set<ImportShown["state"]>(["checking", "writing", "undoing"]);

/** Whether the server works on it, so that its state is read again. */
export function isWorking(shown: ImportShown): boolean {
  return WORKING.has(shown.state);
}

/** Whether it waits for a person. */
export function isOpen(shown: ImportShown): boolean {
  return shown.state === "columns" || shown.state === "checked" || isWorking(shown);
}
