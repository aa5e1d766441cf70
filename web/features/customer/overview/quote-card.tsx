import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import { type BookingChanges, editBooking } from "@api/bookings/commands";
import { acceptCount } from "@api/bookings/kept-quote";
import type { KeptQuote } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { FormAlert } from "@components/form-alert";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { Stepper } from "@components/ui/stepper";
import { Refusal } from "@features/customer/booking/refusal";
import { QuoteOfSeason, useKeptQuote } from "@features/customer/items/season-price";
import { isUnreachable } from "@lib/lists/list-query";
import { mostProtection } from "@lib/site/protection";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

const MOST_ITEMS = 60;
const NOT_COUNTED = ["pending", "confirmed"];

/** What the booking comes to, as it was quoted (rule: quote-that-is-kept). */
export default function QuoteCard({ booking }: { booking: Booking }) {
  // Read again as the booking changes: the crew's count comes with its status.
  const price = useKeptQuote(booking.id, booking.updated_at);
  const kept = price.data;
  if (booking.status === "cancelled") return null;
  const waits = NOT_COUNTED.includes(booking.status);
  const quote = kept?.plan?.quote;
  if (kept && !quote && !waits) return null;
  return (
    <Card
      role="region"
      aria-label="Your price"
      className="grid content-start gap-3"
      aria-busy={price.isFetching}
    >
      <CardTitle>Your price</CardTitle>
      {isUnreachable(price.error) ? null : <Refusal error={price.error} />}
      {kept && waits ? (
        <ExpectedItems
          key={`${kept.items} ${kept.declared_value_cents}`}
          bookingId={booking.id}
          kept={kept}
        />
      ) : null}
      {kept?.difference ? (
        <CountDifference bookingId={booking.id} difference={kept.difference} />
      ) : null}
      {kept && quote ? <QuoteOfSeason kept={kept} quote={quote} /> : null}
      {kept ? (
        <p className="text-xs text-muted">
          {kept.counted
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
  difference: NonNullable<KeptQuote["difference"]>;
}) {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => acceptCount(bookingId, difference.counted),
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: paymentKeys.all }),
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
            <PageLink to="/customer-dashboard?ask=count#messages">The count is wrong</PageLink>
          </Button>
        </div>
      )}
      <Refusal error={accept.error} />
    </FormAlert>
  );
}

/** How many items are expected, and their protection; those that are listed count at least. */
function ExpectedItems({ bookingId, kept }: { bookingId: string; kept: KeptQuote }) {
  const queries = useQueryClient();
  const before = kept.declared_value_cents / 100;
  const [items, setItems] = useState<number | "">(kept.items ?? "");
  const [protection, setProtection] = useState(before);
  const save = useMutation({
    mutationFn: (changes: BookingChanges) => editBooking(bookingId, changes, 0),
    networkMode: "always",
    onSuccess: () => toast.success("Saved"),
    onSettled: () =>
      Promise.all(
        [paymentKeys.all, bookingKeys.all].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const changed = items !== kept.items || protection !== before;
  return (
    <div className="grid gap-1">
      <Stepper
        compact
        label="How many items?"
        hint={
          kept.listed > 0 ? `${kept.listed} listed so far` : "Boxes, suitcases and loose things"
        }
        value={items}
        least={Math.max(1, kept.listed)}
        most={MOST_ITEMS}
        mayBeEmpty
        onChange={(next) => {
          save.reset();
          setItems(next);
          setProtection(Math.min(protection, mostProtection(next || 0)));
        }}
      />
      {items === "" ? null : (
        <Stepper
          compact
          label="Protect them for, in dollars"
          value={protection}
          most={mostProtection(items)}
          step={100}
          onChange={(next) => {
            save.reset();
            setProtection(next || 0);
          }}
        />
      )}
      {items !== "" && changed ? (
        <Button
          variant="secondary"
          className="mt-1 justify-self-start"
          busy={save.isPending}
          onClick={() =>
            save.mutate({ expected_items: items, expected_value_cents: protection * 100 })
          }
        >
          Save and see the price
        </Button>
      ) : null}
      <Refusal error={save.error} />
    </div>
  );
}
