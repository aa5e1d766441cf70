import type { Result } from "@api/client";
import { toApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import {
  type CountedShelf,
  custodyKeys,
  type Difference,
  type ItemEvent,
  recordItemEvents,
  takeStock,
} from "@api/pickups/custody";
import { pickupKeys } from "@api/pickups/pickups";
import { notSentWords } from "@features/office/not-sent";
import { newId } from "@lib/browser/new-id";
import { createLane, type Sender } from "@lib/offline/lane";
import type { Entry } from "@lib/offline/outbox-store";
import { toast } from "@lib/toast";

/** What was scanned, counted or photographed of items. */
export interface ScanWork {
  /** whose item it is, in words for the crew */
  about: string;
  event?: ItemEvent;
  stocktake?: CountedShelf;
  photo?: { kind: "item" | "evidence"; body: Blob };
}

type ScanEntry = Entry<ScanWork>;

/** The unsent scans, counts and photos of items. */
export const scanLane = createLane<ScanWork, unknown>({
  name: "scans",
  batchOf: nextBatch,
  send: sendBatch,
  failureOf: toApiError,
  readAgain: ({ queries }) =>
    Promise.all([
      queries.refetchQueries({ queryKey: pickupKeys.all, type: "active" }, { throwOnError: true }),
      queries.invalidateQueries({ queryKey: custodyKeys.all }),
    ]),
  onRefused: (_, { id, work }, error) => {
    const signedOut = toApiError(error).status === 401;
    const words = notSentWords(id, error);
    toast.error("Update Failed", {
      id: `scan-refused-${signedOut ? "signed-out" : id}`,
      description: signedOut ? words : `${work.about}: ${words}`,
    });
    return "keep";
  },
});

/**
 * Keeps an event on this device with its photo, draws it and sends it after those before it.
 * @returns the event as it was recorded; its id takes it back (`takeBackScan`).
 */
export function recordScan(
  sender: Sender,
  about: string,
  event: Omit<ItemEvent, "id" | "at">,
  photo?: Blob,
): ItemEvent {
  const photoId = photo ? newId() : undefined;
  const recorded: ItemEvent = {
    id: newId(),
    at: new Date().toISOString(),
    ...event,
    ...(photoId ? { photo_id: photoId } : {}),
  };
  const scan = { id: recorded.id, work: { about, event: recorded } };
  if (photo && photoId) {
    const work: ScanWork = { about, photo: { kind: "item", body: photo } };
    void scanLane.record(sender, scan, { id: photoId, work });
  } else void scanLane.record(sender, scan);
  return recorded;
}

/**
 * Removes a scan that was not sent, with its photo.
 * @returns false if the server has it: then it is put right by another event.
 */
export function takeBackScan(userId: string, id: string): Promise<boolean> {
  const scan = scanLane.entries(userId).find((one) => one.id === id);
  const photo = scan?.work.event?.photo_id;
  return scanLane.takeBack(id, ...(photo ? [photo] : []));
}

/** What stocktakes of this page came to, by the id under which they were kept. */
let differences: ReadonlyMap<string, Difference> = new Map();
export const stockDifferences = (): ReadonlyMap<string, Difference> => differences;

/**
 * Keeps a counted shelf on this device and sends it after all that was scanned before it.
 * @returns under which id its difference is known once it is sent.
 */
export function recordStock(sender: Sender, about: string, stocktake: CountedShelf): string {
  const id = newId();
  void scanLane.record(sender, { id, work: { about, stocktake } });
  return id;
}

/** Events together, then photos. A stocktake is compared with what was scanned before it alone. */
function nextBatch(waiting: readonly ScanEntry[], limit: number): readonly ScanEntry[] {
  const count = waiting.findIndex(({ work }) => work.stocktake);
  const before = count < 0 ? waiting : waiting.slice(0, count);
  const events = before.filter(({ work }) => work.event).slice(0, limit);
  return events.length > 0 ? events : waiting.slice(0, 1);
}

async function sendBatch(batch: readonly ScanEntry[]): Promise<void> {
  const events = batch.flatMap(({ work }) => work.event ?? []);
  const [first] = batch;
  if (!first) return;
  const { photo, stocktake, about } = first.work;
  if (events.length > 0) {
    const answer = await recordItemEvents(events);
    const stored = new Set([...answer.stored, ...answer.already]);
    if (!batch.every(({ id }) => stored.has(id)))
      throw new Error("The server did not say that it keeps this.");
    tellPerson(batch, answer);
  } else if (stocktake) {
    const found = await takeStock({ ...stocktake, sent_at: new Date().toISOString() }, first.id);
    differences = new Map([...differences, [first.id, found]]);
    tellDifference(about, found);
  } else if (photo) {
    await uploadFile({ id: first.id, body: photo.body }, photo.kind);
  }
}

/** Why events of this page need a person, by their ids: they moved no item. */
let problems: ReadonlyMap<string, string> = new Map();
export const scanProblems = (): ReadonlyMap<string, string> => problems;

function tellPerson(batch: readonly ScanEntry[], answer: Result<"record_events">): void {
  if (answer.needs_person.length > 0)
    problems = new Map([
      ...problems,
      ...answer.needs_person.map(({ id, reason }) => [id, reason] as const),
    ]);
  for (const { id, reason } of answer.needs_person) {
    const about = batch.find((one) => one.id === id)?.work.about;
    toast.warning("Needs a person", {
      description: `${about ? `${about}: ` : ""}${reason} What you recorded is kept; the office decides.`,
    });
  }
}

function tellDifference(about: string, { missing, unexpected }: Difference): void {
  const words = [
    missing.length > 0 ? `${missing.length} missing` : "",
    unexpected.length > 0 ? `${unexpected.length} not expected` : "",
  ].filter(Boolean);
  if (words.length === 0)
    toast.success(`${about} counted`, { description: "All is as it should be." });
  else
    toast.warning(`${about} counted`, {
      description: `${words.join(", ")}. It waits to be settled.`,
    });
}
