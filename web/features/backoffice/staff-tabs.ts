import type { Role } from "@lib/profile";
import {
  CalendarDays,
  CircleAlert,
  HandCoins,
  History,
  Package,
  PackageOpen,
  Truck,
  Users,
} from "lucide-react";

/** The areas of the dashboard, in order, as `?tab=` names them. */
export const STAFF_TABS = [
  { value: "bookings", label: "Bookings", icon: Package, office: false },
  { value: "pickups", label: "Pickups", icon: Truck, office: false },
  { value: "needs-person", label: "Needs a person", icon: CircleAlert, office: false },
  { value: "supplies", label: "Supplies", icon: PackageOpen, office: false },
  { value: "schedule", label: "Schedule", icon: CalendarDays, office: false },
  { value: "customers", label: "Customers", icon: Users, office: false },
  { value: "payments", label: "Payments", icon: HandCoins, office: true },
  { value: "history", label: "History", icon: History, office: true },
] as const;

/** Whether somebody works in the office: what happened, and a customer's whole file, are theirs. */
export function isOffice(role: Role): boolean {
  return role === "admin" || role === "executive";
}

/** The areas that this role sees. */
export function tabsFor(role: Role): readonly (typeof STAFF_TABS)[number][] {
  return STAFF_TABS.filter(({ office }) => !office || isOffice(role));
}

/** The tab of the address; bookings when there is none or no such one for this role. */
export function tabOf(params: URLSearchParams, role: Role): (typeof STAFF_TABS)[number]["value"] {
  const asked = params.get("tab");
  return tabsFor(role).find(({ value }) => value === asked)?.value ?? "bookings";
}
