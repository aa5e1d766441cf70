import type { Booking } from "@api/bookings/booking";
import { customerName, emailOf } from "@api/bookings/words";
import { ListProblem } from "@components/lists/list-problem";
import { Settled } from "@components/settled";
import { Badge, StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { useAddressPanel } from "@features/office/address-panel";
import type { BookingListKind } from "@features/office/bookings/booking-lists";
import { useDuplicates } from "@features/office/bookings/bookings-query";
import { useBooking } from "@features/office/bookings/one-booking";
import { RelatedBookings } from "@features/office/people/related-bookings";
import { BookingItems } from "@features/warehouse/items/booking-items";
import { Link } from "react-router";
import { BookingActions } from "./booking-actions";
import { BookingEdit } from "./booking-edit";
import { BookingNotes } from "./booking-notes";
import { BookingSections } from "./booking-sections";
import { DeliveryQuoteSection } from "./delivery-quote-section";
import { UndoNotice } from "./undo-notice";

interface BookingDetailProps {
  /** the booking in the address, or null when none is open */
  id: string | null;
  /** its row, when it is on the page behind */
  known: Booking | undefined;
  utcOffset: string | undefined;
  list: BookingListKind;
  /** The office acts for customers, and may open the customer's file from here. */
  office: boolean;
}

/** The dialog with everything about one booking. Its address can be sent to a colleague. */
export function BookingDetail({ id, known, utcOffset, list, office }: BookingDetailProps) {
  const { drawn, close, openedHere } = useAddressPanel("booking", id);
  const { data: booking, error, refetch, isFetching } = useBooking(drawn, known);
  const failure = list.failure(error);
  const duplicate = useDuplicates(booking ? [booking] : null).size > 0;

  return (
    <Dialog open={id !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent
        inAddress
        size="lg"
        title={booking ? customerName(booking) : "Booking"}
        description={
          booking ? (
            <span className="flex flex-wrap gap-2">
              <StatusBadge status={booking.status} />
              {duplicate ? <Badge tone="brick">Possible duplicate</Badge> : null}
              {booking.needs.includes("pickup_address") ? (
                <Badge tone="brick">No pickup address</Badge>
              ) : null}
            </span>
          ) : booking === null || error ? undefined : (
            <Skeleton late className="h-6 w-24" />
          )
        }
        // As high with a form open as without: what is read later moves nothing.
        className={booking === null || error ? "" : "sm:h-[min(860px,100dvh-48px)]"}
        footer={
          <>
            {duplicate && booking ? (
              <Button asChild variant="secondary">
                <Link to={`?tab=bookings&q=${encodeURIComponent(emailOf(booking))}`}>
                  All with this email
                </Link>
              </Button>
            ) : null}
            {office && booking?.user_id ? (
              <Button asChild variant="secondary">
                <Link to={`?tab=customers&customer=${booking.user_id}`}>View customer</Link>
              </Button>
            ) : null}
            <Button variant="secondary" onClick={close}>
              Close
            </Button>
          </>
        }
      >
        {error ? (
          <div className="pb-4">
            <ListProblem
              error={error}
              title={failure.title}
              onRetry={() => void refetch()}
              retrying={isFetching}
            >
              {failure.words}
            </ListProblem>
          </div>
        ) : null}
        {booking ? (
          // A row that is pressed tells enough to begin with; by its address it comes whole.
          <Settled
            key={booking.id}
            known={known !== undefined && openedHere}
            instead={<LoadingSections />}
          >
            {office || list.edits ? (
              <div className="mb-4 empty:hidden">
                <UndoNotice bookingId={booking.id} />
              </div>
            ) : null}
            {list.edits ? <BookingEdit key={booking.id} booking={booking} /> : null}
            {list.acts ? (
              <div className="mb-6 grid gap-4">
                {office ? <DeliveryQuoteSection booking={booking} /> : null}
                <RelatedBookings key={`related ${booking.id}`} booking={booking} office={office} />
                <BookingActions key={booking.id} booking={booking} office={office} />
                <BookingNotes bookingId={booking.id} utcOffset={utcOffset} />
                <BookingItems bookingId={booking.id} />
              </div>
            ) : null}
            <BookingSections booking={booking} utcOffset={utcOffset} />
          </Settled>
        ) : booking === null ? (
          <p>No booking has this number, or you may not see it.</p>
        ) : error ? null : (
          <LoadingSections />
        )}
      </DialogContent>
    </Dialog>
  );
}

function LoadingSections() {
  return (
    <div role="status" aria-label="Loading booking" className="grid gap-6 sm:grid-cols-2">
      {["customer", "address", "dates", "more"].map((section) => (
        <div key={section} className="grid gap-3">
          <Skeleton late className="h-6 w-40" />
          <Skeleton late className="h-28" />
        </div>
      ))}
    </div>
  );
}
