import type { Row } from "@api/database.types";
import { windowsOf } from "@lib/site/pickup-windows";
import { pricing } from "@lib/site/published";
import type { Answers } from "./answers";
import { campusById } from "./campus-choices";

const ROOM = /^(.*?)(?:, room (.*))?$/;
const WRITTEN_ADDRESS = /^(.+), (.+?) BC(?: ([A-Z]\d[A-Z] \d[A-Z]\d))?$/;

/** The answers that a customer's last booking gives for the next: all but its days. */
export function asLastTime(booking: Row<"bookings">): Partial<Answers> {
  const campus = campusById(booking.campus_id);
  const parent = booking.booked_by === "parent";
  const other = parent ? "contact" : "payer";
  return {
    userType: parent ? "parent" : "student",
    phone: booking.phone ?? "",
    textMessages: booking.text_messages === true,
    otherName: booking[`${other}_name`] ?? "",
    otherPhone: booking[`${other}_phone`] ?? "",
    otherEmail: booking[`${other}_email`] ?? "",
    ...(campus
      ? {
          university: campus.university,
          campus: campus.campus,
          campusId: campus.id,
          ...placeOf(booking),
          pickupTime: windowsOf(campus.id).some(({ label }) => label === booking.pickup_time)
            ? (booking.pickup_time ?? "")
            : "",
        }
      : {}),
    wantsSupplies: booking.supply_kit_delivery_date !== null,
    deliveryOption: booking.delivery_option as Answers["deliveryOption"],
    deliveryAddress: booking.delivery_address ?? "",
    plan: planOf(booking),
    items: booking.expected_items,
    protection: (booking.expected_value_cents ?? 0) / 100,
  };
}

function planOf({ pricing: kind, expected_items }: Row<"bookings">): string {
  if (kind !== "bundle") return kind ?? "";
  const bundle = pricing.bundles.find(({ items_max }) => (expected_items ?? 0) <= items_max);
  return (expected_items && bundle?.id) || "";
}

/** The pickup's place in the fields that it was written from. */
function placeOf({ residence_type, building_name, address }: Row<"bookings">): Partial<Answers> {
  if (residence_type === "on_campus") {
    const [, buildingName = "", room = ""] = ROOM.exec(building_name ?? "") ?? [];
    return { residenceType: "on_campus", buildingName, room, residenceAddress: address ?? "" };
  }
  const [, street = address ?? "", city = "", postalCode = ""] =
    WRITTEN_ADDRESS.exec(address ?? "") ?? [];
  return { residenceType: "other", street, city, postalCode };
}
