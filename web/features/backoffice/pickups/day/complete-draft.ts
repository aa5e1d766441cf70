import type { CompleteFields } from "./complete-form";

const PREFIX = "summerstow-complete:";

/** What stands in an open Complete dialog; `stop` as `stopKey` names it. */
export interface CompleteDraft extends CompleteFields {
  stop: string;
}

/** What this person had entered when the page was left with the dialog open. */
export function draftOf(userId: string): CompleteDraft | undefined {
  try {
    const draft: CompleteDraft | null = JSON.parse(localStorage.getItem(PREFIX + userId) ?? "null");
    return typeof draft?.stop === "string" ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it through a reload; nothing ends it. */
export function keepDraft(userId: string, draft: CompleteDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(PREFIX + userId, JSON.stringify(draft));
    else localStorage.removeItem(PREFIX + userId);
  } catch {
    // No storage: it stands in the dialog alone, and closing the page asks first.
  }
}
