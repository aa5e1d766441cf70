import type { StopCard } from "@api/commands.types";
import type { StopState, StopVerb } from "@api/pickups/runs";
import { FormAlert } from "@components/form-alert";
import { Badge } from "@components/ui/badge";
import { Button, buttonStyles } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { crewLane } from "@features/crew/offline/crew-lane";
import { recordVerb } from "@features/crew/offline/record-verb";
import { flightWords, mapLink, shortWindow } from "@features/crew/pickups/day/pickup-words";
import { StopLinks } from "@features/crew/pickups/day/stop-links";
import { AnotherDate, AnotherDateButton } from "@features/crew/runs/office/another-date";
import { StopFee } from "@features/crew/runs/office/stop-fee";
import {
  arrivalWords,
  FAILURES,
  isLate,
  isOpen,
  itemsAt,
  KIND_WORDS,
  unscanned,
} from "@features/crew/runs/run-words";
import { placesOf } from "@features/crew/runs/stop-line";
import { CompleteDialog, type CompletedStop } from "@features/crew/stop/complete-dialog";
import { completeDraft } from "@features/crew/stop/complete-draft";
import { FailDialog } from "@features/crew/stop/fail-dialog";
import { StateBadge } from "@features/crew/stop/state-badge";
import { labelOwners } from "@features/warehouse/items/door-scan";
import { countDone } from "@features/warehouse/items/drawn-items";
import { newId } from "@lib/browser/new-id";
import { campusHour } from "@lib/format/campus-hour";
import { telLink } from "@lib/forms/phone";
import type { PickedFile } from "@lib/forms/picked-file";
import { useCloseWarning } from "@lib/offline/unsent-work";
import { useQueryClient } from "@tanstack/react-query";
import {
  BadgeCheck,
  BadgeX,
  CalendarClock,
  Check,
  DoorOpen,
  HandCoins,
  MapPin,
  Phone,
  Plane,
  Truck,
  Undo2,
  X,
} from "lucide-react";
import { useState } from "react";
import { KitLabels } from "./kit-labels";
import { StopItems } from "./stop-items";
import { WaitingClock } from "./waiting-clock";

interface StopSheetProps {
  userId: string;
  stop: StopCard;
  campusId: number;
  day: string;
  office: boolean;
  utcOffset: string | undefined;
  /** the day's stops, whose labels are not this one's */
  stops: readonly StopCard[];
  onClose: () => void;
}

/** A stop with all that a crew needs and does there. */
export function StopSheet({
  userId,
  stop,
  campusId,
  day,
  office,
  utcOffset,
  stops,
  onClose,
}: StopSheetProps) {
  const queries = useQueryClient();
  const sender = { queries, userId };
  const [step, setStep] = useState<"stop" | "complete" | "fail" | "date" | "fee">(() =>
    isOpen(stop) && completeDraft(userId)?.stop === stop.id ? "complete" : "stop",
  );
  useCloseWarning(step !== "stop", userId);

  const say = (state: StopState, more?: Partial<StopVerb>, photo?: PickedFile) =>
    recordVerb(sender, stop, state, more, photo);

  if (step === "complete")
    return (
      <CompleteDialog
        userId={userId}
        stop={completedStop(stop)}
        hands={{
          office,
          proxy: stop.proxy,
          missing: unscanned(stop).map(({ label_code, number }) => label_code ?? `item ${number}`),
          onWrongCode: (salt) => {
            const event = { id: newId(), stop_id: stop.id, salt };
            void crewLane.record(sender, {
              id: event.id,
              work: { what: "wrong-code", about: stop.full_name, event },
            });
          },
        }}
        onClose={() => setStep("stop")}
        onComplete={(more) => {
          say("completed", more);
          onClose();
        }}
      />
    );
  if (step === "fail")
    return (
      <FailDialog
        stop={stop}
        office={office}
        onBack={() => setStep("stop")}
        onFail={(failure, photo) => {
          say("failed", { failure }, photo);
          onClose();
        }}
      />
    );
  if (step === "date" && stop.booking_id)
    return (
      <AnotherDate
        bookingId={stop.booking_id}
        kind={stop.kind}
        name={stop.full_name}
        onClose={() => setStep("stop")}
        onMoved={onClose}
      />
    );
  if (step === "fee" && stop.booking_id)
    return <StopFee stop={stop} bookingId={stop.booking_id} onClose={() => setStep("stop")} />;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={stop.full_name}
        description={`${KIND_WORDS[stop.kind]}, ${shortWindow(stop.window)}`}
        footer={
          isOpen(stop) ? (
            <Steps stop={stop} onSay={say} onStep={setStep} />
          ) : (
            <>
              {office && stop.state === "failed" && stop.booking_id ? (
                <AnotherDateButton
                  bookingId={stop.booking_id}
                  className="max-sm:h-14"
                  onClick={() => setStep("date")}
                >
                  <CalendarClock aria-hidden="true" />
                  Another date
                </AnotherDateButton>
              ) : null}
              <Button variant="secondary" className="max-sm:h-14" onClick={() => say("waiting")}>
                <Undo2 aria-hidden="true" />
                {stop.state === "failed"
                  ? "Try again today"
                  : stop.kind === "return" && !office
                    ? "Ask the office to take it back"
                    : "Take back"}
              </Button>
            </>
          )
        }
      >
        <div className="grid gap-5">
          {isLate(stop) ? (
            <FormAlert tone="note">
              The crew comes too late for {shortWindow(stop.window)}
              {flightWords(stop) ? " or the flight" : ""}. Call the customer.
            </FormAlert>
          ) : null}
          <Facts stop={stop} campusId={campusId} utcOffset={utcOffset} />
          {stop.state === "arrived" && stop.arrived_at ? (
            <WaitingClock since={stop.arrived_at} />
          ) : null}
          {stop.kind === "kit" ? (
            <KitLabels sender={sender} stop={stop} />
          ) : (
            <StopItems sender={sender} stop={stop} others={otherLabels(stops, stop)} />
          )}
          <div className="flex flex-wrap gap-2">
            {stop.kind === "pickup" && isOpen(stop) && stop.queue_id ? (
              <ReadyButton
                stop={stop}
                onReady={(is_ready) =>
                  void crewLane.record(sender, {
                    work: {
                      what: "pickup",
                      campusId,
                      day,
                      change: {
                        verb: "ready",
                        stop: { queue_id: stop.queue_id, user_id: null },
                        is_ready,
                      },
                    },
                  })
                }
              />
            ) : null}
            {office && stop.booking_id ? (
              <Button variant="secondary" size="sm" onClick={() => setStep("fee")}>
                <HandCoins aria-hidden="true" />
                Propose a fee
              </Button>
            ) : null}
          </div>
          <StopLinks stop={stop} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function completedStop(stop: StopCard): CompletedStop {
  const items = itemsAt(stop);
  return {
    key: stop.id,
    kind: stop.kind,
    full_name: stop.full_name,
    signer: stop.contact_name ?? stop.full_name,
    listed: items.length,
    scanned: countDone(stop.kind, items),
  };
}

/** Whose the labels of the day's other stops are. */
function otherLabels(stops: readonly StopCard[], stop: StopCard): Map<string, string> {
  const others = stops.filter(({ id }) => id !== stop.id);
  return labelOwners(
    others.map(({ full_name, items }) => ({
      full_name,
      labels: items.map(({ label_code }) => label_code),
    })),
  );
}

/** Says whether the customer stands ready, as in Pickups. */
function ReadyButton({ stop, onReady }: { stop: StopCard; onReady: (ready: boolean) => void }) {
  const Icon = stop.is_ready ? BadgeX : BadgeCheck;
  return (
    <Button variant="secondary" size="sm" onClick={() => onReady(!stop.is_ready)}>
      <Icon aria-hidden="true" />
      {stop.is_ready ? "Not ready" : "Mark as ready"}
    </Button>
  );
}

interface StepsProps {
  stop: StopCard;
  onSay: (state: StopState) => void;
  onStep: (step: "complete" | "fail") => void;
}

function Steps({ stop, onSay, onStep }: StepsProps) {
  return (
    <>
      <Button variant="ghost" className="max-sm:h-14" onClick={() => onStep("fail")}>
        <X aria-hidden="true" />
        Failed
      </Button>
      {stop.state === "waiting" ? (
        <Button className="max-sm:h-14 max-sm:flex-1" onClick={() => onSay("on_way")}>
          <Truck aria-hidden="true" />
          On Way
        </Button>
      ) : stop.state === "on_way" ? (
        <Button className="max-sm:h-14 max-sm:flex-1" onClick={() => onSay("arrived")}>
          <DoorOpen aria-hidden="true" />
          Arrived
        </Button>
      ) : (
        <Button className="max-sm:h-14 max-sm:flex-1" onClick={() => onStep("complete")}>
          <Check aria-hidden="true" />
          Complete
        </Button>
      )}
    </>
  );
}

interface FactsProps {
  stop: StopCard;
  campusId: number;
  utcOffset: string | undefined;
}

function Facts({ stop, campusId, utcOffset }: FactsProps) {
  const place = { building_name: stop.place, address: stop.address };
  const map = mapLink(place, campusId);
  const flight = flightWords(stop);
  const arrival = arrivalWords(stop, utcOffset);
  const failure = FAILURES.find(({ value }) => value === stop.failure)?.label;
  const round = buttonStyles({ variant: "secondary", size: "icon", className: "size-14 text-xl" });
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={stop.state} />
        {stop.is_ready && isOpen(stop) ? <Badge tone="pine">Ready</Badge> : null}
        {failure ? <span className="text-sm">{failure}</span> : null}
        {arrival ? (
          <span className="tabular text-sm text-muted">
            {arrival}
            {stop.completed_at && stop.signed_by ? `, signed by ${stop.signed_by}` : ""}
          </span>
        ) : null}
      </p>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">
          {placesOf(stop).join(", ") || "No address given"}
        </p>
        <div className="flex gap-2">
          {map ? (
            <a
              href={map}
              target="_blank"
              rel="noreferrer"
              aria-label={`Map to ${stop.full_name}, opens in a new tab`}
              className={round}
            >
              <MapPin aria-hidden="true" />
            </a>
          ) : null}
          {stop.phone ? (
            <a href={telLink(stop.phone)} aria-label={`Call ${stop.full_name}`} className={round}>
              <Phone aria-hidden="true" />
            </a>
          ) : null}
        </div>
      </div>
      {stop.late_until && isOpen(stop) ? (
        <p role="status" className="text-sm font-semibold text-brick-text">
          The customer is late, and at the door by {campusHour(stop.late_until, utcOffset ?? "")}.
        </p>
      ) : null}
      {stop.contact_name ? <p className="text-sm">Ask for {stop.contact_name}.</p> : null}
      {stop.proxy ? (
        <p className="text-sm">
          <b className="font-semibold">{stop.proxy.name}</b> may stand in with a code
          {stop.proxy.used ? ", which was used already" : ""}.
        </p>
      ) : null}
      {flight ? (
        <p className="flex items-center gap-1.5 text-sm font-semibold text-brick-text">
          <Plane aria-hidden="true" className="size-4" />
          {flight}
        </p>
      ) : null}
      {stop.comments?.trim() ? (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">{stop.comments}</p>
      ) : null}
    </div>
  );
}
