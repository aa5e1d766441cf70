import { expect, it } from "vitest";
import { messagesDocument, messagesValues, partsOf, textOf } from "./message-text";

it("takes a message apart and puts it together again", () => {
  const text = "Your pickup\n# We are coming\nBe there.\n---\nWe come.\n";
  const parts = partsOf(text);
  expect(parts).toEqual({
    subject: "Your pickup",
    words: "# We are coming\nBe there.",
    short: "We come.",
  });
  expect(textOf(parts)).toBe(text);
  expect(textOf(partsOf("Only a mail\nWords.\n"))).toBe("Only a mail\nWords.\n");
});

it("keeps only words of one's own", () => {
  const values = messagesValues({ texts: { delivered: "Words" }, off: ["next_stop"] });
  expect(messagesDocument({ ...values, texts: { ...values.texts, picked_up: "" } })).toEqual({
    texts: { delivered: "Words" },
    off: ["next_stop"],
  });
});
