import type { InvoiceRow } from "@api/commands.types";
import { InvoiceStateBadge } from "@components/invoice-state";
import { AddressLink } from "@components/lists/address-link";
import type { DataColumn } from "@components/lists/data-table";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { OPENED_HERE } from "@features/office/address-panel";
import { TwoLines } from "@features/office/list-parts";
import { formatDay } from "@lib/format/dates";
import { spacedReference } from "@lib/format/invoice-code";
import { formatCents } from "@lib/format/money";
import { useReadAhead } from "@lib/lists/read-ahead";
import type { ParamChange } from "@lib/lists/url-state";
import { byCode, invoicesRead } from "./payments-query";

/** The columns of invoices of all accounts. */
export function invoiceColumns(
  href: (change: ParamChange) => string,
  onRecord: (reference: string) => void,
): DataColumn<InvoiceRow>[] {
  return [
    {
      id: "customer",
      header: "Customer",
      width: "max-lg:w-auto w-[22%]",
      title: true,
      cell: (row) => <TwoLines first={row.name} second={row.customer_id ?? row.email} />,
    },
    {
      id: "invoice",
      header: "Invoice",
      desk: true,
      width: "w-auto",
      cell: (row) => <TwoLines first={row.number} second={row.words} />,
    },
    {
      id: "owed",
      header: "Owed",
      width: "w-[11rem] max-lg:w-[6.5rem]",
      cell: ({ owed_cents, gross_cents }) => (
        <span className="tabular">
          <b className="font-semibold">{formatCents(owed_cents)}</b>
          {owed_cents === gross_cents ? null : (
            <span className="text-muted"> of {formatCents(gross_cents)}</span>
          )}
        </span>
      ),
    },
    {
      id: "due",
      header: "Due",
      width: "w-[10rem] max-lg:w-[10rem]",
      cell: ({ due_on }) => <span className="tabular">{formatDay(due_on, "medium")}</span>,
    },
    {
      id: "state",
      header: "State",
      width: "w-[10rem] max-lg:w-[6.5rem]",
      cell: ({ state, case_id }) => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          <InvoiceStateBadge state={state} />
          {case_id ? <Badge tone="brick">Case</Badge> : null}
        </span>
      ),
    },
    {
      id: "reference",
      header: "Reference",
      desk: true,
      width: "w-[10rem]",
      cell: ({ reference }) => <Code>{spacedReference(reference)}</Code>,
    },
    {
      id: "actions",
      header: "Actions",
      width: "w-[13rem]",
      action: true,
      cell: ({ id, number, reference, owed_cents }) => (
        <div className="flex gap-1.5 *:flex-1 sm:justify-end sm:*:flex-none">
          {owed_cents > 0 ? (
            <RecordButton number={number} reference={reference} onRecord={onRecord} />
          ) : null}
          <Button asChild variant="secondary" size="sm">
            <AddressLink
              to={href({ invoice: id })}
              state={OPENED_HERE}
              aria-label={`Account of ${number}`}
            >
              Account
            </AddressLink>
          </Button>
        </div>
      ),
    },
  ];
}

interface RecordButtonProps {
  number: string;
  reference: string;
  onRecord: (reference: string) => void;
}

function RecordButton({ number, reference, onRecord }: RecordButtonProps) {
  const ahead = useReadAhead([invoicesRead(byCode(reference))]);
  return (
    <Button
      {...ahead}
      variant="secondary"
      size="sm"
      aria-label={`Record a payment for ${number}`}
      onClick={() => onRecord(reference)}
    >
      Record
    </Button>
  );
}
