import { bookingRuleKeys, previewEdit } from "@api/bookings/commands";
import { FormAlert } from "@components/form-alert";
import { formatCents } from "@lib/format/money";
import { priceReading } from "@lib/forms/use-price";
import { windowOf } from "@lib/site/pickup-windows";
import { useQuery } from "@tanstack/react-query";
import type { MovedBooking } from "../acted-on";

interface MovePreviewProps {
  booking: MovedBooking;
  /** "YYYY-MM-DD", or "" while none is chosen */
  day: string;
  window: string;
}

/** The price of a move, by the same rules as in the customer's own dialog. */
export function MovePreview({ booking, day, window }: MovePreviewProps) {
  const moves =
    day !== booking.pickup_date ||
    window !== windowOf(booking.pickup_time, booking.campus_id)?.label;
  const changes = { pickup_date: day, pickup_time: window };
  const { data } = useQuery({
    queryKey: bookingRuleKeys.edit(booking.id, changes),
    queryFn: () => previewEdit(booking.id, changes),
    // A refusal comes with the answer to sending, with the windows that are free instead.
    enabled: moves && day !== "" && window !== "",
    ...priceReading,
  });
  if (!data) return null;
  const later = data.cancellation_cents;
  return (
    <section aria-label="What it comes to" aria-live="polite" className="grid gap-3">
      {data.conflicts.length > 0 ? (
        <FormAlert tone="error">
          {data.conflicts.map(({ code, words }) => (
            <p key={code}>{words}</p>
          ))}
        </FormAlert>
      ) : null}
      <FormAlert tone="note">
        <p>{data.fee_cents > 0 ? `Fee: ${formatCents(data.fee_cents)}.` : "This move is free."}</p>
        {data.words.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {later ? <p>Cancelling after it costs {formatCents(later)}.</p> : null}
      </FormAlert>
    </section>
  );
}
