import { dataOf, type Rest, rest } from "@api/client";
import type { BookingStatus, Insert, Row } from "@api/database.types";
import { again } from "@api/once";

export type NewBooking = Insert<"bookings">;

/** A booking with the campus it belongs to, as every list and detail shows it. */
export type Booking = Row<"bookings"> & {
  campus: Pick<Row<"campuses">, "campus" | "university" | "country"> | null;
};

/** The dates that customers and staff may change, one edit at a time. */
export type DateChange =
  | { supply_kit_delivery_date: string | null }
  | { pickup_date: string; pickup_time?: string }
  | { return_delivery_date: string };

/** Keys of the cached lists: invalidate `bookingKeys.all` after any change of a booking. */
export const bookingKeys = {
  all: ["bookings"] as const,
  latestOf: (userId: string) => ["bookings", "latest", userId] as const,
};

const WITH_CAMPUS = "*, campus:campuses(campus,university,country)";

/**
 * Inserts one booking and reads the stored row back; asks again where the server has a moment's trouble.
 * @param key sent as Idempotency-Key: the same key twice makes one booking.
 * @throws ApiError, with the server's words when the window is full or a field is refused.
 */
export function createBooking(
  booking: NewBooking,
  key: string,
  via: Rest = rest(),
): Promise<Booking> {
  return again(() =>
    dataOf(
      via
        .from("bookings")
        .insert(booking)
        .select(WITH_CAMPUS)
        .setHeader("Idempotency-Key", key)
        .single(),
    ),
  );
}

/** Changes one of a booking's dates. */
export function changeBookingDate(
  id: string,
  change: DateChange,
  via: Rest = rest(),
): Promise<Booking> {
  return dataOf(via.from("bookings").update(change).eq("id", id).select(WITH_CAMPUS).single());
}

/** Sets a booking's status. Executives only. */
export function changeBookingStatus(
  id: string,
  status: BookingStatus,
  via: Rest = rest(),
): Promise<Booking> {
  return dataOf(via.from("bookings").update({ status }).eq("id", id).select(WITH_CAMPUS).single());
}
