import { type BookingChanges, bookingRuleKeys, previewEdit } from "@api/bookings/commands";
import { priceReading } from "@lib/forms/use-price";
import { useQuery } from "@tanstack/react-query";

/** What changes of a booking come to now; asks nobody while there are none. */
export function useEditPreview(bookingId: string, changes: BookingChanges | null) {
  return useQuery({
    queryKey: bookingRuleKeys.edit(bookingId, changes ?? {}),
    queryFn: () => previewEdit(bookingId, changes ?? {}),
    enabled: changes !== null && Object.keys(changes).length > 0,
    ...priceReading,
  });
}
