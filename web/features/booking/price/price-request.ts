import type { PriceRequest } from "@api/bookings/price";
import { type Answers, needsDeliveryAddress } from "@features/booking/answers/answers";

const POSTAL_CODE = /\b[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d\b/;

/** The request for the price of the answers so far: the same for each letter of a name. */
export function priceRequest(answers: Answers): PriceRequest {
  const delivers = needsDeliveryAddress(answers.deliveryOption);
  return {
    campus_id: answers.campusId,
    items: answers.items,
    declared_value_cents: answers.items === null ? 0 : answers.protection * 100,
    ...(answers.pickupDate ? { pickup_date: answers.pickupDate } : { months: answers.months }),
    estimated_miles: answers.miles,
    pickup_time: answers.pickupTime || null,
    has_flight: answers.hasFlight,
    flight_time: answers.flightTime,
    residence_type: answers.residenceType,
    address: placeIn(answers.city, answers.postalCode),
    supply_kit: answers.wantsSupplies === true,
    supply_kit_delivery_date: (answers.wantsSupplies && answers.supplyKitDate) || null,
    delivery_option: answers.deliveryOption,
    return_delivery_date: (delivers && answers.deliveryDate) || null,
    delivery_address: delivers ? postalCodeIn(answers.deliveryAddress) : null,
  };
}

/** The city goes along, as the two are checked against each other. */
function placeIn(city: string, postalCode: string): string | null {
  const code = postalCodeIn(postalCode);
  return code && [city.trim(), code].filter(Boolean).join(" ");
}

function postalCodeIn(address: string): string | null {
  return POSTAL_CODE.exec(address)?.[0].toUpperCase() ?? null;
}
