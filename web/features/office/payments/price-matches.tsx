import { askQuote } from "@api/bookings/quotes";
import type { Quote, WaitingMatch } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { answerMatch, matchKeys, waitingMatches } from "@api/customers/price-match";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { ShownFile } from "@components/files/shown-file";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { dollars, filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { useReadAhead } from "@lib/lists/read-ahead";
import { toast } from "@lib/toast";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";

const MOST_CENTS = 100_000;
/** A whole season, where no pickup date is known. */
const MONTHS = 4;
const schema = z.object({
  credit: dollars(MOST_CENTS, "0"),
  answer: filled("Please say why.", 3),
});

/** Rivals' quotes that wait for a decision; nothing where there are none. */
export function PriceMatches() {
  const { data } = useQuery({
    queryKey: matchKeys.waiting,
    queryFn: () => waitingMatches(),
    ...untilReachable,
  });
  const [decided, setDecided] = useState<WaitingMatch | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <section
      aria-labelledby="matches-title"
      className="grid gap-3 rounded-2xl border border-line bg-mist p-4"
    >
      <h3 id="matches-title" className="text-lg">
        {counted(data.length, "price match", "price matches")} to decide
      </h3>
      <ul className="grid gap-2">
        {data.map((match) => (
          <li
            key={match.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-2xl border border-line bg-sheet p-4 text-sm"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="font-semibold wrap-anywhere">
                {match.name}: {match.rival}, {formatCents(match.quoted_cents)}
              </p>
              <p className="text-xs text-muted">{match.customer_id ?? match.email}</p>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <ShownFile
                id={match.picture_id}
                load={fileOf}
                mediaType={match.media_type}
                words={`Quote of ${match.rival}`}
              />
              <DecideButton match={match} onPress={() => setDecided(match)} />
            </div>
          </li>
        ))}
      </ul>
      <DecideDialog match={decided} onClose={() => setDecided(null)} />
    </section>
  );
}

function DecideButton({ match, onPress }: { match: WaitingMatch; onPress: () => void }) {
  const ahead = useReadAhead([priceRead(match)]);
  return (
    <Button
      {...ahead}
      variant="secondary"
      size="sm"
      aria-label={`Decide on ${match.name}'s quote`}
      onClick={onPress}
    >
      Decide
    </Button>
  );
}

function DecideDialog({ match, onClose }: { match: WaitingMatch | null; onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Parameters<typeof answerMatch>[0]) => answerMatch(decision),
    networkMode: "always",
    onSuccess: (_, { credit_cents }) => {
      toast.success(credit_cents > 0 ? `${formatCents(credit_cents)} credited` : "Declined");
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: matchKeys.waiting });
      return queries.invalidateQueries({ queryKey: [...paymentKeys.all, "found"] });
    },
  });

  function close() {
    decide.reset();
    onClose();
  }

  return (
    <Dialog open={match !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent
        size="md"
        title="Decide a price match"
        description={match ? `${match.name}, ${match.rival}` : undefined}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={decide.isPending}>
              Save decision
            </Button>
          </>
        }
      >
        {match ? (
          <DecideForm
            id={formId}
            match={match}
            busy={decide.isPending}
            refused={decide.error ? toApiError(decide.error).message : ""}
            onDecide={({ credit, answer }) =>
              decide.mutate({ match_id: match.id, credit_cents: credit, answer })
            }
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

/** What the same storage costs with us. */
function priceRead(match: WaitingMatch) {
  const request = {
    items: Math.max(match.items, 1),
    ...(match.pickup_date
      ? {
          pickup_date: match.pickup_date,
          ...(match.return_date ? { return_date: match.return_date } : {}),
        }
      : { months: MONTHS }),
  };
  return queryOptions({
    queryKey: ["quote", request],
    queryFn: () => askQuote(request),
    ...untilReachable,
  });
}

/** How long our price is for: what theirs has to be for too. */
function spanWords({ months, pickup_date, return_date }: Quote): string {
  const span = counted(months, "month");
  if (!pickup_date) return `${span}, as no pickup day is known`;
  return `${formatDay(pickup_date)} to ${formatDay(return_date)} (${span})`;
}

/** Their price and ours for the same storage, beside each other. */
function OurPrice({ match }: { match: WaitingMatch }) {
  const { data } = useQuery(priceRead(match));
  const difference = data ? data.total_cents - match.quoted_cents : 0;
  return (
    <div className="tabular grid gap-2 text-sm">
      <dl className="grid grid-cols-2 gap-3">
        <div className="rounded-2xl border border-line px-4 py-3">
          <dt className="text-muted wrap-anywhere">{match.rival}</dt>
          <dd className="font-display text-xl font-bold">{formatCents(match.quoted_cents)}</dd>
          <dd className="text-xs text-muted">for all of it, by their quote below</dd>
        </div>
        <div className="rounded-2xl border border-line px-4 py-3">
          <dt className="text-muted">Ours</dt>
          <dd className="font-display text-xl font-bold">
            {data ? formatCents(data.total_cents) : "…"}
          </dd>
          <dd className="text-xs text-muted">
            {data
              ? `${data.plan}, ${
                  match.items > 0 ? counted(match.items, "item") : "1 item: none is listed yet"
                }, ${spanWords(data)}, tax included`
              : ""}
          </dd>
        </div>
      </dl>
      <p className="font-semibold">
        {difference > 0
          ? `We are ${formatCents(difference)} above them, if their quote is for the same items and time.`
          : data
            ? "We are not above them."
            : ""}
      </p>
    </div>
  );
}

interface DecideFormProps {
  id: string;
  match: WaitingMatch;
  busy: boolean;
  refused: string;
  onDecide: (decision: z.output<typeof schema>) => void;
}

function DecideForm({ id, match, busy, refused, onDecide }: DecideFormProps) {
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { credit: "", answer: "" },
    busy,
    onSend: onDecide,
  });

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {refused ? <FormAlert tone="error">{refused}</FormAlert> : null}
      <div className="grid gap-1">
        <OurPrice match={match} />
        {match.quote ? (
          <blockquote className="max-h-56 overflow-y-auto rounded-2xl bg-mist px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere">
            {match.quote}
          </blockquote>
        ) : null}
        <ShownFile
          id={match.picture_id}
          load={fileOf}
          mediaType={match.media_type}
          words={`Quote of ${match.rival}`}
        />
      </div>
      <Field
        label="Credit"
        hint={`Tax included, at most ${formatCents(MOST_CENTS)}; 0 declines.`}
        required
        error={errorOf("credit")}
      >
        <Input inputMode="decimal" autoComplete="off" placeholder="0.00" {...register("credit")} />
      </Field>
      <Field label="Answer" hint="The customer reads it." required error={errorOf("answer")}>
        <Textarea rows={3} maxLength={500} {...register("answer")} />
      </Field>
    </form>
  );
}
