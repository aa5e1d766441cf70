import { type Arguments, command, type Rest, type Result, readCommand, rest } from "@api/client";
import type { FoundInvoices, InvoiceShown, Statement } from "@api/commands.types";

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

/**
 * Invoices of which something is owed, the earliest due first, and the first to pay: none that is
 * disputed is due. With the rest, the latest first.
 */
export function byUrgency(invoices: readonly InvoiceShown[]): {
  owed: InvoiceShown[];
  due: InvoiceShown | undefined;
  settled: InvoiceShown[];
} {
  const owed = invoices
    .filter(({ owed_cents }) => owed_cents > 0)
    .sort((a, b) => a.due_on.localeCompare(b.due_on) || a.number.localeCompare(b.number));
  const due = owed.find(({ state }) => state !== "disputed");
  return { owed, due, settled: invoices.filter(({ owed_cents }) => owed_cents === 0) };
}

/** The invoice as a PDF file. */
export async function invoicePdf(
  invoiceId: string,
  via: Rest = rest(),
): Promise<{ name: string; file: Blob }> {
  const paper = await command("invoice_pdf", { invoice_id: invoiceId }, via);
  const bytes = Uint8Array.from(atob(paper.content), (sign) => sign.charCodeAt(0));
  return { name: paper.filename, file: new Blob([bytes], { type: paper.content_type }) };
}

export type InvoicesAsked = Required<Arguments<"find_invoices">>;

/** Invoices of all accounts, 50 a page. The office only. */
export function findInvoices(asked: InvoicesAsked, via: Rest = rest()): Promise<FoundInvoices> {
  return readCommand("find_invoices", asked, via);
}

export type Transfer = Arguments<"record_payment">;

/** Matches an e-Transfer with its invoice; the same bank reference twice is one payment. */
export function recordPayment(transfer: Transfer, via: Rest = rest()): Promise<Statement> {
  return command("record_payment", transfer, via);
}

/** What each line of a bank's file stands for; nothing is recorded. The office only. */
export function matchTransfers(
  given: Arguments<"match_transfers">,
  via: Rest = rest(),
): Promise<Result<"match_transfers">> {
  return command("match_transfers", given, via);
}

/** Records the lines that were chosen, all or none. The office only. */
export function recordTransfers(
  given: Arguments<"record_transfers">,
  via: Rest = rest(),
): Promise<Result<"record_transfers">> {
  return command("record_transfers", given, via);
}

/** `once` is chosen by whoever asks: the same one twice is done once. */
export type LetOff = Arguments<"waive">;

/** Lets a part of an invoice go. Executives only. */
export function letOff(
  kind: "waive" | "write_off",
  given: LetOff,
  via: Rest = rest(),
): Promise<Statement> {
  return command(kind, given, via);
}

/** Pays credit of the account back that the invoice is on. Executives only. */
export function refund(given: LetOff, via: Rest = rest()): Promise<Statement> {
  return command("refund", given, via);
}

/** Keeps how a case ended. The office only. */
export function closeCase(caseId: string, note: string, via: Rest = rest()): Promise<void> {
  return command("close_case", { case_id: caseId, note }, via);
}

/** The ways to pay besides e-Transfer: by card only where the server has its keys. */
export function paymentMethods(via: Rest = rest()): Promise<{ card: boolean }> {
  return readCommand("payment_methods", {}, via);
}

/** Begins a card payment of what is owed of an invoice; the address of the page that takes it. */
export function startCardPayment(invoiceId: string, via: Rest = rest()): Promise<{ url: string }> {
  return command("start_card_payment", { invoice_id: invoiceId }, via);
}

/** The statement of the account that an invoice is on; the look is kept. The office only. */
export function accountStatement(invoiceId: string, via: Rest = rest()): Promise<Statement> {
  return command("account_statement", { invoice_id: invoiceId }, via);
}
