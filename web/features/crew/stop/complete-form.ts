import type { Signature } from "@api/pickups/pickups";
import { trimmed } from "@lib/forms/schema";
import * as z from "zod/mini";

export const MOST_COUNTED = 500;
export const LONGEST_NAME = 200;
export const LONGEST_NOTE = 500;

const NO_COUNT = `Please enter a number from 0 to ${MOST_COUNTED}, or nothing.`;

/** By whose hand a stop is completed. */
export type By = "signature" | "code" | "override";

/** What the crew counted, by whose hand, and a comment. */
export interface Completion {
  items?: number;
  signature?: Signature;
  proxy_code?: string;
  override_reason?: string;
  note?: string;
}

/** A typed count; undefined for nothing and for what is none. */
export function countOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined;
}

const typed = z.object({
  text: trimmed.check(
    z.refine(
      (text) => text === "" || (countOf(text) ?? MOST_COUNTED + 1) <= MOST_COUNTED,
      NO_COUNT,
    ),
  ),
  strokes: z.string(),
  signer: trimmed,
  note: trimmed,
  by: z.enum(["signature", "code", "override"]),
  reason: trimmed,
});

export type CompleteFields = z.input<typeof typed>;

/** The count, the signature if there is one, the office's reason and a comment. */
export const completeSchema = z.pipe(
  typed,
  z.transform(({ text, strokes, signer, note, by, reason }): Completion => {
    const items = countOf(text);
    const signed = by === "signature" && strokes !== "" && signer !== "";
    return {
      ...(note ? { note } : {}),
      ...(items === undefined ? {} : { items }),
      ...(signed ? { signature: { signed_by: signer, strokes } } : {}),
      ...(by === "override" ? { override_reason: reason } : {}),
    };
  }),
);
