import type { Stop } from "@api/commands.types";
import type { Count } from "@features/crew/pickups/offline/use-pickup-changes";
import { trimmed } from "@lib/forms/schema";
import * as z from "zod/mini";

export const MOST_ITEMS = 500;
export const LONGEST_NAME = 200;
export const LONGEST_NOTE = 500;

const NO_COUNT = `Please enter a number from 0 to ${MOST_ITEMS}, or nothing.`;

/** A typed count; undefined for nothing and for what is none. */
export function countOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined;
}

const typed = z.object({
  text: trimmed.check(
    z.refine((text) => text === "" || (countOf(text) ?? MOST_ITEMS + 1) <= MOST_ITEMS, NO_COUNT),
  ),
  strokes: z.string(),
  signer: trimmed,
  note: trimmed,
});

export type CompleteFields = z.input<typeof typed>;

/** What the crew counted, who signed it, and a comment; a signature stands under a count alone. */
export const completeSchema = z.pipe(
  typed,
  z.transform(({ text, strokes, signer, note }): Count => {
    const items = countOf(text);
    const signed = items !== undefined && strokes !== "" && signer !== "";
    return {
      ...(note ? { note } : {}),
      ...(items === undefined ? {} : { items }),
      ...(signed ? { signature: { signed_by: signer, strokes } } : {}),
    };
  }),
);

/** Where the form starts: the count that stands, else as many as the customer listed. */
export function completeFields(stop: Stop): CompleteFields {
  const count = stop.items_counted ?? (stop.items.length > 0 ? stop.items.length : "");
  return { text: String(count), strokes: "", signer: stop.full_name, note: "" };
}
