import type { NewBooking } from "@api/bookings/booking";
import { type Answers, needsDeliveryAddress } from "@features/booking/answers/answers";
import { toE164 } from "@lib/forms/phone-number";
import { pricing } from "@lib/site/published";

/**
 * The row to insert. `userId` null makes it a guest's: then, and only then, the guest_* fields are
 * set as well (rule: guest-booking).
 */
export function bookingBody(answers: Answers, userId: string | null): NewBooking {
  if (answers.campusId === null) throw new Error("Campus selection is required");
  const person = {
    first_name: answers.firstName.trim(),
    last_name: answers.lastName.trim(),
    email: answers.email.trim(),
    phone: toE164(answers.phone) ?? (answers.phone.trim() || null),
  };
  const delivers = needsDeliveryAddress(answers.deliveryOption);
  return {
    user_id: userId,
    campus_id: answers.campusId,
    ...person,
    ...(userId === null
      ? {
          guest_first_name: person.first_name,
          guest_last_name: person.last_name,
          guest_email: person.email,
          guest_phone: person.phone,
        }
      : {}),
    residence_type: answers.residenceType,
    building_name: buildingOf(answers),
    address: addressOf(answers),
    supply_kit_delivery_date: answers.wantsSupplies ? answers.supplyKitDate : null,
    pickup_date: answers.pickupDate,
    pickup_time: answers.pickupTime,
    has_flight: answers.hasFlight,
    flight_time: answers.hasFlight ? answers.flightTime : null,
    delivery_option: answers.deliveryOption,
    return_delivery_date: delivers ? answers.deliveryDate : null,
    delivery_address: delivers ? answers.deliveryAddress.trim() : null,
    ...peopleOf(answers),
    ...(answers.howHeard ? { how_heard: answers.howHeard } : {}),
    ...(answers.split ? { additional_comments: "Will split the bundle with friends" } : {}),
  };
}

/** "Totem Park, room 214"; null when neither is known, or it is no residence. */
export function buildingOf({ residenceType, buildingName, room }: Answers): string | null {
  if (residenceType === "other") return null;
  const parts = [buildingName.trim(), room.trim() && `room ${room.trim()}`].filter(Boolean);
  return parts.join(", ") || null;
}

/** "805 Fleming Drive, Kamloops BC V2C 5M3", or the address of the residence; null without. */
export function addressOf(answers: Answers): string | null {
  if (answers.residenceType === "on_campus") return answers.residenceAddress.trim() || null;
  const [street, city, code] = [answers.street, answers.city, answers.postalCode].map((part) =>
    part.trim(),
  );
  if (!street) return null;
  const spaced = code?.toUpperCase().replace(/^(\w{3})[ -]?(\w{3})$/, "$1 $2");
  return [street, [city, "BC", spaced].filter(Boolean).join(" ")].join(", ");
}

/** Who books, who meets the crew, who pays, and what they chose; what was left out is not sent. */
function peopleOf(answers: Answers): Partial<NewBooking> {
  const { userType, otherName, otherPhone, otherEmail, plan } = answers;
  const values = {
    booked_by: userType,
    pricing: plan && (plan === "single_items" ? plan : "bundle"),
    expected_items: expectedItems(answers),
    expected_value_cents: answers.protection * 100,
    text_messages: answers.textMessages || null,
    ...(userType === "parent"
      ? {
          contact_name: otherName.trim(),
          contact_phone: toE164(otherPhone) ?? otherPhone.trim(),
          contact_email: otherEmail.trim(),
        }
      : {
          payer_name: otherName.trim(),
          payer_phone: toE164(otherPhone) ?? otherPhone.trim(),
          payer_email: otherEmail.trim(),
        }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

/** The number of the form; without one that of the bundle. */
function expectedItems({ items, plan }: Answers): number | null {
  return items ?? pricing.bundles.find(({ id }) => id === plan)?.items_max ?? null;
}
