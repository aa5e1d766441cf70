import { type Answers, answersSchema, STEPS, type Step } from "@features/booking/answers/answers";
import { keepInTab, readInTab } from "@lib/browser/tab-store";
import * as z from "zod/mini";

const KEY = "summerstow-booking-draft";
const SECRET = { password: "", confirmPassword: "" };

const draftSchema = z.object({ step: z.enum(STEPS), answers: answersSchema });

/** A booking that was begun in this tab. */
export type Draft = z.infer<typeof draftSchema>;

/** Keeps what was typed for as long as the tab lives; never the password. */
export function keepDraft(step: Step, answers: Answers): void {
  keepInTab(KEY, { step, answers: { ...answers, ...SECRET } });
}

/** What was begun in this tab; null without, and for what an earlier version of the site stored. */
export function readDraft(): Draft | null {
  return draftSchema.safeParse(readInTab(KEY)).data ?? null;
}

export function forgetDraft(): void {
  keepInTab(KEY, null);
}
