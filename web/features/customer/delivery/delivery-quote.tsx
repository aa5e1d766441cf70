import type { Booking } from "@api/bookings/booking";
import { bookDelivery, feeNow } from "@api/bookings/commands";
import {
  acceptQuote,
  declineQuote,
  deliveryQuote,
  deliveryQuoteKeys,
} from "@api/bookings/delivery-quotes";
import type { DeliveryQuote as Quote } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { Button } from "@components/ui/button";
import { refusalOf } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** How often a quote that staff have still to send is asked for, in milliseconds. */
const ANSWER_POLL_MS = 15_000;

/** The quote of a booking whose delivery goes to another city. */
export function useDeliveryQuote(booking: Booking) {
  return useQuery({
    queryKey: deliveryQuoteKeys.of(booking.id),
    queryFn: () => deliveryQuote(booking.id),
    enabled: booking.delivery_option === "different_city",
    networkMode: "always",
    refetchInterval: ({ state }) => (state.data?.state === "asked" ? ANSWER_POLL_MS : false),
  });
}

/** Where the quote stands, and its answer: accept it for the amount shown, decline, ask again. */
export function DeliveryQuote({ booking }: { booking: Booking }) {
  const { data: quote } = useDeliveryQuote(booking);
  const queries = useQueryClient();
  const { readAgain } = useKeptBooking();
  const once = useOnce();
  const shared = {
    networkMode: "always",
    onError: (error: unknown) => {
      const now = feeNow(error);
      const title = now === null ? "Nothing Was Changed" : "The Price Has Changed";
      toast.error(title, { description: refusalOf(error) });
    },
    onSettled: () => {
      readAgain();
      void queries.invalidateQueries({ queryKey: paymentKeys.all });
    },
  } as const;
  const keep = (now: Quote) => queries.setQueryData(deliveryQuoteKeys.of(booking.id), now);
  const accept = useMutation({
    ...shared,
    mutationFn: ({ id, cents }: { id: string; cents: number }) => acceptQuote(id, cents),
    onSuccess: (now) => {
      keep(now);
      toast.success("Quote Accepted", { description: "Its invoice is in your account." });
    },
  });
  const decline = useMutation({
    ...shared,
    mutationFn: (id: string) => declineQuote(id),
    onSuccess: (now) => {
      keep(now);
      toast.success("Quote Declined", { description: "Nothing is charged." });
    },
  });
  const again = useMutation({
    ...shared,
    mutationFn: ({ address, day }: Quote) =>
      bookDelivery(
        booking.id,
        { delivery_option: "different_city", day, window: null, address },
        0,
      ),
    onSuccess: () => toast.success("Quote Asked"),
  });

  if (booking.delivery_option !== "different_city") return null;
  if (!quote) {
    return <p className="text-xs text-muted">Another city: our staff send you a quote.</p>;
  }
  const price = quote.cents === null ? "" : formatCents(quote.cents);
  switch (quote.state) {
    case "asked":
      return (
        <Standing title="Waiting for our quote">
          Another city: our staff send you a quote. It comes by mail, and here. Nothing is charged
          before you accept it.
        </Standing>
      );
    case "sent":
      return (
        <Standing title={`Our quote: ${price}`}>
          Tax included, to {quote.address} on {formatDay(quote.day)}. Good until{" "}
          {formatDay(quote.valid_until)}.{quote.note ? ` ${quote.note}` : ""}
          <span className="mt-2 flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              busy={accept.isPending}
              onClick={() =>
                once(() => accept.mutateAsync({ id: quote.id, cents: quote.cents ?? 0 }))
              }
            >
              Accept for {price}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              busy={decline.isPending}
              onClick={() => once(() => decline.mutateAsync(quote.id))}
            >
              Decline
            </Button>
          </span>
        </Standing>
      );
    case "accepted":
      return (
        <Standing title={`Quote accepted: ${price}`}>
          Tax included, as shown before. Its invoice is under Payment &amp; Plans.
        </Standing>
      );
    default:
      return (
        <Standing title={ended(quote, price)}>
          Nothing is charged for it.
          <span className="mt-2 block">
            <Button
              variant="secondary"
              size="sm"
              busy={again.isPending}
              onClick={() => once(() => again.mutateAsync(quote))}
            >
              Ask for a new quote
            </Button>
          </span>
        </Standing>
      );
  }
}

function ended(quote: Quote, price: string): string {
  if (quote.state === "declined") return `You declined our quote of ${price}`;
  if (quote.state === "expired")
    return `Our quote of ${price} was good until ${formatDay(quote.valid_until)}`;
  return `We took our quote back${quote.reason ? `: ${quote.reason}` : ""}`;
}

function Standing({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-2 grid gap-1 border-l-4 border-tape pl-3">
      <p className="text-sm font-semibold wrap-anywhere">{title}</p>
      <div className="text-xs text-muted wrap-anywhere">{children}</div>
    </div>
  );
}
