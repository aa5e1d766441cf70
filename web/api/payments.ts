import { command, dataOf, type Rest, rest } from "@api/client";

export type InvoiceState = "open" | "paid" | "overdue" | "void";

/** An invoice; `total_cents` was to be paid when it was issued, `owed_cents` is now. */
export interface Invoice {
  id: string;
  number: string;
  /** what a payer writes into an e-Transfer's message: eight letters and digits */
  reference: string;
  booking_id: string;
  state: InvoiceState;
  words: string;
  issued_on: string;
  due_on: string;
  subtotal_cents: number;
  tax_name: string;
  tax_cents: number;
  tax_included_cents: number;
  deposit_cents: number;
  credit_cents: number;
  total_cents: number;
  owed_cents: number;
}

/** A line of the ledger with its event and its term, and the account's balance after it. */
export interface StatementLine {
  id: string;
  day: string;
  booking_id: string;
  kind: string;
  code: string;
  event: string;
  words: string;
  /** empty where it has none */
  term: string;
  quantity: number;
  unit_cents: number;
  amount_cents: number;
  balance_cents: number;
  invoice_number: string | null;
}

export interface PlanNow {
  items: number;
  /** by the crew, or as the customer listed them */
  counted: boolean;
  pricing: "bundle" | "single_items";
  name: string;
  monthly: { subtotal_cents: number; tax_cents: number; total_cents: number };
  next_on: string | null;
  /** who share it, its owner among them */
  people: number;
  /** what such a month costs the owner: a share of the plan, and what is the owner's alone */
  own: { subtotal_cents: number; tax_cents: number; total_cents: number };
}

/** An account's money; what is owed less the credit is the balance. */
export interface Statement {
  booking_id: string | null;
  plan: PlanNow | null;
  one_more: { items: number; plan: string; difference_cents: number; words: string } | null;
  cheaper: { name: string; saves_monthly_cents: number; words: string } | null;
  /** the earliest first */
  lines: StatementLine[];
  /** the latest first */
  invoices: Invoice[];
  owed_cents: number;
  overdue_cents: number;
  credit_cents: number;
  balance_cents: number;
  /** the address that e-Transfers go to */
  pay_to: string;
  pay_words: string;
}

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

/** An invoice and whose it is; the case that is open for it, if there is one. */
export interface FoundInvoice {
  id: string;
  number: string;
  reference: string;
  booking_id: string;
  /** null for a guest */
  payer_id: string | null;
  name: string;
  customer_id: string | null;
  email: string | null;
  campus: string;
  state: InvoiceState;
  words: string;
  issued_on: string;
  due_on: string;
  /** with tax, before anything settled it */
  gross_cents: number;
  owed_cents: number;
  case_id: string | null;
  case_words: string | null;
  case_opened_at: string | null;
}

export interface FoundInvoices {
  rows: FoundInvoice[];
  /** of all pages */
  total: number;
  owed_cents: number;
  open: number;
  overdue: number;
  cases: number;
  /** the campus day */
  today: string;
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
