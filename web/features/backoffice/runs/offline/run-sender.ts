import { toApiError } from "@api/errors";
import { uploadFile } from "@api/files";
import { countWrongCode, recordItems, recordStopVerb, runKeys } from "@api/pickups/runs";
import { newId } from "@lib/browser/new-id";
import { againAfter, isAnothersTurn } from "@lib/offline/send-again";
import { forgetPhoto, keepPhoto, keptPhoto } from "@lib/offline/unsent-photos";
import { inMemoryOnly, unsentChanged } from "@lib/offline/unsent-work";
import type { QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { forgetWork, type KeptWork, keepWork, keptWork, type Work } from "./run-work";

/** Whose work it is, and the page's queries that show it. */
export interface Sender {
  queries: QueryClient;
  userId: string;
}

/** Work that found no room in storage, and photos that have to go with it. */
const inMemory = new Map<string, KeptWork & { userId: string }>();
const photosInMemory = new Map<string, Blob>();
/** Refused by itself: sent again later, and nothing behind it waits. */
const refused = new Set<string>();
let failing = false;
/** Tries in a row that failed. */
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
let sending = false;
/** Who came last: their work is sent, also by what began with another's. */
let current: Sender | undefined;
let turn = 0;
const listeners = new Set<() => void>();
let shown: readonly KeptWork[] = [];

function changed(userId: string): void {
  shown = everything(userId);
  unsentChanged();
  for (const listener of listeners) listener();
}

function everything(userId: string): KeptWork[] {
  const own = [...inMemory.values()].filter((one) => one.userId === userId);
  return [...keptWork(userId), ...own].sort(
    (one, other) => one.at - other.at || one.turn - other.turn,
  );
}

/** Calls back when there is more or less unsent work. Returns the way to stop. */
export function onRunWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The unsent work of a person, the same list until it changes. */
export function unsentRunWork(): readonly KeptWork[] {
  return shown;
}

/** Whether the last try did not reach the server. */
export function isFailing(): boolean {
  return failing;
}

/** Keeps work on this device, draws it, and sends it after all before it. */
export function record(sender: Sender, work: Work): void {
  turn += 1;
  const kept = { key: newId(), at: Date.now(), turn, work };
  if (!keepWork(sender.userId, kept)) {
    inMemory.set(kept.key, { ...kept, userId: sender.userId });
    inMemoryOnly(kept.key, true);
    toast.error("No room on this device", {
      id: "runs-no-room",
      description:
        "This is kept in memory only. Keep this page open until it is sent, or free some storage.",
    });
  }
  changed(sender.userId);
  void sendAll(sender);
}

/** Keeps a photo that some work names, of a visit or of an item, and sends it in its turn. */
export async function recordPhoto(
  sender: Sender,
  id: string,
  photo: Blob,
  kind: "evidence" | "item" = "evidence",
): Promise<void> {
  if (!(await keepPhoto(id, photo))) photosInMemory.set(id, photo);
  record(sender, { what: "photo", id, kind });
}

/** Sends what a reload, a closed page, a lost signal or a refusal left unsent. */
export function resume(sender: Sender): void {
  clearTimeout(again);
  again = undefined;
  refused.clear();
  changed(sender.userId);
  void sendAll(sender);
}

async function sendAll(last: Sender): Promise<void> {
  current = last;
  if (sending) return;
  sending = true;
  /** What the server has, and the page still draws: until an answer that was asked for after it. */
  const stored = new Set<string>();
  try {
    for (;;) {
      const sender: Sender = current;
      if (isAnothersTurn(sender.userId)) return;
      const waiting = everything(sender.userId).filter(({ key }) => !refused.has(key));
      const next = waiting.find(({ key }) => !stored.has(key));
      if (!next && stored.size === 0) return;
      try {
        if (next) {
          await send(next.work);
          stored.add(next.key);
        } else {
          await readAnew(sender.queries);
          for (const key of stored) forget(sender.userId, key);
          stored.clear();
        }
        failing = false;
        failures = 0;
        if (next) continue;
      } catch (error) {
        const told = toApiError(error);
        if (told.unreachable) {
          failing = true;
          changed(sender.userId);
          const wait = againAfter(failures++, told);
          await new Promise((resume) => setTimeout(resume, wait));
          continue;
        }
        if (next) refused.add(next.key);
        again ??= setTimeout(() => resume(sender), againAfter(failures++, told));
        toast.error("Not sent", {
          id: "runs-refused",
          description:
            told.status === 401
              ? "You are signed out. Your work is kept here: sign in to send it."
              : `${told.message} It is kept on this device and sent again.`,
        });
      }
      changed(sender.userId);
    }
  } finally {
    sending = false;
  }
}

function forget(userId: string, key: string): void {
  forgetWork(userId, key);
  inMemory.delete(key);
  inMemoryOnly(key, false);
}

/** Asks for the day; a refusal is an answer too. @throws where the server is out of reach */
async function readAnew(queries: QueryClient): Promise<void> {
  try {
    await queries.refetchQueries({ queryKey: runKeys.all }, { throwOnError: true });
  } catch (error) {
    if (toApiError(error).unreachable) throw error;
  }
}

async function send(work: Work): Promise<void> {
  if (work.what === "photo") {
    const body = photosInMemory.get(work.id) ?? (await keptPhoto(work.id));
    if (body) await uploadFile({ id: work.id, body }, work.kind ?? "evidence");
    photosInMemory.delete(work.id);
    await forgetPhoto(work.id).catch(() => undefined);
    return;
  }
  if (work.what === "items") {
    const answer = await recordItems(work.events);
    for (const { reason } of answer.needs_person) {
      toast.warning("The office looks at this scan", { description: reason });
    }
    return;
  }
  if (work.what === "wrong-code") return countWrongCode(work.event);
  const answer = await recordStopVerb(work.event);
  for (const { reason } of answer.needs_person) {
    toast.warning(`${work.name}: the office looks at this`, { description: reason });
  }
}
