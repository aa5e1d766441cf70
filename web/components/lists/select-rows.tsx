import type { DataColumn } from "@components/lists/data-table";
import { RowCheckbox } from "@components/ui/checkbox";
import type { Selection } from "@lib/lists/use-selection";
import { useRef } from "react";

interface SelectRowProps<Row> {
  selection: Selection<Row>;
  row: Row;
  name: string;
  disabled?: boolean;
}

/** The box that selects a row; with Shift, all from the one before it. */
export function SelectRow<Row>({ selection, row, name, disabled = false }: SelectRowProps<Row>) {
  const range = useRef(false);
  return (
    <RowCheckbox
      label={`Select ${name}`}
      checked={selection.has(row)}
      disabled={disabled}
      onClick={({ shiftKey }) => {
        range.current = shiftKey;
      }}
      onCheckedChange={(on) => selection.pick(row, on, range.current)}
    />
  );
}

interface SelectColumnOptions<Row> {
  selection: Selection<Row>;
  /** the rows on the screen that can be selected */
  rows: readonly Row[];
  /** "bookings" */
  what: string;
  nameOf: (row: Row) => string;
  mayPick?: (row: Row) => boolean;
}

/** A table's column of boxes; the one in its head selects all rows on the screen. */
export function selectColumn<Row>(options: SelectColumnOptions<Row>): DataColumn<Row> {
  const { selection, rows, what, nameOf, mayPick = () => true } = options;
  return {
    id: "select",
    header: "Select",
    width: "w-[3rem]",
    head: (
      <RowCheckbox
        label={`Select all ${what}`}
        checked={rows.length > 0 && rows.every(selection.has)}
        disabled={rows.length === 0}
        onCheckedChange={(on) => selection.pickAll(rows, on)}
      />
    ),
    cell: (row) => (
      <SelectRow selection={selection} row={row} name={nameOf(row)} disabled={!mayPick(row)} />
    ),
  };
}
