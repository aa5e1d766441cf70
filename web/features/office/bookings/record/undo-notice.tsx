import { useBookingUndo, useUndoOffer } from "@api/bookings/use-undo";
import { UndoBar } from "@components/undo-bar";
import { useDataSession } from "@features/office/data-session";

/** The last change of a booking, with the way back while there is one (rule: undo). */
export function UndoNotice({ bookingId }: { bookingId: string }) {
  const session = useDataSession();
  const offer = useUndoOffer(bookingId, session);
  const undo = useBookingUndo(session);
  if (!offer) return null;
  return (
    <UndoBar
      words={`${offer.words} by ${offer.by === "You" ? "you" : offer.by}.`}
      until={offer.until}
      busy={undo.isPending}
      onUndo={() => undo.mutate({ id: bookingId, updated_at: offer.seen })}
    />
  );
}
