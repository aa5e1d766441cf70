import type { MatchedLine, OwedInvoice, ReadTransfer } from "@api/commands.types";
import { expect, it } from "vitest";
import { askWords, firstRow, leftOutWords, leftOver, transfersOf, unreadWords } from "./bank-rows";

const LINE: ReadTransfer = {
  received_on: "2027-04-28",
  amount_cents: 11025,
  text: "E-TRANSFER WEI",
  bank_reference: "CA1",
  other_references: [],
  doubtful: false,
};
const INVOICE: OwedInvoice = {
  id: "1",
  number: "INV-000001",
  reference: "ABCD2345",
  name: "Wei Kowalski",
  customer_id: null,
  owed_cents: 11025,
  due_on: "2027-05-05",
};
const matched = (changes: Partial<MatchedLine>): MatchedLine => ({
  state: "matched",
  bank_reference: "CA1",
  invoice: INVOICE,
  offered: [],
  likely: false,
  ask: null,
  taken_back: null,
  ...changes,
});

it("ticks what names its invoice, and never what needs a person", () => {
  expect(firstRow(LINE, matched({})).ticked).toBe(true);
  expect(firstRow(LINE, matched({ ask: "far_above" })).ticked).toBe(false);
  const guess = matched({ state: "unmatched", invoice: null, offered: [INVOICE], likely: true });
  expect(firstRow(LINE, guess)).toMatchObject({ ticked: false, invoice: INVOICE });
  expect(firstRow(LINE, { ...guess, likely: false })).toMatchObject({ invoice: null });
});

it("records what is ticked; a person confirms an amount far above what is owed", () => {
  const row = firstRow(LINE, matched({}));
  expect(transfersOf([row, { ...row, ticked: false }])).toEqual([
    {
      reference: "ABCD2345",
      amount_cents: 11025,
      received_on: "2027-04-28",
      bank_reference: "CA1",
      accept_excess: false,
      taken_back: null,
    },
  ]);
  const again = { ...row, byHand: true, match: matched({ taken_back: "7" }) };
  expect(transfersOf([again])).toMatchObject([{ accept_excess: true, taken_back: "7" }]);
});

it("keeps for later what no payment is recorded for", () => {
  const row = firstRow(LINE, matched({ state: "unmatched", invoice: null }));
  const rows = [row, { ...row, ticked: true }, firstRow(LINE, matched({ state: "recorded" }))];
  expect(leftOver(rows)).toEqual([
    {
      bank_reference: "CA1",
      received_on: "2027-04-28",
      amount_cents: 11025,
      text: "E-TRANSFER WEI",
    },
  ]);
});

it("says what was left out, what is unread, and why a row needs a person", () => {
  expect(leftOutWords([])).toBe("");
  expect(
    leftOutWords([
      { why: "currency", lines: 1 },
      { why: "money_out", lines: 2 },
      { why: "pending", lines: 2 },
    ]),
  ).toBe(
    "Left out: 1 line in another currency, 2 lines of money that went out and 2 pending lines.",
  );
  expect(unreadWords({ line: 7, text: "x", why: "day" })).toBe("Line 7: no day that we can read.");
  expect(unreadWords({ line: 8, text: "x", why: "direction" })).toBe(
    "Line 8: no word that tells money in from money out.",
  );
  expect(askWords(matched({}))).toBe("");
  expect(askWords(matched({ ask: "paid" }))).toContain("Nothing is owed");
});
