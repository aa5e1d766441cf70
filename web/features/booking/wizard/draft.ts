import { type Answers, answersSchema, STEPS, type Step } from "@features/booking/answers/answers";
import * as z from "zod/mini";

const KEY = "summerstow-booking-draft";
const SECRET = { password: "", confirmPassword: "" };

const draftSchema = z.object({ step: z.enum(STEPS), answers: answersSchema });

/** A booking that was begun in this tab. */
export type Draft = z.infer<typeof draftSchema>;

/** Keeps what was typed for as long as the tab lives; never the password. */
export function keepDraft(step: Step, answers: Answers): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ step, answers: { ...answers, ...SECRET } }));
  } catch {
    // A browser that keeps nothing loses the draft with the page, and nothing else.
  }
}

/** What was begun in this tab; null without, and for what an earlier version of the site kept. */
export function keptDraft(): Draft | null {
  try {
    return draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
