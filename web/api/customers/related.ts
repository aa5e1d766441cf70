import { command, type Result, readCommand } from "@api/client";

// Below the bookings' key, so that any change of a booking reads them again.
export const relatedKeys = {
  of: (bookingId: string) => ["bookings", "related", bookingId] as const,
};

export type RelatedBooking = Result<"related_bookings">[number];

/** Current bookings that may be the same person's or family's. Staff only. */
export function relatedBookings(bookingId: string): Promise<RelatedBooking[]> {
  return readCommand("related_bookings", { booking_id: bookingId });
}

/** Keeps that these bookings are different people's. The office only. */
export function tellApart(bookingIds: string[]): Promise<Result<"tell_apart">> {
  return command("tell_apart", { booking_ids: bookingIds });
}
