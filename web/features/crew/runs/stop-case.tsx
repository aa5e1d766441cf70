import { useCampusClock } from "@api/clock";
import type { StopCase } from "@api/commands.types";
import { fileOf } from "@api/files";
import { onceKeys } from "@api/once";
import { settleCase } from "@api/pickups/pickups";
import { Picture } from "@components/files/picture";
import { SignaturePicture } from "@features/crew/pickups/signature/signature-pad";
import { STATE_WORDS } from "@features/crew/stop/state-words";
import { SettleForm } from "@features/warehouse/items/settle-form";
import { formatCampusTime } from "@lib/format/campus-time";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { AnotherDate, AnotherDateButton } from "./office/another-date";
import { FAILURES, KIND_WORDS } from "./run-words";

interface StopCasePanelProps {
  one: StopCase;
  mayDecide: boolean;
  onDone: () => void;
}

/** A record of a stop that did not fit, for the office to settle with words. */
export function StopCasePanel({ one, mayDecide, onDone }: StopCasePanelProps) {
  const { data: clock } = useCampusClock();
  const failure = FAILURES.find(({ value }) => value === one.failure)?.label;
  const said = [one.note, one.override_reason].filter(Boolean).join(" ");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
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
        <MoveOn one={one} bookingId={one.booking_id} kind={one.kind} onDone={onDone} />
      ) : null}
      {mayDecide ? (
        <SettleForm caseId={one.id} name={one.full_name} onDone={onDone} />
      ) : (
        <p className="text-sm text-muted">The office decides. Your record is kept.</p>
      )}
    </div>
  );
}

interface MoveOnProps {
  one: StopCase;
  bookingId: string;
  kind: NonNullable<StopCase["kind"]>;
  onDone: () => void;
}

/** Moves what a crew asks to move; its case is settled with that. */
function MoveOn({ one, bookingId, kind, onDone }: MoveOnProps) {
  const [open, setOpen] = useState(false);
  const [keys] = useState(onceKeys);
  async function moved() {
    const given = { id: one.id, decision: "seen" as const, words: "Moved to another date." };
    // The case stays where this fails, and is settled by hand.
    await settleCase(given, keys.keyFor(given)).catch(() => undefined);
    onDone();
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
