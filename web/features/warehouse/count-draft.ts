import { draftOf, keepDraft } from "@lib/offline/drafts";
import { warnNotKept } from "@lib/offline/outbox";

/** A shelf that is being counted: a reload in the middle loses no scan. */
interface CountDraft {
  shelfId: string;
  labels: readonly string[];
}

const nameOf = (userId: string) => `count:${userId}`;

/** What was counted before the page was opened again. */
export function countDraft(userId: string): CountDraft | undefined {
  return draftOf(nameOf(userId)) as CountDraft | undefined;
}

/** Keeps what is counted so far, and says if it cannot; `undefined`: the count is finished. */
export async function keepCount(userId: string, draft: CountDraft | undefined): Promise<void> {
  const kept = await keepDraft(nameOf(userId), draft);
  if (!kept && draft) warnNotKept();
}
