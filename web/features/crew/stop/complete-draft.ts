import { draftOf, keepDraft } from "@lib/offline/drafts";
import type { CompleteFields } from "./complete-form";

const nameOf = (userId: string) => `complete:${userId}`;

/** What stands in an open Complete dialog; `stop` as its tab names it. */
export interface CompleteDraft extends CompleteFields {
  stop: string;
}

/** What this person had entered when the page was left with the dialog open. */
export function completeDraft(userId: string): CompleteDraft | undefined {
  return draftOf(nameOf(userId)) as CompleteDraft | undefined;
}

/** Keeps it through a reload. If it cannot be written, closing the page still asks first. */
export function keepComplete(userId: string, draft: CompleteDraft | undefined): void {
  void keepDraft(nameOf(userId), draft);
}
