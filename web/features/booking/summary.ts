import bookingFacts from "@facts/booking.json";
import { formatDay } from "@lib/dates";
import { buildingOf } from "./booking-body";
import { needsDeliveryAddress, type WizardData } from "./wizard-data";

export interface SummaryRow {
  label: string;
  value: string;
}

/** The final review: the eight agreed lines first, then the other answers. */
export function summaryOf(data: WizardData): { main: SummaryRow[]; more: SummaryRow[] } {
  const main = [
    { label: "Name", value: `${data.firstName.trim()} ${data.lastName.trim()}` },
    { label: "Email", value: data.email.trim() },
    { label: "Phone", value: data.phone.trim() },
    { label: "University", value: data.university },
    { label: "Campus", value: data.campus },
    { label: "Campus ID", value: String(data.campusId ?? "") },
    { label: "Pickup Date", value: formatDay(data.pickupDate) },
    { label: "Pickup Time", value: data.pickupTime },
  ];
  const more = [
    { label: "Supply kit", value: data.wantsSupplies ? formatDay(data.supplyKitDate) : "My own" },
    { label: "Pickup place", value: placeOf(data) },
    { label: "Flight", value: flightOf(data) },
    { label: "Delivery", value: deliveryOf(data) },
  ];
  return { main, more: more.filter(({ value }) => value !== "") };
}

function placeOf(data: WizardData): string {
  return [buildingOf(data), data.address.trim()].filter(Boolean).join(" · ");
}

function flightOf({ hasFlight, flightTime }: WizardData): string {
  if (!hasFlight) return "";
  return bookingFacts.flight_windows.find(({ value }) => value === flightTime)?.label ?? "";
}

function deliveryOf({ deliveryOption, deliveryDate, deliveryAddress }: WizardData): string {
  const option = bookingFacts.delivery_options.find(({ value }) => value === deliveryOption);
  if (!option) return "";
  if (!needsDeliveryAddress(deliveryOption)) return option.label;
  return [option.label, formatDay(deliveryDate), deliveryAddress.trim()].join(" · ");
}
