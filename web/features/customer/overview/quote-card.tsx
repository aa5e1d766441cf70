import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import { acceptCount, bookingQuoteKey } from "@api/bookings/booking-quote";
import { type BookingChanges, editBooking } from "@api/bookings/commands";
import type { BookingQuote } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { Stepper } from "@components/ui/stepper";
import { Refusal } from "@features/customer/booking/refusal";
import { QuoteOfSeason, useBookingQuote } from "@features/customer/items/season-price";
import { isUnreachable } from "@lib/lists/list-query";
import { MOST_ITEMS, mostProtection } from "@lib/site/item-limits";
import { questionAddress } from "@lib/site/question-address";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { UndoNotice } from "./undo-notice";

const NOT_COUNTED = ["pending", "confirmed"];

/** What the booking comes to, as it was quoted (rule: quote-that-is-kept). */
export default function QuoteCard({ booking }: { booking: Booking }) {
  const queries = useQueryClient();
  const price = useBookingQuote(booking.id);
  // The crew's count comes with another state of the booking.
  const seen = useRef(booking.updated_at);
  useEffect(() => {
    if (seen.current === booking.updated_at) return;
    seen.current = booking.updated_at;
    void queries.invalidateQueries({ queryKey: bookingQuoteKey(booking.id) });
  }, [queries, booking.id, booking.updated_at]);
  const now = price.data;
  // In place of its price, since this part comes late.
  if (booking.status === "cancelled") return <UndoNotice bookingId={booking.id} />;
  const waits = NOT_COUNTED.includes(booking.status);
  const quote = now?.plan?.quote;
  if (now && !quote && !waits) return null;
  return (
    <Card
      role="region"
      aria-label="Your price"
      className="grid content-start gap-3"
      aria-busy={price.isFetching}
    >
      <CardTitle>Your price</CardTitle>
      {isUnreachable(price.error) ? null : <Refusal error={price.error} />}
      {now && waits ? <ExpectedItems bookingId={booking.id} now={now} /> : null}
      {now?.difference ? (
        <CountDifference bookingId={booking.id} difference={now.difference} />
      ) : null}
      {now && quote ? <QuoteOfSeason now={now} quote={quote} /> : null}
      {now && (now.counted || waits) ? (
        <p className="text-xs text-muted">
          {now.counted
            ? "Our crew counted your items at pickup."
            : "We count your items at pickup. You sign that count, and it decides the price."}
        </p>
      ) : null}
    </Card>
  );
}

/** What the crew's count changed, to accept or to object to. */
function CountDifference({
  bookingId,
  difference,
}: {
  bookingId: string;
  difference: NonNullable<BookingQuote["difference"]>;
}) {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => acceptCount(bookingId, difference.counted),
    networkMode: "always",
    onSuccess: (accepted) => queries.setQueryData(bookingQuoteKey(bookingId), accepted),
    // The count may have been corrected.
    onError: () => queries.invalidateQueries({ queryKey: bookingQuoteKey(bookingId) }),
  });
  return (
    <FormAlert tone="note">
      <p className="tabular font-semibold">{difference.words}</p>
      {difference.is_accepted ? (
        <p>You accepted this count.</p>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            busy={accept.isPending}
            onClick={() => accept.mutate()}
          >
            The count is right
          </Button>
          <Button asChild variant="secondary" size="sm">
            <PageLink to={questionAddress({ about: "count" })}>The count is wrong</PageLink>
          </Button>
        </div>
      )}
      <Refusal error={accept.error} />
    </FormAlert>
  );
}

/** How many items are expected, and their protection; those that are listed count at least. */
function ExpectedItems({ bookingId, now }: { bookingId: string; now: BookingQuote }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<{ items: number | ""; protection: number } | null>(null);
  const stored = { items: now.items ?? "", protection: now.declared_value_cents / 100 } as const;
  const { items, protection } = typed ?? stored;
  const save = useMutation({
    mutationFn: ({ changes }: { changes: BookingChanges; typed: typeof typed }) =>
      editBooking(bookingId, changes, 0),
    networkMode: "always",
    onSuccess: async (_, sent) => {
      toast.success("Saved");
      await Promise.all(
        [paymentKeys.all, bookingKeys.all].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      // What was typed meanwhile stays.
      setTyped((latest) => (latest === sent.typed ? null : latest));
    },
  });
  function change(next: { items?: number | ""; protection?: number }) {
    save.reset();
    const all = { items, protection, ...next };
    setTyped({ ...all, protection: Math.min(all.protection, mostProtection(all.items || 0)) });
  }
  const isChanged = items !== stored.items || protection !== stored.protection;
  return (
    <div className="grid gap-1">
      <Stepper
        compact
        label="How many items?"
        hint={now.listed > 0 ? `${now.listed} listed so far` : "Boxes, suitcases and loose things"}
        value={items}
        least={Math.max(1, now.listed)}
        most={MOST_ITEMS}
        mayBeEmpty
        onChange={(next) => change({ items: next })}
      />
      {items === "" ? null : (
        <Stepper
          compact
          label="Protection, in dollars"
          hint="It covers items that you list with a value."
          value={protection}
          least={now.listed_value_cents / 100}
          most={mostProtection(items)}
          step={100}
          onChange={(next) => change({ protection: next || 0 })}
        />
      )}
      {items !== "" && isChanged ? (
        <Button
          variant="secondary"
          className="mt-1 justify-self-start"
          busy={save.isPending}
          onClick={() =>
            save.mutate({
              changes: { expected_items: items, expected_value_cents: protection * 100 },
              typed,
            })
          }
        >
          Save and see the price
        </Button>
      ) : null}
      <Refusal error={save.error} />
    </div>
  );
}
