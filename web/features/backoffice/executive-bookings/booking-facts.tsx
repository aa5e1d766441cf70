import {
  customerName,
  deliveryOf,
  emailOf,
  flightOf,
  NOT_PROVIDED,
  NOT_SPECIFIED,
  phoneOf,
  typeOf,
} from "@api/booking-words";
import type { Booking } from "@api/bookings";
import { Fact, Facts } from "@components/facts";
import { Code } from "@components/ui/code";
import { formatCampusTime } from "@lib/campus-time";
import { formatDay } from "@lib/dates";
import { pickupAddress } from "./bookings-export";

/** Everything about a booking, each fact with its fallback. */
export function BookingFacts({
  booking,
  utcOffset,
}: {
  booking: Booking;
  utcOffset: string | undefined;
}) {
  const day = (value: string | null) => formatDay(value, "medium", NOT_SPECIFIED);
  const when = (moment: string) => formatCampusTime(moment, utcOffset);
  return (
    <div className="grid gap-x-8 gap-y-6 [--term:7.5rem] sm:grid-cols-2">
      <Facts title="Customer">
        <Fact label="Full name">{customerName(booking)}</Fact>
        <Fact label="Email">{emailOf(booking)}</Fact>
        <Fact label="Phone">{phoneOf(booking)}</Fact>
        <Fact label="Type">{typeOf(booking)}</Fact>
      </Facts>
      <Facts title="Pickup">
        <Fact label="Date">{day(booking.pickup_date)}</Fact>
        <Fact label="Time">{booking.pickup_time || NOT_SPECIFIED}</Fact>
        <Fact label="University">{booking.campus?.university ?? NOT_SPECIFIED}</Fact>
        <Fact label="Campus">{booking.campus?.campus ?? NOT_SPECIFIED}</Fact>
        <Fact label="Address">{pickupAddress(booking) || NOT_PROVIDED}</Fact>
        <Fact label="Flight">{flightOf(booking)}</Fact>
        <Fact label="Supply kit">
          {formatDay(booking.supply_kit_delivery_date, "medium", "No")}
        </Fact>
      </Facts>
      <Facts title="Delivery">
        <Fact label="Option">{deliveryOf(booking)}</Fact>
        <Fact label="Expected date">{day(booking.return_delivery_date)}</Fact>
        <Fact label="Address">{booking.delivery_address || NOT_PROVIDED}</Fact>
      </Facts>
      <Facts title="Booking">
        <Fact label="ID">
          <Code className="tracking-normal">{booking.id}</Code>
        </Fact>
        {booking.confirm_by ? (
          <Fact label="Email">Not confirmed yet, place held until {when(booking.confirm_by)}</Fact>
        ) : null}
        <Fact label="Created">{when(booking.created_at)}</Fact>
        <Fact label="Last updated">{when(booking.updated_at)}</Fact>
        <Fact label="Comments">{booking.additional_comments || NOT_PROVIDED}</Fact>
        {booking.cancellation_note ? (
          <Fact label="Cancellation">{booking.cancellation_note}</Fact>
        ) : null}
      </Facts>
    </div>
  );
}
