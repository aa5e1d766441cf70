import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import {
  deliveryQuoteKeys,
  sendQuote,
  waitingQuotes,
  withdrawQuote,
} from "@api/bookings/delivery-quotes";
import { useCampusClock } from "@api/clock";
import type { DeliveryQuote } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { AddressLink } from "@components/lists/address-link";
import { Badge, type BadgeTone } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { addDays, formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { dollars, filled, trimmed } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import * as z from "zod/mini";
import { quoteRead } from "./record-reads";

const MOST_CENTS = 500_000;
const priceSchema = z.object({ amount: dollars(MOST_CENTS), note: trimmed, until: z.string() });
const reasonSchema = z.object({ reason: filled("Please say why: the customer reads it.", 3) });
const VALID_DAYS = 14;
const STATES: Record<DeliveryQuote["state"], { words: string; tone: BadgeTone }> = {
  asked: { words: "Waits for our quote", tone: "tape" },
  sent: { words: "Sent, not answered", tone: "sky" },
  accepted: { words: "Accepted", tone: "solid" },
  declined: { words: "Declined", tone: "brick" },
  withdrawn: { words: "Withdrawn", tone: "outline" },
  expired: { words: "Expired", tone: "outline" },
};

/** The quote of a delivery to another city, for those who may send it. */
export function DeliveryQuoteSection({ booking }: { booking: Booking }) {
  const clock = useCampusClock();
  const { data: quote } = useQuery(quoteRead(booking.id));
  const section = useRef<HTMLElement>(null);
  if (!quote || !clock.data) return null;
  const { words, tone } = STATES[quote.state];
  const stands =
    booking.delivery_option === "different_city" &&
    booking.delivery_address?.trim() === quote.address &&
    booking.return_delivery_date === quote.day &&
    !["delivered", "completed", "cancelled"].includes(booking.status);
  // What was pressed is gone with its form: who works by keyboard goes on from here.
  const stay = () => section.current?.focus({ preventScroll: true });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="delivery-quote-title"
      className="grid gap-4 rounded-2xl border border-line bg-mist p-4 outline-none sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="delivery-quote-title" className="text-lg">
          Delivery quote
        </h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p className="text-sm wrap-anywhere">
        {formatDay(quote.day)}, to {quote.address}
        {quote.cents === null ? null : (
          <>
            <br />
            <strong>{formatCents(quote.cents)}</strong>, tax included, good until{" "}
            {formatDay(quote.valid_until)}
          </>
        )}
        {quote.reason ? (
          <>
            <br />
            {quote.reason}
          </>
        ) : null}
      </p>
      {stands && quote.state !== "accepted" ? (
        <SendForm
          key={`${quote.id} ${quote.cents}`}
          quote={quote}
          today={clock.data.today}
          onSent={stay}
        />
      ) : null}
      {stands && ["asked", "sent", "accepted"].includes(quote.state) ? (
        <WithdrawForm key={quote.id} quote={quote} onWithdrawn={stay} />
      ) : null}
      {quote.state === "asked" ? null : <NextQuote after={booking.id} />}
    </section>
  );
}

/** On to the next delivery that waits for its price; nothing where none does. */
function NextQuote({ after }: { after: string }) {
  const { href } = useAddress();
  const { state } = useLocation();
  const { data } = useQuery({
    queryKey: deliveryQuoteKeys.waiting,
    queryFn: () => waitingQuotes(),
    ...untilReachable,
  });
  const next = data?.find((one) => one.state === "asked" && one.booking_id !== after);
  if (!next) return null;
  return (
    <Button asChild className="justify-self-start">
      <AddressLink to={href({ booking: next.booking_id })} replace state={state}>
        Next quote: {next.name}
      </AddressLink>
    </Button>
  );
}

/** Keeps the quote as it is now, and reads again what hangs on it. */
function useQuoteCache(bookingId: string) {
  const queries = useQueryClient();
  return {
    keep: (now: DeliveryQuote) => queries.setQueryData(deliveryQuoteKeys.of(bookingId), now),
    readAgain: () => {
      for (const queryKey of [bookingKeys.all, deliveryQuoteKeys.waiting])
        void queries.invalidateQueries({ queryKey });
    },
  };
}

interface SendFormProps {
  quote: DeliveryQuote;
  today: string;
  onSent: () => void;
}

function SendForm({ quote, today, onSent }: SendFormProps) {
  const [keys] = useState(onceKeys);
  const { keep, readAgain } = useQuoteCache(quote.booking_id);
  const send = useMutation({
    mutationFn: (args: Parameters<typeof sendQuote>[0]) => sendQuote(args, keys.keyFor(args)),
    networkMode: "always",
    onSuccess: (now) => {
      keys.done();
      keep(now);
      onSent();
      toast.success("Quote Sent", { description: `${formatCents(now.cents ?? 0)}, by email` });
    },
    onSettled: readAgain,
  });
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema: priceSchema,
    defaultValues: {
      amount: quote.cents === null ? "" : String(quote.cents / 100),
      note: quote.note ?? "",
      until:
        quote.valid_until && quote.valid_until >= today
          ? quote.valid_until
          : addDays(today, VALID_DAYS),
    },
    busy: send.isPending,
    onSend: ({ amount, note, until }) =>
      send.mutate({
        quote_id: quote.id,
        cents: amount,
        note: note || null,
        valid_until: until,
        seen_cents: quote.cents,
      }),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Price in dollars"
        required
        hint="What is paid, tax included."
        error={errorOf("amount")}
      >
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      <Field label="Good until">
        <DatePicker value={watch("until")} min={today} onChange={(day) => setValue("until", day)} />
      </Field>
      <Field label="Words to the customer" className="sm:col-span-2">
        <Textarea maxLength={500} {...register("note")} />
      </Field>
      {send.error ? (
        <div className="sm:col-span-2">
          <FormAlert tone="error">{toApiError(send.error).message}</FormAlert>
        </div>
      ) : null}
      <Button type="submit" busy={send.isPending} className="justify-self-start">
        {quote.state === "sent" ? "Send new price" : "Send quote"}
      </Button>
    </form>
  );
}

interface WithdrawFormProps {
  quote: DeliveryQuote;
  onWithdrawn: () => void;
}

function WithdrawForm({ quote, onWithdrawn }: WithdrawFormProps) {
  const [keys] = useState(onceKeys);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { keep, readAgain } = useQuoteCache(quote.booking_id);
  const withdraw = useMutation({
    mutationFn: (args: Parameters<typeof withdrawQuote>[0]) =>
      withdrawQuote(args, keys.keyFor(args)),
    networkMode: "always",
    onSuccess: (now) => {
      keep(now);
      onWithdrawn();
      toast.success("Quote Withdrawn");
    },
    onSettled: readAgain,
  });
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema: reasonSchema,
    defaultValues: { reason: "" },
    busy: withdraw.isPending,
    onSend: ({ reason }) => withdraw.mutate({ quote_id: quote.id, reason }),
  });

  function keepIt() {
    // The next key is for what opened it, however soon it comes.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }

  if (!isOpen) {
    return (
      <Button
        ref={opener}
        variant="link"
        size="sm"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Withdraw this quote
      </Button>
    );
  }
  return (
    <form noValidate className="grid gap-3 border-t border-line pt-4" onSubmit={onSubmit}>
      <Field
        label="Why it is withdrawn"
        required
        hint={
          quote.state === "accepted"
            ? "Its invoice is taken back; what was paid becomes credit."
            : "The customer has it by email."
        }
        error={errorOf("reason")}
      >
        <Input maxLength={200} autoFocus {...register("reason")} />
      </Field>
      {withdraw.error ? (
        <FormAlert tone="error">{toApiError(withdraw.error).message}</FormAlert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="destructive" size="sm" busy={withdraw.isPending}>
          Withdraw quote
        </Button>
        <Button variant="ghost" size="sm" onClick={keepIt}>
          Keep it
        </Button>
      </div>
    </form>
  );
}
