/** A shelf that is being counted: a reload in the middle loses no scan. */
interface CountDraft {
  shelfId: string;
  labels: readonly string[];
}

const nameOf = (userId: string) => `summerstow-count:${userId}`;

/** What was counted before the page was opened anew. */
export function countDraft(userId: string): CountDraft | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(userId)) ?? "null") as CountDraft | null;
  } catch {
    return null;
  }
}

/** Keeps what is counted so far; null: it is finished. */
export function keepCount(userId: string, draft: CountDraft | null): void {
  try {
    if (draft) localStorage.setItem(nameOf(userId), JSON.stringify(draft));
    else localStorage.removeItem(nameOf(userId));
  } catch {
    // This page knows it all the same.
  }
}
