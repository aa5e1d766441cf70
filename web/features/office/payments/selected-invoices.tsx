import { MOST_AT_ONCE } from "@api/bookings/bulk";
import type { InvoiceRow } from "@api/commands.types";
import { findInvoices, type InvoiceQuery } from "@api/customers/payments";
import { toApiError } from "@api/errors";
import { selectColumn } from "@components/lists/select-rows";
import { SelectionBar } from "@components/lists/selection-bar";
import { Button } from "@components/ui/button";
import { MessageAction } from "@features/office/bulk/bulk-actions";
import type { SelectionCode } from "@features/office/list-selection";
import { type CsvColumn, csvText, saveCsv } from "@lib/format/csv";
import { plainDollars } from "@lib/format/money";
import type { Selection } from "@lib/lists/use-selection";
import { toast } from "@lib/toast";
import { Download } from "lucide-react";

export const boxes: SelectionCode<InvoiceRow>["boxes"] = (selection, rows) =>
  selectColumn({
    selection,
    rows,
    what: "invoices",
    nameOf: ({ name, number }) => `${number} of ${name}`,
  });

const FILE: readonly CsvColumn<InvoiceRow>[] = [
  { header: "Invoice", cell: ({ number }) => number },
  { header: "Customer", cell: ({ name }) => name },
  { header: "Customer ID", cell: ({ customer_id }) => customer_id },
  { header: "Email", cell: ({ email }) => email },
  { header: "Campus", cell: ({ campus }) => campus },
  { header: "State", cell: ({ state }) => state },
  { header: "Issued", cell: ({ issued_on }) => issued_on },
  { header: "Due", cell: ({ due_on }) => due_on },
  { header: "Total", cell: ({ gross_cents }) => plainDollars(gross_cents) },
  { header: "Owed", cell: ({ owed_cents }) => plainDollars(owed_cents) },
];

interface SelectedInvoicesProps {
  selection: Selection<InvoiceRow>;
  query: InvoiceQuery;
  /** how many match */
  count: number;
}

/** What the office does with the invoices that it selected. */
export function SelectedInvoices({ selection, query, count }: SelectedInvoicesProps) {
  const { rows } = selection;
  // A booking with several invoices is written to once.
  const bookings = new Map(rows.map(({ booking_id, name }) => [booking_id, name]));

  async function readAll() {
    const found: InvoiceRow[] = [];
    try {
      for (let page = 1; found.length < count; page += 1) {
        const next = await findInvoices({ ...query, page });
        if (next.rows.length === 0) break;
        found.push(...next.rows);
      }
    } catch (thrown) {
      toast.error("Not selected", { description: toApiError(thrown).message });
      return [];
    }
    return found;
  }

  return (
    <SelectionBar
      selection={selection}
      what="invoice"
      all={{ count, most: MOST_AT_ONCE, read: readAll }}
    >
      <MessageAction
        rows={[...bookings].map(([id, name]) => ({ id, name }))}
        what="booking"
        onLeft={(ids) => selection.keep(rows.filter(({ booking_id }) => ids.includes(booking_id)))}
      />
      <Button
        size="sm"
        variant="secondary"
        onClick={() => saveCsv("invoices.csv", csvText(FILE, rows))}
      >
        <Download aria-hidden="true" />
        Export
      </Button>
    </SelectionBar>
  );
}
