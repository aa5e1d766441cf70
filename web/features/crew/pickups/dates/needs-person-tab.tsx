import { useCampusClock } from "@api/clock";
import type { CustodyCase } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { pickupKeys, settleCase } from "@api/pickups/pickups";
import { boxStack } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { EmptyState } from "@components/ui/empty-state";
import { Field } from "@components/ui/field";
import { Skeleton } from "@components/ui/skeleton";
import { Textarea } from "@components/ui/textarea";
import { stopCount } from "@features/crew/pickups/day/pickup-words";
import { RecordedTimes } from "@features/crew/pickups/day/recorded-times";
import { SignaturePicture } from "@features/crew/pickups/signature/signature-pad";
import { OpenStopCases } from "@features/crew/runs/stop-cases";
import { ClaimsToDecide } from "@features/office/claims/claims-to-decide";
import { ClaimsToPay } from "@features/office/claims/claims-to-pay";
import { OpenConversations } from "@features/office/conversations/open-conversations";
import { FeesWaiting } from "@features/office/payments/fees-waiting";
import { OpenItemCases, SettledItemCases } from "@features/warehouse/items/item-cases";
import { formatDay } from "@lib/format/dates";
import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { REASON_WORDS, standsNow } from "./case-words";
import { RefusedDevices } from "./refused-devices";
import { useNeedsPerson } from "./use-needs-person";

const NOTE_LENGTH = 500;
const NOTHING_WAITS = boxStack(3);

interface NeedsPersonTabProps {
  /** The office decides; crews see what they recorded. */
  mayDecide: boolean;
  executive: boolean;
}

/** All that waits for a decision: messages, claims, fees, and what was recorded and did not fit. */
export function NeedsPersonTab({ mayDecide, executive }: NeedsPersonTabProps) {
  const { records, items, shown, elsewhere } = useNeedsPerson({ office: mayDecide, executive });
  const { data, error, refetch, isFetching } = records;
  const { data: clock } = useCampusClock();
  const utcOffset = clock?.utc_offset;
  if (!data) {
    if (!error) return <Skeleton className="h-40 rounded-2xl" />;
    return (
      <ListProblem
        error={error}
        title="Fetch Error"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        What needs a person could not be loaded.
      </ListProblem>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-2xl">Needs a person</h2>
      <Elsewhere {...elsewhere} />
      {mayDecide ? <OpenConversations /> : null}
      {mayDecide ? <ClaimsToDecide /> : null}
      {mayDecide ? <FeesWaiting executive={executive} /> : null}
      {mayDecide ? <ClaimsToPay executive={executive} /> : null}
      <OpenStopCases mayDecide={mayDecide} />
      <OpenItemCases mayDecide={mayDecide} />
      {data.open.length === 0 ? (
        shown > 0 ? null : (
          <EmptyState scene={NOTHING_WAITS} title="Nothing needs a person">
            Messages, claims, disputed fees, and scans or visits that do not match their booking
            show up here.
          </EmptyState>
        )
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data.open.map((one) => (
            <OpenCase key={one.id} one={one} mayDecide={mayDecide} utcOffset={utcOffset} />
          ))}
        </ul>
      )}
      {mayDecide ? <RefusedDevices utcOffset={utcOffset} /> : null}
      {data.settled.length + (items?.settled.length ?? 0) > 0 ? (
        <section aria-labelledby="decided-title" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 id="decided-title" className="text-lg">
            Decided
          </h3>
          <ul className="grid gap-1.5">
            {data.settled.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap gap-x-4 rounded-xl border border-line bg-sheet px-4 py-2 text-sm"
              >
                <span className="font-semibold">{one.full_name}</span>
                <span className="tabular text-muted">{formatDay(one.day)}</span>
                <span>
                  {one.decision === "accept" ? "Crew's record accepted" : "Kept as it was"}
                  {one.settled_by ? ` by ${one.settled_by}` : ""}
                </span>
                {one.words ? <span className="wrap-anywhere">“{one.words}”</span> : null}
              </li>
            ))}
            <SettledItemCases />
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** The way to what is decided in other tabs; nothing where nothing waits there. */
function Elsewhere({ quotes, matches }: { quotes: number; matches: number }) {
  if (quotes + matches === 0) return null;
  const link = "inline-flex min-h-11 items-center font-medium underline underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-6">
      {quotes > 0 ? (
        <Link to="/admin-dashboard?tab=bookings" className={link}>
          {counted(quotes, "delivery waits", "deliveries wait")} for a quote
        </Link>
      ) : null}
      {matches > 0 ? (
        <Link to="/admin-dashboard?tab=payments" className={link}>
          {counted(matches, "price match", "price matches")} to decide
        </Link>
      ) : null}
    </p>
  );
}

interface OpenCaseProps {
  one: CustodyCase;
  mayDecide: boolean;
  utcOffset: string | undefined;
}

function OpenCase({ one, mayDecide, utcOffset }: OpenCaseProps) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const [words, setWords] = useState("");
  const { event } = one;
  const decide = useMutation({
    mutationFn: (decision: "accept" | "keep") => {
      const given = { id: one.id, decision, ...(words.trim() ? { words: words.trim() } : {}) };
      return settleCase(given, keys.keyFor(given));
    },
    networkMode: "always",
    onSuccess: (_, decision) =>
      toast.success("Decided", {
        description: `${one.full_name}: ${decision === "accept" ? "the crew's record stands." : "it stays as it was."}`,
      }),
    onError: (error) =>
      toast.error("Update Failed", {
        description: isUnreachable(error)
          ? `${one.full_name}: we can't reach the server. Please try again.`
          : `${one.full_name}: ${toApiError(error).message}`,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: pickupKeys.all }),
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line-strong bg-sheet p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">{one.full_name}</h3>
        {one.customer_id ? <Code className="text-xs">{one.customer_id}</Code> : null}
        <span className="tabular text-sm text-muted">{formatDay(one.day)}</span>
        <span className="text-sm font-medium">{REASON_WORDS[one.reason]}</span>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <section aria-label="At the door" className="grid content-start gap-1 text-sm">
          <p className="text-muted">At the door</p>
          <p className="font-semibold">
            Completed, {stopCount(event.items_counted)}
            {event.actor_name ? `, by ${event.actor_name}` : ""}
          </p>
          {event.note ? <p className="wrap-anywhere">“{event.note}”</p> : null}
          <RecordedTimes event={event} utcOffset={utcOffset} />
          {event.strokes && event.signed_by ? (
            <figure className="mt-1 grid max-w-80 gap-1">
              <SignaturePicture strokes={event.strokes} label={`Signature of ${event.signed_by}`} />
              <figcaption className="text-xs text-muted">Signed by {event.signed_by}</figcaption>
            </figure>
          ) : null}
        </section>
        <section aria-label="Stands now" className="grid content-start gap-1 text-sm">
          <p className="text-muted">Stands now</p>
          <p className="font-semibold">{standsNow(one, utcOffset)}</p>
          {one.record?.signed_by ? <p>Signed by {one.record.signed_by}</p> : null}
        </section>
      </div>
      {mayDecide ? (
        <div className="grid gap-3 border-t border-dashed border-line-strong pt-3">
          <Field label="Note (optional)">
            <Textarea
              rows={2}
              maxLength={NOTE_LENGTH}
              value={words}
              className="min-h-14"
              onChange={({ target }) => setWords(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="pine"
              busy={decide.isPending && decide.variables === "accept"}
              disabled={decide.isPending || one.reason === "gone"}
              onClick={() => decide.mutate("accept")}
            >
              Accept the crew's record
              <span className="sr-only"> for {one.full_name}</span>
            </Button>
            <Button
              variant="secondary"
              busy={decide.isPending && decide.variables === "keep"}
              disabled={decide.isPending}
              onClick={() => decide.mutate("keep")}
            >
              Keep what stands
              <span className="sr-only"> for {one.full_name}</span>
            </Button>
          </div>
        </div>
      ) : (
        <p className="text-sm text-muted">The office decides. Your record is kept.</p>
      )}
    </li>
  );
}
