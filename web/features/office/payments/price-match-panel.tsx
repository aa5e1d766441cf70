import { askQuote } from "@api/bookings/quotes";
import type { Quote, WaitingMatch } from "@api/commands.types";
import { paymentKeys } from "@api/customers/payments";
import { answerMatch } from "@api/customers/price-match";
import { toApiError } from "@api/errors";
import { fileOf } from "@api/files";
import { ShownFile } from "@components/files/shown-file";
import { FormAlert } from "@components/form-alert";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Textarea } from "@components/ui/textarea";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { dollars, filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";

const MOST_CENTS = 100_000;
/** A whole season, where no pickup date is known. */
const MONTHS = 4;
const schema = z.object({
  credit: dollars(MOST_CENTS, "0"),
  answer: filled("Please say why.", 3),
});

interface PriceMatchPanelProps {
  match: WaitingMatch;
  onDone: () => void;
}

/** A rival's quote that waits for a decision. */
export function PriceMatchPanel({ match, onDone }: PriceMatchPanelProps) {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Parameters<typeof answerMatch>[0]) => answerMatch(decision),
    networkMode: "always",
    onSuccess: (_, { credit_cents }) => {
      toast.success(credit_cents > 0 ? `${formatCents(credit_cents)} credited` : "Declined");
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...paymentKeys.all, "found"] }),
  });
  return (
    <DecideForm
      match={match}
      busy={decide.isPending}
      refused={decide.error ? toApiError(decide.error).message : ""}
      onDecide={({ credit, answer }) =>
        decide.mutate({ match_id: match.id, credit_cents: credit, answer })
      }
    />
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
  match: WaitingMatch;
  busy: boolean;
  refused: string;
  onDecide: (decision: z.output<typeof schema>) => void;
}

function DecideForm({ match, busy, refused, onDecide }: DecideFormProps) {
  const { register, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: { credit: "", answer: "" },
    busy,
    onSend: onDecide,
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
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
      <Button type="submit" variant="pine" className="justify-self-start" busy={busy}>
        Save decision
      </Button>
    </form>
  );
}
