import type { DataColumn } from "@components/lists/data-table";
import { type LateCode, useLateCode } from "@lib/browser/late-code";
import { type Selection, useSelection } from "@lib/lists/use-selection";

/** The code of a list's selection, which comes after the first screen. */
export interface SelectionCode<Row> {
  /** The column of boxes. */
  boxes: (selection: Selection<Row>, rows: readonly Row[]) => DataColumn<Row>;
}

/** The room of the boxes until their code is here. */
const NO_BOXES: DataColumn<unknown> = {
  id: "select",
  header: "Select",
  head: <span className="sr-only">Select</span>,
  width: "w-[3rem]",
  cell: () => null,
};

/** A list's selected rows, their column, and the code with what can be done with them. */
export function useListSelection<Row, Code extends SelectionCode<Row>>(
  late: LateCode<Code>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const selection = useSelection(rows, keyOf);
  const code = useLateCode(late, selection.rows.length > 0, selection.clear);
  const column: DataColumn<Row> = code?.boxes(selection, rows) ?? NO_BOXES;
  return { selection, column, code };
}
