import { command, dataOf, type Rest, rest } from "@api/client";
import type { FoundInvoices, Statement } from "@api/commands.types";

export type InvoiceState = "open" | "paid" | "overdue" | "void";

export const paymentKeys = {
  all: ["payments"] as const,
  statement: (userId: string) => ["payments", "statement", userId] as const,
  account: (invoiceId: string) => ["payments", "account", invoiceId] as const,
  methods: ["payments", "methods"] as const,
  found: (asked: InvoicesAsked) => ["payments", "found", asked] as const,
};

/** The statement of one's own account. */
export function statement(via: Rest = rest()): Promise<Statement> {
  return command("statement", {}, via);
}

/** The invoice as a PDF file. */
export async function invoicePdf(
  invoiceId: string,
  via: Rest = rest(),
): Promise<{ name: string; file: Blob }> {
  const paper = await command<{ filename: string; content_type: string; content: string }>(
    "invoice_pdf",
    { invoice_id: invoiceId },
    via,
  );
  const bytes = Uint8Array.from(atob(paper.content), (sign) => sign.charCodeAt(0));
  return { name: paper.filename, file: new Blob([bytes], { type: paper.content_type }) };
}

export interface InvoicesAsked {
  show: "open" | "overdue" | "cases" | "all";
  search: string;
  page: number;
}

/** Invoices of all accounts, 50 a page. The office only. */
export function findInvoices(asked: InvoicesAsked, via: Rest = rest()): Promise<FoundInvoices> {
  return dataOf<unknown>(
    via.rpc("find_invoices", { ...asked }, { get: true }),
  ) as Promise<FoundInvoices>;
}

export interface Transfer {
  reference: string;
  amount_cents: number;
  received_on: string;
  bank_reference: string;
}

/** Matches an e-Transfer with its invoice; the same bank reference twice is one payment. */
export function recordPayment(transfer: Transfer, via: Rest = rest()): Promise<Statement> {
  return command("record_payment", { ...transfer }, via);
}

export interface LetOff {
  /** chosen by whoever asks: the same one twice is done once */
  once: string;
  invoice_id: string;
  amount_cents: number;
  reason: string;
}

/** Lets a part of an invoice go. Executives only. */
export function letOff(
  kind: "waive" | "write_off",
  given: LetOff,
  via: Rest = rest(),
): Promise<Statement> {
  return command(kind, { ...given }, via);
}

/** Pays credit of the account back that the invoice is on. Executives only. */
export function refund(given: LetOff, via: Rest = rest()): Promise<Statement> {
  return command("refund", { ...given }, via);
}

/** Keeps how a case ended. The office only. */
export function closeCase(caseId: string, note: string, via: Rest = rest()): Promise<null> {
  return command("close_case", { case_id: caseId, note }, via);
}

/** The ways to pay besides e-Transfer: by card only where the server has its keys. */
export function paymentMethods(via: Rest = rest()): Promise<{ card: boolean }> {
  return dataOf<unknown>(via.rpc("payment_methods", {}, { get: true })) as Promise<{
    card: boolean;
  }>;
}

/** Begins a card payment of what is owed of an invoice; the address of the page that takes it. */
export function startCardPayment(invoiceId: string, via: Rest = rest()): Promise<{ url: string }> {
  return command("start_card_payment", { invoice_id: invoiceId }, via);
}

/** The statement of the account that an invoice is on; the look is kept. The office only. */
export function accountStatement(invoiceId: string, via: Rest = rest()): Promise<Statement> {
  return command("account_statement", { invoice_id: invoiceId }, via);
}
