import type { RecordedEvents } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { type PickupDay, pickupKeys } from "@api/pickups/pickups";
import countReasons from "@facts/count_reasons.json";
import { tellCase } from "@features/crew/offline/tell-scans";
import { lineNow } from "@features/crew/pickups/day/pickup-words";
import { notSentWords } from "@features/office/not-sent";
import type { Sender } from "@lib/offline/lane";
import { toast } from "@lib/toast";
import { type Change, doneWords, failureWords, type KeptChange, nameOf } from "./pickup-change";

/** Says what became of a change of a pickup day; a step that voids no invoice has its Undo. */
export function tellStored(
  { change }: KeptChange,
  answer: RecordedEvents | undefined,
  takeBack: () => void,
): void {
  if (answer && change.verb === "mark" && hadNoEffect(answer, change)) return;
  // Taking back a count voids an invoice: the list of what is done asks first.
  const undo =
    change.verb === "mark" && change.status !== "scheduled" && change.event.items == null;
  const { title, description } = doneWords(change);
  toast.success(title, {
    description,
    ...(undo ? { action: { label: "Undo", onClick: takeBack } } : {}),
  });
}

/** What was recorded at a stop is sent again; a refused drag or number goes back to what is true. */
export function tellRefused(
  sender: Sender,
  id: string,
  { campusId, day, change }: KeptChange,
  error: unknown,
): "drop" | "keep" {
  const { status, message } = toApiError(error);
  const queryKey = pickupKeys.day(campusId, day);
  const read = sender.queries.refetchQueries({ queryKey });
  const shownDay = () => sender.queries.getQueryData<PickupDay>(queryKey);
  const failed = () => failureWords(change, nameOf(change, shownDay()));
  if (change.verb !== "arrange" && change.verb !== "number" && change.verb !== "ready") {
    // A mark, or a verb of another version of this page.
    const words = failureWords(change, change.name);
    toast.error("Update Failed", {
      id: `crew-kept-${id}`,
      description: `${words} ${notSentWords(id, error)}`,
    });
    return "keep";
  }
  const stale = change.verb === "arrange" && status === 409;
  void read.then(() => {
    const words = stale
      ? `Somebody changed this line a moment ago. ${lineNow(shownDay()?.waiting ?? [])}`
      : status === 409 || status === 400
        ? message
        : "";
    toast.error("Update Failed", { description: `${failed()} ${words}`.trim() });
  });
  return "drop";
}

/** Whether an event changed nothing or waits for a person; says so. */
function hadNoEffect(answer: RecordedEvents, change: Extract<Change, { verb: "mark" }>): boolean {
  const waits = answer.needs_person.find(({ id }) => id === change.event.id);
  if (waits) {
    tellCase(change.name, countReasons[waits.reason]);
    return true;
  }
  const unchanged = answer.unchanged.find(({ id }) => id === change.event.id);
  if (!unchanged) return false;
  toast.error("Update Failed", {
    description: `${failureWords(change, change.name)} ${unchanged.reason}`,
  });
  return true;
}
