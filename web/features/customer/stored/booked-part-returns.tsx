import type { Booking } from "@api/bookings/booking";
import { acceptShipment, cancelPartReturn, partReturnKeys } from "@api/bookings/part-returns";
import type { OwnPartReturns, PartReturn } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PART_STATES, WAYS } from "./part-return-words";

interface BookedPartReturnsProps {
  booking: Pick<Booking, "id">;
  offer: OwnPartReturns;
}

/** What is booked or on its way, with the quote of a shipment and its tracking numbers. */
export function BookedPartReturns({ booking, offer }: BookedPartReturnsProps) {
  const queries = useQueryClient();
  const { readAgain } = useKeptBooking();
  const keep = (now: OwnPartReturns) => queries.setQueryData(partReturnKeys.of(booking.id), now);
  const cancel = useMutation({
    mutationFn: (one: PartReturn) => cancelPartReturn(booking.id, one.id),
    networkMode: "always",
    onSuccess: (now, one) => {
      keep(now);
      toast.success(`${WAYS[one.way].noun} Cancelled`);
    },
    onSettled: readAgain,
  });
  const accept = useMutation({
    mutationFn: (one: PartReturn) =>
      acceptShipment({ booking_id: booking.id, id: one.id, expected_cents: one.cents ?? 0 }),
    networkMode: "always",
    onSuccess: (now) => {
      keep(now);
      toast.success("Price Accepted", { description: "We email you the tracking number." });
    },
    onSettled: readAgain,
  });
  const shown = offer.part_returns.filter(
    ({ state, way }) => state !== "cancelled" && (state !== "done" || way === "ship"),
  );
  if (shown.length === 0) return null;
  return (
    <>
      <ul aria-label="Booked" className="grid gap-3">
        {shown.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-start justify-between gap-3 rounded-2xl border border-line p-3"
          >
            <div className="grid min-w-0 gap-1 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {WAYS[one.way].noun}
                {one.day ? `: ${formatDay(one.day)}, ${one.window}` : ""}
                {one.way === "ship" ? (
                  <Badge tone={one.state === "quoted" ? "tape" : "pine"}>
                    {one.state === "done" ? "Sent" : PART_STATES[one.state]}
                  </Badge>
                ) : null}
              </p>
              <p>{one.items.join(", ")}</p>
              {one.address ? <p className="text-muted">{one.address}</p> : null}
              {one.state === "quoted" && one.words ? <p>{one.words}</p> : null}
              {one.parcels.map(({ number, link }) => (
                <p key={number}>
                  {one.carrier}:{" "}
                  {link ? (
                    <a className="underline" href={link} target="_blank" rel="noreferrer">
                      {number}
                    </a>
                  ) : (
                    number
                  )}
                </p>
              ))}
            </div>
            <div className="flex flex-wrap gap-2">
              {one.state === "quoted" ? (
                <Button
                  size="sm"
                  busy={accept.isPending && accept.variables.id === one.id}
                  onClick={() => accept.mutate(one)}
                >
                  Accept {formatCents(one.cents ?? 0)}
                </Button>
              ) : null}
              {one.state === "done" ? null : (
                <Button
                  variant="secondary"
                  size="sm"
                  busy={cancel.isPending && cancel.variables.id === one.id}
                  onClick={() => cancel.mutate(one)}
                >
                  Cancel {WAYS[one.way].noun.toLowerCase()}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Refusal error={cancel.error ?? accept.error} />
    </>
  );
}
