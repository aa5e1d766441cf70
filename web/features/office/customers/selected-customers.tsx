import { MOST_AT_ONCE } from "@api/bookings/bulk";
import { listCustomers } from "@api/customers/customer-list";
import type { Customer } from "@api/customers/users";
import { toApiError } from "@api/errors";
import { selectColumn } from "@components/lists/select-rows";
import { SelectionBar } from "@components/lists/selection-bar";
import { Button } from "@components/ui/button";
import { MessageAction } from "@features/office/bulk/bulk-actions";
import type { SelectionCode } from "@features/office/list-selection";
import { type CsvColumn, csvText, saveCsv } from "@lib/format/csv";
import type { Selection } from "@lib/lists/use-selection";
import { toast } from "@lib/toast";
import { Download } from "lucide-react";

const nameOf = ({ full_name, customer_id }: Customer) => full_name || customer_id;

export const boxes: SelectionCode<Customer>["boxes"] = (selection, rows) =>
  selectColumn({ selection, rows, what: "customers", nameOf });

const FILE: readonly CsvColumn<Customer>[] = [
  { header: "Full Name", cell: ({ full_name }) => full_name },
  { header: "Customer ID", cell: ({ customer_id }) => customer_id },
  { header: "Email", cell: ({ email }) => email },
];

interface SelectedCustomersProps {
  selection: Selection<Customer>;
  search: string;
  /** how many match */
  count: number;
}

/** What the office does with the customers that it selected. */
export function SelectedCustomers({ selection, search, count }: SelectedCustomersProps) {
  const { rows } = selection;

  async function readAll() {
    try {
      return (await listCustomers(1, search, MOST_AT_ONCE)).rows ?? [];
    } catch (thrown) {
      toast.error("Not selected", { description: toApiError(thrown).message });
      return [];
    }
  }

  return (
    <SelectionBar
      selection={selection}
      what="customer"
      all={{ count, most: MOST_AT_ONCE, read: readAll }}
    >
      <MessageAction
        rows={rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
        what="customer"
        onLeft={(ids) => selection.keep(rows.filter(({ id }) => ids.includes(id)))}
      />
      <Button
        size="sm"
        variant="secondary"
        onClick={() => saveCsv("customers.csv", csvText(FILE, rows))}
      >
        <Download aria-hidden="true" />
        Export
      </Button>
    </SelectionBar>
  );
}
