import { CalendarDays, Package, Users } from "lucide-react";

/** The areas of the dashboard, in order, as `?tab=` names them. */
export const STAFF_TABS = [
  { value: "bookings", label: "Bookings", icon: Package },
  { value: "schedule", label: "Schedule", icon: CalendarDays },
  { value: "customers", label: "Customers", icon: Users },
] as const;

/** The tab of the address; bookings when there is none or no such one. */
export function tabOf(params: URLSearchParams): (typeof STAFF_TABS)[number]["value"] {
  const asked = params.get("tab");
  return STAFF_TABS.find(({ value }) => value === asked)?.value ?? "bookings";
}
