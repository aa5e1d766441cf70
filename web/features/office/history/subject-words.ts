import { customerName } from "@api/bookings/words";
import type { AuditLine, AuditSubjects } from "@api/reports/audit";
import { formatDay } from "@lib/format/dates";
import type { ParamChange } from "@lib/lists/url-state";
import { campusName, fieldValue, sentence } from "./field-words";

/** Whom or what a line is about, and the address of its screen if it has one. */
export interface SubjectWords {
  text: string;
  to: ParamChange | null;
}

/** What a line is about, as far as it is known. */
export function subjectOf(line: AuditLine, known: AuditSubjects | undefined): SubjectWords {
  const { table_name, row_id } = line;
  const row = { ...fields(line.before), ...fields(line.after) };
  if (line.action === "read") return lookedAt(row, known);
  switch (table_name) {
    case "bookings":
    case "kit_deliveries": {
      const booking = known?.bookings.get(row_id);
      const name = booking ?? (table_name === "bookings" && "first_name" in row ? row : null);
      return {
        text: name ? customerName(name as Parameters<typeof customerName>[0]) : "A booking",
        to: booking ? { tab: "bookings", booking: row_id } : null,
      };
    }
    case "booking_items":
    case "claims":
    case "custody_cases":
    case "delivery_quotes":
    case "fee_proposals":
    case "items":
    case "invoices":
    case "plan_members": {
      const item = table_name === "items" ? known?.items.get(row_id) : undefined;
      const booking = known?.bookings.get(String(row.booking_id)) ?? item?.booking;
      if (!booking) return { text: "A booking", to: null };
      const what = item ? `, item ${item.number}: ${item.description}` : "";
      return {
        text: `${customerName(booking)}${what}`,
        to: { tab: "bookings", booking: booking.id },
      };
    }
    case "pickups":
    case "pickup_signatures": {
      const id = table_name === "pickups" ? row_id : String(row.pickup_id);
      const pickup = known?.pickups.get(id);
      const day = pickup?.pickup_date ?? String(row.pickup_date ?? "");
      const text = [pickup?.user?.full_name ?? "A pickup", formatDay(day, "medium", "")];
      return {
        text: text.filter(Boolean).join(", "),
        to: pickup?.booking_id ? { tab: "bookings", booking: pickup.booking_id } : null,
      };
    }
    case "pickup_queue": {
      const [campus = "", day = ""] = row_id.split(" ");
      return {
        text: `${campusName(campus)}, ${formatDay(day, "medium", day)}`,
        to: { tab: "pickups", campus, date: day },
      };
    }
    case "runs":
    case "run_stops":
    case "closed_days": {
      if (!row.campus_id) return { text: table_name === "runs" ? "A run" : "A day", to: null };
      const campus = String(row.campus_id);
      const date = String(row.date);
      return {
        text: `${campusName(campus)}, ${formatDay(date, "medium", date)}`,
        to: { tab: table_name === "closed_days" ? "schedule" : "runs", campus, date },
      };
    }
    case "locations":
      return { text: String(row.code ?? "A shelf"), to: { tab: "warehouse" } };
    case "push_subscriptions":
      return { text: "A device", to: null };
    case "settings_versions": {
      const section = String(row.section ?? "");
      return {
        text: section ? sentence(section) : "A section",
        to: { tab: "settings", section },
      };
    }
    case "kit_stock":
      return { text: campusName(row_id), to: { tab: "supplies", campus: row_id } };
    case "slot_availability": {
      const slot = known?.slots.get(row_id) ?? (row.date ? row : undefined);
      if (!slot) return { text: "A slot", to: null };
      const campus = String(slot.campus_id);
      const date = String(slot.date);
      const part = fieldValue("time_of_day", slot.time_of_day, undefined);
      return {
        text: `${campusName(campus)}, ${formatDay(date, "medium", date)}, ${part}`,
        to: { tab: "schedule", campus, date },
      };
    }
    default: {
      const person = known?.people.get(row_id);
      const isCustomer = person?.role === "customer";
      return {
        text: person?.full_name || (row_id ? "An account" : "No account"),
        to: isCustomer ? { tab: "customers", customer: row_id } : null,
      };
    }
  }
}

/** The subject of a read: a booking, a customer, or a list without names. */
function lookedAt(
  { booking_id, user_id }: Record<string, unknown>,
  known: AuditSubjects | undefined,
): SubjectWords {
  const booking = known?.bookings.get(String(booking_id));
  if (booking) return { text: customerName(booking), to: { tab: "bookings", booking: booking.id } };
  const person = known?.people.get(String(user_id));
  if (person?.role === "customer")
    return {
      text: person.full_name || "An account",
      to: { tab: "customers", customer: person.id },
    };
  return { text: booking_id ? "A booking" : user_id ? "An account" : "Many customers", to: null };
}

function fields(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
