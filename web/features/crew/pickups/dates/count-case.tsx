import { useCampusClock } from "@api/clock";
import type { CustodyCase } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { pickupKeys, settleCase } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Textarea } from "@components/ui/textarea";
import { stopCount } from "@features/crew/pickups/day/pickup-words";
import { RecordedTimes } from "@features/crew/pickups/day/recorded-times";
import { SignaturePicture } from "@features/crew/pickups/signature/signature-pad";
import { formatDay } from "@lib/format/dates";
import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { standsNow } from "./case-words";

const NOTE_LENGTH = 500;

interface CountCasePanelProps {
  one: CustodyCase;
  mayDecide: boolean;
  onDone: () => void;
}

/** What was recorded at the door beside what stands, for the office to decide. */
export function CountCasePanel({ one, mayDecide, onDone }: CountCasePanelProps) {
  const utcOffset = useCampusClock().data?.utc_offset;
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
    onSuccess: (_, decision) => {
      toast.success("Decided", {
        description: `${one.full_name}: ${decision === "accept" ? "the crew's record stands." : "it stays as it was."}`,
      });
      onDone();
    },
    onError: (error) =>
      toast.error("Update Failed", {
        description: isUnreachable(error)
          ? `${one.full_name}: we can't reach the server. Please try again.`
          : `${one.full_name}: ${toApiError(error).message}`,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: pickupKeys.all }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="tabular text-sm text-muted">Pickup of {formatDay(one.day)}</p>
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
    </div>
  );
}
