import { toApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import {
  countWrongCode,
  handOutLabels,
  recordItems,
  recordStopVerb,
  runKeys,
} from "@api/pickups/runs";
import { notSentWords } from "@features/office/not-sent";
import { createLane, type Sender } from "@lib/offline/lane";
import { toast } from "@lib/toast";
import type { Work } from "./run-work";

export type { Sender };

/** The unsent work at the stops of runs. */
export const runLane = createLane<Work, unknown>({
  name: "runs",
  send: async ([entry]) => entry && (await send(entry.work)),
  failureOf: toApiError,
  readAgain: ({ queries }) =>
    queries.refetchQueries({ queryKey: runKeys.all }, { throwOnError: true }),
  onRefused: (_, { id, work }, error) => {
    if (work.what === "labels") {
      // No item depends on it: the crew hands out other labels.
      toast.error("Labels not handed out", { description: toApiError(error).message });
      return "drop";
    }
    toast.error("Not sent", { id: "runs-refused", description: notSentWords(id, error) });
    return "keep";
  },
});

/**
 * Draws work, keeps it on this device in one transaction, and sends it after all before it. Resolves
 * to whether it is on the disk.
 */
export function record(sender: Sender, ...works: readonly Work[]): Promise<boolean> {
  return runLane.record(sender, ...works.map((work) => ({ id: idOf(work), work })));
}

/** The id under which a piece of work can be taken back: that of its first event. */
function idOf(work: Work): string | undefined {
  if (work.what === "photo" || work.what === "labels") return work.id;
  return work.what === "items" ? work.events[0]?.id : work.event.id;
}

async function send(work: Work): Promise<void> {
  if (work.what === "photo") return await uploadFile(work, work.kind);
  if (work.what === "labels") {
    await handOutLabels(work.strip);
    return;
  }
  if (work.what === "wrong-code") return await countWrongCode(work.event);
  if (work.what === "items") {
    const answer = await recordItems(work.events);
    for (const { reason } of answer.needs_person) {
      toast.warning("The office looks at this scan", { description: reason });
    }
    return;
  }
  const answer = await recordStopVerb(work.event);
  for (const { reason } of answer.needs_person) {
    toast.warning(`${work.name}: the office looks at this`, { description: reason });
  }
}
