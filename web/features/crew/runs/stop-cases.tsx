import { useCampusClock } from "@api/clock";
import type { StopCase } from "@api/commands.types";
import { fileOf } from "@api/files";
import { onceKeys } from "@api/once";
import { settleCase } from "@api/pickups/pickups";
import { runKeys } from "@api/pickups/runs";
import { Picture } from "@components/files/picture";
import { SignaturePicture } from "@features/crew/pickups/signature/signature-pad";
import { useStopCases } from "@features/office/waiting-queries";
import { SettleForm } from "@features/warehouse/items/settle-form";
import { formatCampusTime } from "@lib/format/campus-time";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { AnotherDate, AnotherDateButton } from "./office/another-date";
import { FAILURES, KIND_WORDS, STATE_WORDS } from "./run-words";

/** Records of stops that did not fit, for the office to settle with words. */
export function OpenStopCases({ mayDecide }: { mayDecide: boolean }) {
  const { data } = useStopCases();
  if (!data?.length) return null;
  return (
    <ul aria-label="Stops" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {data.map((one) => (
        <OpenCase key={one.id} one={one} mayDecide={mayDecide} />
      ))}
    </ul>
  );
}

function OpenCase({ one, mayDecide }: { one: StopCase; mayDecide: boolean }) {
  const queries = useQueryClient();
  const { data: clock } = useCampusClock();
  const failure = FAILURES.find(({ value }) => value === one.failure)?.label;
  const said = [one.note, one.override_reason].filter(Boolean).join(" ");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line-strong bg-sheet p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">{one.full_name}</h3>
        <span className="text-sm font-medium">{one.reason}</span>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1 text-sm">
          <p>
            {one.kind ? `${KIND_WORDS[one.kind]}: ` : ""}
            {STATE_WORDS[one.state]}
            {failure ? `, ${failure}` : ""}
            {one.signed_by ? `, signed by ${one.signed_by}` : ""}
          </p>
          <p className="text-muted">
            {formatCampusTime(one.at, clock?.utc_offset)}
            {one.actor_name ? `, ${one.actor_name}` : ""}. Now:{" "}
            {one.state_now ? STATE_WORDS[one.state_now] : "not in a run any more"}.
          </p>
          {said ? <p className="wrap-anywhere">{said}</p> : null}
        </div>
        {one.photo_id ? (
          <Picture id={one.photo_id} load={fileOf} words={`Photo for ${one.full_name}`} />
        ) : null}
        {one.strokes ? (
          <SignaturePicture
            strokes={one.strokes}
            label={`Signature for ${one.full_name}`}
            className="max-w-48"
          />
        ) : null}
      </div>
      {mayDecide && one.next_step && one.booking_id && one.kind ? (
        <MoveOn one={one} bookingId={one.booking_id} kind={one.kind} />
      ) : null}
      {mayDecide ? (
        <SettleForm
          caseId={one.id}
          name={one.full_name}
          onSettled={() => queries.invalidateQueries({ queryKey: runKeys.cases })}
        />
      ) : (
        <p className="text-sm text-muted">The office decides. Your record is kept.</p>
      )}
    </li>
  );
}

interface MoveOnProps {
  one: StopCase;
  bookingId: string;
  kind: NonNullable<StopCase["kind"]>;
}

/** Moves what a crew asks to move; its case is settled with that. */
function MoveOn({ one, bookingId, kind }: MoveOnProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [keys] = useState(onceKeys);
  async function moved() {
    const given = { id: one.id, decision: "seen" as const, words: "Moved to another date." };
    // The case stays where this fails, and is settled by hand.
    await settleCase(given, keys.keyFor(given)).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: runKeys.cases });
  }
  return (
    <>
      <AnotherDateButton
        bookingId={bookingId}
        variant="secondary"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        <CalendarClock aria-hidden="true" />
        Choose another date
        <span className="sr-only"> for {one.full_name}</span>
      </AnotherDateButton>
      {open ? (
        <AnotherDate
          bookingId={bookingId}
          kind={kind}
          name={one.full_name}
          onClose={() => setOpen(false)}
          onMoved={() => void moved()}
        />
      ) : null}
    </>
  );
}
