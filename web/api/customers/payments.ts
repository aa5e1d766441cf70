import { type Arguments, command, type Rest, type Result, readCommand, rest } from "@api/client";
import type {
  InvoicePage,
  InvoiceShown,
  Layout,
  MatchedLine,
  PayerInvoice,
  ReadFile,
  ReadTransfer,
  Statement,
} from "@api/commands.types";
import { base64Of } from "@lib/browser/base64";
import { decodedFile, type NamedFile } from "@lib/browser/save-file";

/** In base64 it is what the server takes of one request. */
const MOST_FILE_BYTES = 700_000;
const MATCHED_AT_ONCE = 1000;
const RECORDED_AT_ONCE = 500;

export const paymentKeys = {
  all: ["payments"] as const,
  statement: (userId: string) => ["payments", "statement", userId] as const,
  account: (invoiceId: string) => ["payments", "account", invoiceId] as const,
  payer: (token: string) => ["payments", "payer", token] as const,
  methods: ["payments", "methods"] as const,
  transfer: (id: string) => ["payments", "transfer", id] as const,
  found: (query: InvoiceQuery) => ["payments", "found", query] as const,
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
export async function invoicePdf(invoiceId: string, via: Rest = rest()): Promise<NamedFile> {
  return decodedFile(await command("invoice_pdf", { invoice_id: invoiceId }, via));
}

/** Opens the page that takes a card for the invoice of a mail's link; `save` as for one's own. */
export function payerCardPayment(
  token: string,
  save: boolean,
  via: Rest = rest(),
): Promise<{ url: string }> {
  return command("payer_card_payment", { token, save }, via);
}

/** Ends automatic payments of one's own invoices. */
export function stopSavedCard(via: Rest = rest()): Promise<undefined> {
  return command("stop_saved_card", {}, via);
}

/** Ends automatic payments of the invoices that a link's payer pays. */
export function payerStopSavedCard(token: string, via: Rest = rest()): Promise<undefined> {
  return command("payer_stop_saved_card", { token }, via);
}

/** The invoice of the link in a payer's mail. */
export function payerInvoice(token: string, via: Rest = rest()): Promise<PayerInvoice> {
  return command("payer_invoice", { token }, via);
}

/** The same as a PDF file. */
export async function payerInvoicePdf(token: string, via: Rest = rest()): Promise<NamedFile> {
  return decodedFile(await command("payer_invoice_pdf", { token }, via));
}

export type InvoiceQuery = Required<Arguments<"find_invoices">>;

/** Invoices of all accounts, 50 a page. The office only. */
export function findInvoices(query: InvoiceQuery, via: Rest = rest()): Promise<InvoicePage> {
  return readCommand("find_invoices", query, via);
}

export type Transfer = Arguments<"record_payment">;

/** Matches an e-Transfer with its invoice; the same bank reference twice is one payment. */
export function recordPayment(
  transfer: Transfer,
  via: Rest = rest(),
): Promise<Result<"record_payment">> {
  return command("record_payment", transfer, via);
}

/** What came in by a bank's file; nothing is matched or recorded. The office only. */
export async function readBankFile(
  file: File,
  layout: Layout = { day: null, money_in: null, day_order: null },
  via: Rest = rest(),
): Promise<ReadFile> {
  if (file.size > MOST_FILE_BYTES)
    throw new Error("This file is too large. Please download a shorter time from your bank.");
  const content = await base64Of(file);
  return command("read_bank_file", { content, layout }, via);
}

/** What each line of a bank's file stands for; nothing is recorded. The office only. */
export async function matchTransfers(
  lines: readonly ReadTransfer[],
  via: Rest = rest(),
): Promise<MatchedLine[]> {
  const matched: MatchedLine[] = [];
  for (const part of partsOf(lines, MATCHED_AT_ONCE))
    matched.push(...(await command("match_transfers", { lines: part }, via)));
  return matched;
}

/** Records the lines that were chosen, so many together, all of these or none. The office only. */
export async function recordTransfers(
  transfers: readonly Transfer[],
  via: Rest = rest(),
): Promise<Result<"record_transfers">> {
  const sum: Result<"record_transfers"> = { recorded: 0, cents: 0, payment_ids: [] };
  for (const part of partsOf(transfers, RECORDED_AT_ONCE)) {
    const done = await command("record_transfers", { transfers: part }, via);
    sum.recorded += done.recorded;
    sum.cents += done.cents;
    sum.payment_ids.push(...done.payment_ids);
  }
  return sum;
}

/** Lets transfers wait for their invoice, each once. The office only. */
export async function keepTransfers(
  transfers: Arguments<"keep_transfers">["transfers"],
): Promise<void> {
  for (const part of partsOf(transfers, MATCHED_AT_ONCE))
    await command("keep_transfers", { transfers: part });
}

/** A transfer that waits, and what it stands for by now. The office only. */
export const unmatchedTransfer = async (id: string) =>
  (await readCommand("unmatched_transfer", { id })) || undefined;

/** Looks for the invoice of a transfer no more. The office only. */
export const dropTransfer = (id: string) => command("drop_transfer", { id });

function partsOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );
}

/** Takes recorded payments back by counter-entries, so many together. The office only. */
export async function reversePayments(
  { payment_ids, reason }: Arguments<"reverse_payments">,
  via: Rest = rest(),
): Promise<Result<"reverse_payments">> {
  const sum: Result<"reverse_payments"> = { reversed: 0, cents: 0 };
  for (const part of partsOf(payment_ids, RECORDED_AT_ONCE)) {
    const done = await command("reverse_payments", { payment_ids: part, reason }, via);
    sum.reversed += done.reversed;
    sum.cents += done.cents;
  }
  return sum;
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

/**
 * Begins a card payment of what is owed of an invoice; the address of the page that takes it.
 * `save`: the card pays the following invoices by itself.
 */
export function startCardPayment(
  invoiceId: string,
  save: boolean,
  via: Rest = rest(),
): Promise<{ url: string }> {
  return command("start_card_payment", { invoice_id: invoiceId, save }, via);
}

/** The statement of the account that an invoice is on; the look is kept. The office only. */
export function accountStatement(invoiceId: string, via: Rest = rest()): Promise<Statement> {
  return command("account_statement", { invoice_id: invoiceId }, via);
}
