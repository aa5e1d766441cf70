import booking from "@facts/booking.json";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { writtenPhone } from "@lib/forms/phone";
import { campuses } from "@lib/site/published";

/** What columns are called; what is not here is called by its own name. */
const LABELS: Record<string, string> = {
  additional_comments: "Comments",
  available_slots: "Places left",
  beyond: "Places for no-shows",
  boxed: "In a box",
  building_name: "Building",
  campus_id: "Campus",
  cancellation_fee_cents: "Cancellation fee",
  completed_at: "Completed",
  completed_received_at: "Completion received",
  confirm_by: "Place held until",
  customer_id: "Customer ID",
  email_confirmed_at: "Email confirmed",
  flight_time: "Flight",
  full_name: "Name",
  has_flight: "Flight to catch",
  how_heard: "How heard",
  ip: "Network address",
  items_counted: "Items counted",
  kits: "Kits in stock",
  location_fee_cents: "Location fee",
  over_50_lb: "Over 50 lb",
  heavy: "Over 50 lb",
  label_code: "Label",
  residence_type: "Residence",
  return_delivery_date: "Return delivery",
  supply_kit_delivery_date: "Supply kit delivery",
  started_at: "On Way since",
  started_received_at: "On Way received",
  time_of_day: "Time of day",
  user_agent: "Program",
  van_items: "Items the van holds",
};

/** Bookkeeping that says nothing to a person. */
const HIDDEN = new Set([
  "id",
  "is_default",
  "hold_id",
  "event_id",
  "settled_by",
  "slot_id",
  "pickup_id",
  "queue_id",
  "booking_id",
  "member_id",
  "user_id",
  "serial",
  "cause",
  "strokes",
  "superseded_by",
  "created_at",
  "updated_at",
  "guest_first_name",
  "guest_last_name",
  "guest_email",
  "guest_phone",
]);

const CHOICES: Record<string, Record<string, string>> = {
  status: {
    ...Object.fromEntries(booking.statuses.map(({ value, label }) => [value, label])),
    scheduled: "Scheduled",
    in_progress: "On Way",
  },
  state: {
    requested: "Requested",
    packed: "Packed",
    out: "Out for delivery",
    delivered: "Delivered",
    failed: "Failed",
  },
  delivery_option: Object.fromEntries(
    booking.delivery_options.map(({ value, label }) => [value, label]),
  ),
  flight_time: Object.fromEntries(booking.flight_windows.map(({ value, label }) => [value, label])),
  time_of_day: Object.fromEntries(
    booking.slot_times_of_day.map(({ value, label }) => [value, label]),
  ),
  campus_id: Object.fromEntries(campuses.map(({ id, name }) => [String(id), name])),
  residence_type: { on_campus: "On campus", other: "Off campus" },
};

/** What a column is called, or null for bookkeeping. */
export function fieldLabel(field: string): string | null {
  if (HIDDEN.has(field)) return null;
  return LABELS[field] ?? sentence(field.replace(/_cents$/, ""));
}

/** "pickup_date" → "Pickup date". */
export function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A stored value as a person would say it. */
export function fieldValue(field: string, value: unknown, utcOffset: string | undefined): string {
  if (field === "time_of_day" && value === null) return "All Day";
  if (value === null || value === undefined || value === "") return "nothing";
  if (field.includes("phone") && typeof value === "string") return writtenPhone(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" && field.endsWith("_cents")) return formatCents(value);
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const choice = CHOICES[field]?.[text];
  if (choice) return choice;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text, "medium", text);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatCampusTime(text, utcOffset, text);
  return text;
}

/** "UBC Okanagan"; the number where there is no such campus. */
export function campusName(id: number | string): string {
  return CHOICES.campus_id?.[String(id)] ?? `Campus ${id}`;
}
