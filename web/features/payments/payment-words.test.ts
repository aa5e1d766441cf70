import type { InvoiceShown, Statement } from "@api/commands.types";
import { byUrgency } from "@api/customers/payments";
import { spacedReference } from "@lib/format/invoice-code";
import { describe, expect, it } from "vitest";
import { balanceWords, isOver, sums } from "./payment-words";

const INVOICE: InvoiceShown = {
  id: "1",
  number: "INV-000001",
  reference: "ABCD2345",
  booking_id: "b",
  state: "open",
  words: "First month of storage",
  issued_on: "2027-04-28",
  due_on: "2027-05-05",
  subtotal_cents: 10500,
  tax_name: "GST",
  tax_cents: 525,
  tax_included_cents: 0,
  deposit_cents: -2500,
  credit_cents: 0,
  total_cents: 8525,
  owed_cents: 8525,
};

function money(invoices: InvoiceShown[], credit_cents = 0): Statement {
  const owed = invoices.reduce((sum, one) => sum + one.owed_cents, 0);
  const late = invoices.filter(({ state }) => state === "overdue");
  return {
    booking_id: "b",
    booking_status: "picked_up",
    plan: null,
    one_more: null,
    cheaper: null,
    options: [],
    lines: [],
    invoices,
    owed_cents: owed,
    overdue_cents: late.reduce((sum, one) => sum + one.owed_cents, 0),
    credit_cents,
    card_credit_cents: 0,
    card_refunds: [],
    saved_card: null,
    balance_cents: owed - credit_cents,
    pay_to: "hello@summerstow.test",
    pay_words: "",
  };
}

describe("what is written for a bank", () => {
  it("keeps every cent", () => {
    expect(spacedReference("ABCD2345")).toBe("ABCD 2345");
  });
});

it("asks for nothing that is disputed", () => {
  const disputed: InvoiceShown = { ...INVOICE, state: "disputed", due_on: "2027-05-01" };
  expect(balanceWords({ ...money([disputed]), owed_cents: 0 })).toBe(
    "Nothing is due until we have decided what you disputed.",
  );
  expect(byUrgency([disputed, INVOICE]).due).toBe(INVOICE);
  expect(byUrgency([disputed]).due).toBeUndefined();
});

it("advises on a plan until everything is back", () => {
  expect(isOver(money([]))).toBe(false);
  expect(isOver({ ...money([]), booking_status: "delivered" })).toBe(true);
});

describe("byUrgency", () => {
  it("asks for the earliest due first and leaves the settled in their order", () => {
    const later = { ...INVOICE, id: "2", number: "INV-000002", due_on: "2027-06-04" };
    const paid = { ...INVOICE, id: "3", state: "paid" as const, owed_cents: 0 };
    const { owed, settled } = byUrgency([later, paid, INVOICE]);
    expect(owed.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(settled).toEqual([paid]);
  });
});

describe("balanceWords", () => {
  const overdue = { ...INVOICE, state: "overdue" as const };
  const paid = { ...INVOICE, state: "paid" as const, owed_cents: 0 };
  it.each([
    [money([]), "You have no invoices yet."],
    [money([paid]), "Everything is paid."],
    [money([paid], 1500), "You have $15 of credit: it pays for your next invoice."],
    [money([INVOICE]), "Due by Wed, May 5, 2027."],
    [money([overdue]), "It is past its due date."],
    [money([overdue, INVOICE]), "$85.25 of it is past its due date."],
  ])("%#", (given, words) => {
    expect(balanceWords(given)).toBe(words);
  });
});

describe("sums", () => {
  it("leads from the lines to what is owed", () => {
    const part = { ...INVOICE, owed_cents: 5025 };
    const found = sums(part).map(({ words, cents }) => [words, cents]);
    expect(found).toEqual([
      ["Subtotal", 10500],
      ["GST", 525],
      ["Supply kit deposit, counted", -2500],
      ["Total", 8525],
      ["Paid or let off since", -3500],
    ]);
  });

  it("says where a fee has its tax inside", () => {
    const fee = {
      ...INVOICE,
      subtotal_cents: 10000,
      tax_cents: 0,
      tax_included_cents: 476,
      deposit_cents: 0,
      total_cents: 10000,
      owed_cents: 10000,
    };
    expect(sums(fee)).toEqual([{ words: "Total, GST included", cents: 10000 }]);
  });
});
