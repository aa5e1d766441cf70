import * as z from "zod/mini";

/** The own words by kind, in the shipped form; and which kinds are sent. */
export const messagesSchema = z.object({
  texts: z.record(z.string(), z.string()),
  off: z.record(z.string(), z.boolean()),
});

export type MessagesValues = z.infer<typeof messagesSchema>;

export function messagesValues(document: Record<string, unknown>): MessagesValues {
  const { texts, off } = document as { texts: Record<string, string>; off: string[] };
  return { texts, off: Object.fromEntries(off.map((kind) => [kind, true])) };
}

export function messagesDocument({ texts, off }: MessagesValues): Record<string, unknown> {
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
    off: Object.keys(off).filter((kind) => off[kind]),
  };
}

/** The parts of a message, as the form shows them. */
export interface MessageParts {
  subject: string;
  words: string;
  /** the text message; null where there is none */
  short: string | null;
}

const SPLIT = "\n---\n";

export function partsOf(text: string): MessageParts {
  const [mail = "", short] = text.split(SPLIT);
  const [subject = "", ...words] = mail.split("\n");
  return { subject, words: words.join("\n").trim(), short: short?.trim() ?? null };
}

export function textOf({ subject, words, short }: MessageParts): string {
  const mail = `${subject}\n${words}`;
  return short === null ? `${mail}\n` : `${mail}${SPLIT}${short}\n`;
}
