import type { Arguments } from "@api/client";
import type {
  LeftOut,
  MatchedLine,
  OwedInvoice,
  ReadTransfer,
  UnreadLine,
} from "@api/commands.types";
import type { Transfer } from "@api/customers/payments";
import { counted } from "@components/lists/pager";

/** Characters that are kept of a bank's text. */
const MOST_TEXT = 500;

/** A line of a bank's file on the screen: what it stands for, and what a person decided. */
export interface BankRow {
  line: ReadTransfer;
  match: MatchedLine;
  /** the invoice that it is recorded for if it is ticked */
  invoice: OwedInvoice | null;
  ticked: boolean;
  /** a person ticked it or chose its invoice */
  byHand: boolean;
}

/** A row as it first appears: ticked only if it names its invoice and needs no decision. */
export function firstRow(line: ReadTransfer, match: MatchedLine): BankRow {
  const likely = match.likely ? (match.offered[0] ?? null) : null;
  const invoice = match.state === "matched" ? match.invoice : likely;
  const ticked = match.state === "matched" && match.ask === null;
  return { line, match, invoice, ticked, byHand: false };
}

/** What is recorded of these rows. */
export function transfersOf(rows: readonly BankRow[]): Transfer[] {
  return rows.flatMap(({ line, match, invoice, ticked, byHand }) =>
    ticked && invoice
      ? [
          {
            reference: invoice.reference,
            amount_cents: line.amount_cents,
            received_on: line.received_on,
            bank_reference: match.bank_reference,
            accept_excess: byHand,
            taken_back: match.taken_back,
          },
        ]
      : [],
  );
}

/** What of these rows waits for its invoice once the rest is recorded. */
export function leftOver(rows: readonly BankRow[]): Arguments<"keep_transfers">["transfers"] {
  return rows
    .filter(({ match, ticked }) => ["matched", "unmatched"].includes(match.state) && !ticked)
    .map(({ line, match }) => ({
      bank_reference: match.bank_reference,
      received_on: line.received_on,
      amount_cents: line.amount_cents,
      text: line.text.slice(0, MOST_TEXT),
    }));
}

const ASKS: Record<NonNullable<MatchedLine["ask"]>, string> = {
  paid: "Nothing is owed on this invoice. Please check before you tick it.",
  far_above: "This is far more than is owed. Please compare the amount before you tick it.",
  doubtful: "The bank may have taken this money back. Please check before you tick it.",
  like_recorded: "A payment like this one is recorded already. Please check before you tick it.",
  taken_back: "This payment was recorded and taken back. Tick it to record it again.",
  number_only: "The number names this invoice, but another amount is owed.",
};

/** Why a row needs a person; empty if it does not. */
export function askWords({ ask }: MatchedLine): string {
  return ask ? ASKS[ask] : "";
}

const LEFT_OUT: Record<LeftOut["why"], (lines: number) => string> = {
  money_out: (lines) => `${counted(lines, "line")} of money that went out`,
  pending: (lines) => counted(lines, "pending line"),
  cancelled: (lines) => counted(lines, "cancelled line"),
  currency: (lines) => `${counted(lines, "line")} in another currency`,
};

/** What of a file is no payment, in a sentence; empty if nothing was left out. */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const parts = leftOut.map(({ why, lines }) => LEFT_OUT[why](lines));
  const last = parts.pop();
  if (!last) return "";
  return `Left out: ${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}.`;
}

const UNREAD: Record<UnreadLine["why"], string> = {
  day: "no day that we can read",
  amount: "no amount that we can read",
  direction: "no word that tells money in from money out",
  status: "a status that we do not know",
  broken: "a line that is broken",
};

/** Where an unread line stands, and why it was not read. */
export function unreadWords({ line, why }: UnreadLine): string {
  return `Line ${line}: ${UNREAD[why]}.`;
}
