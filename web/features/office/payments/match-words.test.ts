import { describe, expect, it } from "vitest";
import { codeOf, matchWords } from "./match-words";

describe("what becomes of an amount", () => {
  it.each([
    [null, "$110.25 is owed."],
    [11025, "Just what is owed."],
    [11000, "$0.25 stays owed."],
    [12025, "$10 more than is owed: it settles other invoices or becomes credit."],
  ])("%s", (cents, words) => {
    expect(matchWords(11025, cents)).toBe(words);
  });
});

it("reads a code as it stands in a message", () => {
  expect(codeOf(" abcd-2345 ")).toBe("ABCD2345");
});
