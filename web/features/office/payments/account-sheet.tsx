import type { InvoiceRow, Statement, StatementLine } from "@api/commands.types";
import { ApiError } from "@api/errors";
import { CardRefunds } from "@components/card-refunds";
import { ListProblem } from "@components/lists/list-problem";
import { StatementLines } from "@components/statement-lines";
import { Button } from "@components/ui/button";
import { Sheet, SheetContent } from "@components/ui/sheet";
import { Skeleton } from "@components/ui/skeleton";
import { useAddressPanel } from "@features/office/address-panel";
import { fetchError } from "@features/office/list-parts";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { useState } from "react";
import { AccountInvoices } from "./account-invoices";
import { CaseNote } from "./case-note";
import { LetOffDialog, type LettingOff } from "./let-off-dialog";
import { byCode, useAccount, useInvoices } from "./payments-query";
import { ReverseDialog } from "./reverse-dialog";

const GONE = "P0002";

interface AccountSheetProps {
  /** an invoice of the account; null while none is open */
  id: string | null;
  /** its row, when it is on the page behind */
  known: InvoiceRow | undefined;
  /** Executives waive, write off and refund. */
  canLetOff: boolean;
  onRecord: (reference: string) => void;
}

/** One account whole, from the right: what is owed and why. Each opening is written down. */
export function AccountSheet({ id, known, canLetOff, onRecord }: AccountSheetProps) {
  const { drawn, close } = useAddressPanel("invoice", id);
  const { data, error, refetch, isFetching } = useAccount(id === null ? null : drawn);
  const invoice = data?.invoices.find((one) => one.id === drawn);
  // Whose account it is and its case stand with the invoice in the list.
  const match = useInvoices(
    byCode(invoice?.reference ?? ""),
    invoice !== undefined,
  ).data?.rows.find((one) => one.id === drawn);
  const row = match ?? known;

  const failure = fetchError(error, "this account");
  const gone = error instanceof ApiError && error.code === GONE;
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && close()}>
      <SheetContent
        inAddress
        title={row?.name ?? "Account"}
        description={
          row ? (
            (row.customer_id ?? row.email ?? row.campus)
          ) : error ? undefined : (
            <Skeleton late className="h-5 w-20" />
          )
        }
        className="max-w-[720px]"
        footer={
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        }
      >
        {gone ? (
          <p>No invoice has this number.</p>
        ) : error && !data ? (
          <ListProblem
            error={error}
            title={failure.title}
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {failure.words}
          </ListProblem>
        ) : data && drawn ? (
          <Account
            money={data}
            invoiceId={drawn}
            of={row?.name ?? "this account"}
            canLetOff={canLetOff}
            onRecord={onRecord}
            caseOpen={row?.case_id ? { id: row.case_id, words: row.case_words ?? "" } : null}
          />
        ) : (
          <div className="grid gap-7">
            {row ? (
              <p className="tabular">
                {row.number}, {row.words.toLowerCase()}: {formatCents(row.owed_cents)} owed, due{" "}
                {formatDay(row.due_on, "medium")}.
              </p>
            ) : null}
            <div role="status" aria-label="Loading account" className="grid gap-4">
              <Skeleton late className="h-48" />
              <Skeleton late className="h-40" />
            </div>
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

interface AccountProps {
  money: Statement;
  invoiceId: string;
  of: string;
  canLetOff: boolean;
  onRecord: (reference: string) => void;
  caseOpen: { id: string; words: string } | null;
}

function Account({ money, invoiceId, of, canLetOff, onRecord, caseOpen }: AccountProps) {
  const [letting, setLetting] = useState<LettingOff | null>(null);
  const [reversing, setReversing] = useState<StatementLine | null>(null);
  return (
    <div className="grid gap-7">
      {caseOpen ? <CaseNote key={caseOpen.id} open={caseOpen} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <dl className="tabular flex flex-wrap gap-x-8 gap-y-2">
          <Figure term="Owed" cents={money.owed_cents} />
          <Figure term="Overdue" cents={money.overdue_cents} />
          <Figure term="Credit" cents={money.credit_cents} />
        </dl>
        {canLetOff && money.credit_cents > 0 ? (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              setLetting({
                kind: "refund",
                of,
                invoiceId,
                most: money.credit_cents,
                toCard: money.card_credit_cents,
              })
            }
          >
            Refund
          </Button>
        ) : null}
      </div>
      {money.saved_card ? (
        <p className="text-sm text-muted">
          {money.saved_card} pays each next invoice on the day it is due, as the payer agreed.
        </p>
      ) : null}
      <CardRefunds refunds={money.card_refunds} ifFailed="Send it by e-Transfer." />
      <AccountInvoices
        invoices={money.invoices}
        onRecord={onRecord}
        onLetOff={
          canLetOff
            ? (kind, invoice) =>
                setLetting({
                  kind,
                  of: `${invoice.number}, ${of}`,
                  invoiceId: invoice.id,
                  // What is paid already can be waived too: it is then credit.
                  most: invoice.owed_cents || invoice.subtotal_cents + invoice.tax_cents,
                })
            : null
        }
      />
      <StatementLines
        lines={money.lines}
        whose="the customer's"
        actionOf={(line) => <PaymentActions line={line} onReverse={() => setReversing(line)} />}
      />
      {reversing ? (
        <ReverseDialog
          payment={reversing}
          accountOf={invoiceId}
          onClose={() => setReversing(null)}
        />
      ) : null}
      <LetOffDialog letting={letting} accountOf={invoiceId} onClose={() => setLetting(null)} />
    </div>
  );
}

/** A payment's bank reference, and the way to take the payment back. */
function PaymentActions({ line, onReverse }: { line: StatementLine; onReverse: () => void }) {
  if (!line.bank_reference) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-xs text-muted wrap-anywhere">Bank reference {line.bank_reference}</p>
      {line.reversible ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Take back the payment of ${formatCents(-line.amount_cents)}`}
          onClick={onReverse}
        >
          Take back
        </Button>
      ) : null}
    </div>
  );
}

function Figure({ term, cents }: { term: string; cents: number }) {
  return (
    <div>
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="font-display text-2xl font-bold">{formatCents(cents)}</dd>
    </div>
  );
}
