import type { Found } from "@api/commands.types";
import type { FoundItem } from "@api/pickups/custody";
import { StatusBadge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { formatDay } from "@lib/format/dates";
import { spacedReference } from "@lib/format/invoice-code";
import { writtenPhone } from "@lib/forms/phone";
import { longCampus } from "@lib/site/campus-names";
import type { ReactNode } from "react";
import { Keys } from "./keys";
import type { OfficeCommand } from "./office-commands";

/** One line of the search: a record or a command. */
export interface Hit {
  group: "Items" | "Customers" | "Bookings" | "Invoices" | "Go to";
  /** tells it from all others */
  value: string;
  /** the address that it opens */
  to: string;
  first: string;
  second: readonly (string | null)[];
  mark: ReactNode;
}

interface PaletteSources {
  /** the dashboard that the records open in */
  base: string;
  /** Where a customer's record opens; null where there is none for this role. */
  customerHref: ((id: string, customerId: string) => string) | null;
  items: readonly FoundItem[];
  matches: Found | undefined;
  commands: readonly OfficeCommand[];
}

const CODE = "px-1.5 py-0 text-xs";

/** The matches and commands as lines, in display order. */
export function paletteHits({
  base,
  customerHref,
  items,
  matches,
  commands,
}: PaletteSources): Hit[] {
  const { customers = [], bookings = [], invoices = [] } = matches ?? {};
  return [
    ...items.map((one) => ({
      group: "Items" as const,
      value: `item ${one.id}`,
      to: `${base}?tab=bookings&booking=${one.booking_id}`,
      first: `${one.number}, ${one.description}`,
      second: [one.customer || "Guest", one.location, one.last_event_words],
      mark: one.label_code ? <Code className={CODE}>{one.label_code}</Code> : null,
    })),
    ...(customerHref ? customers : []).map((one) => ({
      group: "Customers" as const,
      value: `customer ${one.id}`,
      to: customerHref?.(one.id, one.customer_id) ?? base,
      first: one.name,
      second: [one.email, one.phone && writtenPhone(one.phone)],
      mark: <Code className={CODE}>{one.customer_id}</Code>,
    })),
    ...bookings.map((one) => ({
      group: "Bookings" as const,
      value: `booking ${one.id}`,
      to: `${base}?tab=bookings&booking=${one.id}`,
      first: one.user_id ? one.name : `${one.name} (guest)`,
      second: [
        one.code,
        longCampus(one.campus),
        formatDay(one.pickup_date, "medium", "No pickup date"),
        one.phone && writtenPhone(one.phone),
      ],
      mark: <StatusBadge status={one.status} />,
    })),
    ...invoices.map((one) => ({
      group: "Invoices" as const,
      value: `invoice ${one.id}`,
      to: `${base}?tab=payments&show=all&invoice=${one.id}`,
      first: one.number,
      second: [one.name],
      mark: <Code className={CODE}>{spacedReference(one.reference)}</Code>,
    })),
    ...commands.map(({ label, to, keys }) => ({
      group: "Go to" as const,
      value: to,
      to,
      first: label,
      second: [],
      mark: keys ? <Keys keys={keys} /> : null,
    })),
  ];
}
