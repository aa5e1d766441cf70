import type { NewBooking } from "@api/bookings";
import { needsDeliveryAddress, type WizardData } from "./wizard-data";

/**
 * The row to insert. `userId` null makes it a guest's: then, and only then, the guest_* fields are
 * set as well (rule: guest-booking). `note` goes to additional_comments.
 */
export function bookingBody(
  data: WizardData,
  userId: string | null,
  note: string | null = null,
): NewBooking {
  if (data.campusId === null) throw new Error("Campus selection is required");
  const person = {
    first_name: data.firstName.trim(),
    last_name: data.lastName.trim(),
    email: data.email.trim(),
    phone: data.phone.trim() || null,
  };
  const delivers = needsDeliveryAddress(data.deliveryOption);
  return {
    user_id: userId,
    campus_id: data.campusId,
    ...person,
    ...(userId === null
      ? {
          guest_first_name: person.first_name,
          guest_last_name: person.last_name,
          guest_email: person.email,
          guest_phone: person.phone,
        }
      : {}),
    residence_type: data.residenceType,
    building_name: buildingOf(data),
    address: data.address.trim() || null,
    supply_kit_delivery_date: data.wantsSupplies ? data.supplyKitDate : null,
    pickup_date: data.pickupDate,
    pickup_time: data.pickupTime,
    has_flight: data.hasFlight,
    flight_time: data.hasFlight ? data.flightTime : null,
    delivery_option: data.deliveryOption,
    return_delivery_date: delivers ? data.deliveryDate : null,
    delivery_address: delivers ? data.deliveryAddress.trim() : null,
    ...(note ? { additional_comments: note } : {}),
  };
}

/** "Totem Park, room 214"; null when neither is known. */
export function buildingOf({ buildingName, room }: WizardData): string | null {
  const parts = [buildingName.trim(), room.trim() && `room ${room.trim()}`].filter(Boolean);
  return parts.join(", ") || null;
}
