import { deliveryOf, flightOf, pickupAddress } from "@api/bookings/words";
import { formatDay } from "@lib/format/dates";
import { writtenPhone } from "@lib/forms/phone";
import { campuses } from "@lib/site/published";
import type { Draft, Section } from "./edit-draft";

/** What a section holds, in one line, and what it lacks, in words; "" where nothing is lacking. */
export interface Summary {
  chosen: string;
  lacks: string;
}

/** What each section of Edit Booking says while it is closed. */
export function summaryOf(draft: Draft): Record<Section, Summary> {
  const { contact_name, contact_phone, payer_name, payer_email } = draft;
  const delivers = draft.delivery_option !== "decide_later" && draft.delivery_option !== null;
  const campus = campuses.find(({ id }) => id === draft.campus_id)?.campus;
  return {
    you: {
      chosen: line(`${draft.first_name ?? ""} ${draft.last_name ?? ""}`, phone(draft.phone)),
      lacks: lack(!draft.phone?.trim(), "No phone number yet."),
    },
    people: {
      chosen:
        line(
          contact_name?.trim() && `${contact_name.trim()} is at the door`,
          phone(contact_phone),
          (payer_name || payer_email) && `${payer_name || payer_email} pays`,
        ) || "Nobody else",
      lacks: "",
    },
    place: {
      chosen: line(campus, pickupAddress(draft)),
      lacks: lack(pickupAddress(draft) === "", "No address yet."),
    },
    kit: {
      chosen: draft.supply_kit_delivery_date
        ? formatDay(draft.supply_kit_delivery_date)
        : "No supply kit",
      lacks: "",
    },
    pickup: {
      chosen: line(
        draft.pickup_date && formatDay(draft.pickup_date),
        draft.pickup_time,
        draft.has_flight && `flight ${flightOf(draft)}`,
      ),
      lacks:
        lack(!draft.pickup_date, "No day yet.") ||
        lack(!draft.pickup_time, "No time yet.") ||
        lack(draft.has_flight && !draft.flight_time, "No flight time yet."),
    },
    delivery: {
      chosen: line(
        deliveryOf(draft),
        delivers && draft.return_delivery_date && formatDay(draft.return_delivery_date),
        delivers && draft.delivery_address,
      ),
      lacks:
        lack(delivers && !draft.return_delivery_date, "No delivery date yet.") ||
        lack(delivers && !draft.delivery_address?.trim(), "No delivery address yet."),
    },
  };
}

function line(...parts: (string | false | null | undefined)[]): string {
  return parts
    .map((part) => (part ? part.trim() : ""))
    .filter(Boolean)
    .join(", ");
}

function phone(typed: string | null): string {
  return typed?.trim() ? writtenPhone(typed) : "";
}

function lack(missing: boolean | null, words: string): string {
  return missing ? words : "";
}
