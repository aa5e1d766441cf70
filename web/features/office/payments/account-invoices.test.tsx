import type { InvoiceShown } from "@api/commands.types";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { AccountInvoices } from "./account-invoices";

function invoice(number: string, owed_cents: number, state: InvoiceShown["state"]): InvoiceShown {
  const given = { id: number, words: "Storage", reference: "AAAABBBB", due_on: "2027-05-31" };
  return { ...given, number, state, owed_cents, total_cents: 11025 } as InvoiceShown;
}

afterEach(cleanup);

it("offers to record, waive or write off only what is owed", () => {
  render(
    <AccountInvoices
      invoices={[invoice("INV-2", 11025, "open"), invoice("INV-1", 0, "paid")]}
      onRecord={() => {}}
      onLetOff={() => {}}
    />,
  );
  const buttons = (number: string) =>
    within(screen.getByRole("listitem", { name: `Invoice ${number}` }))
      .queryAllByRole("button")
      .map(({ textContent }) => textContent);
  expect(buttons("INV-2")).toEqual(["Record", "Waive", "Write off"]);
  expect(buttons("INV-1")).toEqual([]);
});
