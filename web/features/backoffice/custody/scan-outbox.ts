import type { Result } from "@api/client";
import { type ApiError, toApiError } from "@api/errors";
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
import { newId } from "@lib/browser/new-id";
import { dropScans, type KeptScan, keepScan, keptScans, noteScans } from "@lib/offline/scan-store";
import { againAfter, isAnothersTurn } from "@lib/offline/send-again";
import { inMemoryOnly } from "@lib/offline/unsent-work";
import type { QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

const A_BATCH = 100;

/** A scan that the server has not acknowledged. */
export interface UnsentScan extends Omit<KeptScan, "event" | "stocktake"> {
  event?: ItemEvent;
  stocktake?: CountedShelf;
}

/** Whose work it is, and the page's queries that show it. */
export interface ScanOutbox {
  queries: QueryClient;
  userId: string;
}

/** What this page knows to be unsent; replaced as a whole, so that screens see that it changed. */
let waiting: readonly UnsentScan[] = [];
/** Refused by itself: sent again later, and nothing behind it waits. */
const heldBack = new Set<string>();
let owner = "";
let reading: Promise<void> | undefined;
let sending = false;
let failing = false;
/** Tries in a row after which something waited that was not refused for what it says. */
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Calls back when there is more or less unsent. Returns the way to stop. */
export function onScans(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is not acknowledged, the oldest first. */
export const unsentScans = (): readonly UnsentScan[] => waiting;
/** How many wait because the server cannot be reached. */
export const scansKeptBack = (): number => (failing ? waiting.length : 0);

function changed(next: readonly UnsentScan[]): void {
  waiting = next;
  noteScans(owner, next.length);
  for (const listener of listeners) listener();
}

/** Sends what a reload, a closed page or another page of the application left unsent. */
export async function sendKeptScans(outbox: ScanOutbox): Promise<void> {
  if (owner !== outbox.userId) {
    owner = outbox.userId;
    waiting = [];
    reading = undefined;
  }
  reading ??= keptScans(owner).then((kept) => {
    const known = new Set(waiting.map(({ id }) => id));
    const before = kept.filter(({ id }) => !known.has(id)) as UnsentScan[];
    changed([...before, ...waiting]);
  });
  await reading;
  void send(outbox);
}

/**
 * Keeps an event on this device, draws it and sends it after those before it; its photo follows.
 * @returns the event as it was recorded.
 */
export function recordScan(
  outbox: ScanOutbox,
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
  const { userId } = outbox;
  const scans: UnsentScan[] = [{ id: recorded.id, userId, about, event: recorded }];
  if (photo && photoId)
    scans.push({ id: photoId, userId, about, photo: { kind: "item", body: photo } });
  owner = userId;
  changed([...waiting, ...scans]);
  void keepAll(scans).then(() => sendKeptScans(outbox));
  return recorded;
}

/** What stocktakes of this page came to, by the id under which they were kept. */
let differences: ReadonlyMap<string, Difference> = new Map();
export const stockDifferences = (): ReadonlyMap<string, Difference> => differences;

/**
 * Keeps a counted shelf on this device and sends it after all that was scanned before it.
 * @returns under which id its difference is known once it is sent.
 */
export function recordStock(outbox: ScanOutbox, about: string, stocktake: CountedShelf): string {
  const scan: UnsentScan = { id: newId(), userId: outbox.userId, about, stocktake };
  owner = outbox.userId;
  changed([...waiting, scan]);
  void keepAll([scan]).then(() => sendKeptScans(outbox));
  return scan.id;
}

async function keepAll(scans: readonly UnsentScan[]): Promise<void> {
  for (const scan of scans) {
    if (await keepScan(scan)) continue;
    inMemoryOnly(scan.id, true);
    toast.error("No room on this device", {
      id: "pickups-no-room",
      description:
        "This change is kept in memory only. Keep this page open until it is sent, or free some storage.",
    });
  }
}

/** One after the other, again and again while the server cannot be reached. */
async function send(outbox: ScanOutbox): Promise<void> {
  if (sending) return;
  sending = true;
  let size = A_BATCH;
  let failure: ApiError | undefined;
  try {
    for (;;) {
      const free = waiting.filter(({ id }) => !heldBack.has(id));
      // A stocktake is compared with what was scanned before it, and not with what came after.
      const count = free.findIndex((one) => one.stocktake);
      const before = count < 0 ? free : free.slice(0, count);
      const events = before.filter((one) => one.event).slice(0, size);
      const batch = events.length > 0 ? events : free.slice(0, 1);
      if (batch.length === 0 || isAnothersTurn(owner)) break;
      try {
        await sendBatch(outbox, batch);
        size = A_BATCH;
        failing = false;
        failures = 0;
      } catch (error) {
        const told = toApiError(error);
        if (told.passing || !failure) failure = told;
        if (told.unreachable) {
          failing = true;
          break;
        }
        // Which of them it is shows when each is sent by itself.
        if (batch.length > 1) size = 1;
        else refused(batch[0] as UnsentScan, error);
      }
    }
  } finally {
    sending = false;
    for (const listener of listeners) listener();
  }
  if (failure) {
    clearTimeout(again);
    again = setTimeout(
      () => {
        heldBack.clear();
        void send(outbox);
      },
      againAfter(failures++, failure),
    );
  }
}

async function sendBatch(outbox: ScanOutbox, batch: readonly UnsentScan[]): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const events = batch.flatMap(({ event }) => (event ? [event] : []));
  const [{ photo, stocktake, about, id } = {} as UnsentScan] = batch;
  if (events.length > 0) {
    const answer = await recordItemEvents(events);
    const kept = new Set([...answer.stored, ...answer.already]);
    if (!ids.every((id) => kept.has(id)))
      throw new Error("The server did not say that it keeps this.");
    tellPerson(batch, answer);
  } else if (stocktake) {
    const found = await takeStock({ ...stocktake, sent_at: new Date().toISOString() }, id);
    differences = new Map([...differences, [id, found]]);
    tellDifference(about, found);
  } else if (photo) {
    await uploadFile({ id: ids[0] ?? "", body: photo.body }, photo.kind);
  }
  await dropScans(ids);
  for (const id of ids) inMemoryOnly(id, false);
  // They stay drawn until an answer that was asked for after them is there.
  await Promise.all([
    outbox.queries.refetchQueries({ queryKey: pickupKeys.all, type: "active" }),
    outbox.queries.invalidateQueries({ queryKey: custodyKeys.all }),
  ]);
  changed(waiting.filter(({ id }) => !ids.includes(id)));
}

function tellPerson(batch: readonly UnsentScan[], answer: Result<"record_events">): void {
  for (const { id, reason } of answer.needs_person) {
    const about = batch.find((one) => one.id === id)?.about;
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
      description: `${words.join(", ")}. The office settles it.`,
    });
}

function refused(scan: UnsentScan, error: unknown): void {
  heldBack.add(scan.id);
  const { status, message } = toApiError(error);
  toast.error("Update Failed", {
    id: `scan-refused-${status === 401 ? "signed-out" : scan.id}`,
    description:
      status === 401
        ? "You are signed out. Your scans are kept here: sign in to send them."
        : `${scan.about}: ${message} It is kept on this device and sent again.`,
  });
}
