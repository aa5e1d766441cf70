import { newId } from "@lib/browser/new-id";
import type { QueryClient } from "@tanstack/react-query";
import {
  acknowledgeEntries,
  dropEntries,
  entriesOf,
  loadEntries,
  notifyOutbox,
  recordEntries,
  stateOf,
} from "./outbox";
import type { Entry } from "./outbox-store";
import { againAfter, type Failure, isAnothersTurn } from "./send-again";

/** The person who works, and the page's queries that show the work. */
export interface Sender {
  queries: QueryClient;
  userId: string;
}

export interface LaneRules<Work, Answer> {
  /** The first entries to send in one request, at most `limit`. Default: one. */
  batchOf?: (waiting: readonly Entry<Work>[], limit: number) => readonly Entry<Work>[];
  send: (batch: readonly Entry<Work>[]) => Promise<Answer>;
  failureOf: (error: unknown) => Failure;
  /** Whether the server may not know an entry again, so that it must not be sent. */
  isStale?: (entry: Entry<Work>) => boolean;
  /** Reads again what the entries are drawn over. @throws if the server cannot be reached */
  readAgain: (sender: Sender, stored: readonly Entry<Work>[]) => Promise<unknown>;
  /** Called once the server's word is drawn. */
  onStored?: (sender: Sender, batch: readonly Entry<Work>[], answer: Answer) => void;
  /** Tells a refusal. `drop`: the entry is not sent again. */
  onRefused: (sender: Sender, entry: Entry<Work>, error: unknown) => "drop" | "keep";
}

const LARGEST_BATCH = 100;

/** An entry before it is recorded; the lane names the person and the time. */
export interface NewEntry<Work> {
  id?: string | undefined;
  work: Work;
}

/**
 * A sender of the outbox: one request after the other, in the order in which the work was done, again
 * and again while the server cannot be reached. A refused entry waits and holds up nothing behind it.
 */
export function createLane<Work, Answer>(rules: LaneRules<Work, Answer>) {
  /** Refused entries, until the next round. */
  const refused = new Set<string>();
  /** Entries that were taken back: no new attempt is made. */
  const withdrawn = new Set<string>();
  let inFlight: { ids: ReadonlySet<string>; attempt: Promise<unknown> } | undefined;
  let current: Sender | undefined;
  let sending = false;
  let failing = false;
  /** Failed attempts in a row. */
  let failures = 0;
  let nextRound: ReturnType<typeof setTimeout> | undefined;

  const entries = (userId: string) => entriesOf<Work>(userId);

  /** Draws work, keeps it on this device and sends it. Resolves to whether it is on the disk. */
  function record(sender: Sender, ...works: readonly NewEntry<Work>[]): Promise<boolean> {
    const at = Date.now();
    const kept = recordEntries(
      works.map(({ id = newId(), work }) => ({
        id,
        userId: sender.userId,
        at,
        work,
      })),
    );
    void sendAll(sender);
    return kept;
  }

  /** Sends what a reload, a closed page, a lost signal or a refusal left unsent. */
  async function resume(sender: Sender): Promise<void> {
    current = sender;
    await loadEntries(sender.userId);
    const stale = entries(sender.userId).filter((entry) => rules.isStale?.(entry));
    void dropEntries(stale.map(({ id }) => id));
    startRound();
  }

  function startRound(): void {
    clearTimeout(nextRound);
    nextRound = undefined;
    refused.clear();
    if (current) void sendAll(current);
  }

  /**
   * Removes an entry that was not sent, such as a wrong scan, with `others` that belong to it, such
   * as its photo. Waits for an attempt that is under way.
   * @returns false if the server has stored it. An attempt whose answer was lost may have arrived.
   */
  async function takeBack(id: string, ...others: readonly string[]): Promise<boolean> {
    const ids = [id, ...others];
    for (const one of ids) withdrawn.add(one);
    try {
      while (inFlight?.ids.has(id)) await inFlight.attempt.catch(() => undefined);
      const state = stateOf(id);
      if (state === undefined || state === "acknowledged") return false;
      await dropEntries(ids);
      return true;
    } finally {
      for (const one of ids) withdrawn.delete(one);
    }
  }

  async function sendAll(last: Sender): Promise<void> {
    current = last;
    if (sending) return;
    sending = true;
    const stored: { batch: readonly Entry<Work>[]; answer: Answer }[] = [];
    let limit = LARGEST_BATCH;
    try {
      for (;;) {
        const sender = current;
        if (isAnothersTurn(sender.userId)) return;
        const waiting = entries(sender.userId).filter(isWaiting);
        const batch = rules.batchOf?.(waiting, limit) ?? waiting.slice(0, 1);
        if (batch.length === 0 && stored.length === 0) return;
        try {
          if (batch.length > 0) {
            stored.push({ batch, answer: await attempt(batch) });
            acknowledgeEntries(batch.map(({ id }) => id));
            limit = LARGEST_BATCH;
          } else {
            await readAgain(
              sender,
              stored.flatMap((one) => one.batch),
            );
            const done = stored.splice(0);
            void dropEntries(done.flatMap((one) => one.batch.map(({ id }) => id)));
            for (const one of done) rules.onStored?.(sender, one.batch, one.answer);
          }
          failing = false;
          failures = 0;
        } catch (error) {
          await afterFailure(sender, batch, error);
          // Which entry of a batch is refused shows when each is sent by itself.
          if (batch.length > 1) limit = 1;
        }
        notifyOutbox();
      }
    } finally {
      sending = false;
      // The answers are the server's; another person's page does not draw them.
      void dropEntries(stored.flatMap((one) => one.batch.map(({ id }) => id)));
    }
  }

  /** A refusal to read is an answer too. @throws if the server cannot be reached */
  async function readAgain(sender: Sender, stored: readonly Entry<Work>[]): Promise<void> {
    try {
      await rules.readAgain(sender, stored);
    } catch (error) {
      if (rules.failureOf(error).unreachable) throw error;
    }
  }

  function isWaiting({ id }: Entry): boolean {
    return !(refused.has(id) || withdrawn.has(id) || stateOf(id) === "acknowledged");
  }

  async function attempt(batch: readonly Entry<Work>[]): Promise<Answer> {
    const request = rules.send(batch);
    inFlight = { ids: new Set(batch.map(({ id }) => id)), attempt: request };
    try {
      return await request;
    } finally {
      inFlight = undefined;
    }
  }

  async function afterFailure(
    sender: Sender,
    batch: readonly Entry<Work>[],
    error: unknown,
  ): Promise<void> {
    const failure = rules.failureOf(error);
    if (failure.unreachable) {
      failing = true;
      notifyOutbox();
      const wait = againAfter(failures++, failure);
      await new Promise((done) => setTimeout(done, wait));
      return;
    }
    const [entry] = batch;
    if (batch.length > 1 || !entry || isAnothersTurn(sender.userId)) return;
    if (rules.onRefused(sender, entry, error) === "drop") return await dropEntries([entry.id]);
    refused.add(entry.id);
    nextRound ??= setTimeout(startRound, againAfter(failures++, failure));
  }

  return {
    record,
    resume,
    takeBack,
    /** The entries to draw; the same list until the outbox changes. */
    entries,
    /** Whether the server refused an entry, which waits for the next round. */
    isRefused: ({ id }: Entry) => refused.has(id),
    /** Whether the last attempt did not reach the server. */
    isFailing: () => failing,
  };
}
