import { useBookingUndo, useUndoOffer } from "@api/bookings/use-undo";
import { UndoBar } from "@components/undo-bar";

/** The last change of the customer's booking, with the way back while there is one (rule: undo). */
export function UndoNotice({ bookingId }: { bookingId: string }) {
  const offer = useUndoOffer(bookingId);
  const undo = useBookingUndo();
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
