import type { DataColumn } from "@components/lists/data-table";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import type { LateCode } from "@lib/browser/late-code";
import { type Selection, useSelection } from "@lib/lists/use-selection";
import { useCallback, useState } from "react";

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
  wanted = true,
) {
  const selection = useSelection(rows, keyOf);
  const [code, setCode] = useState<Code | null>(late.known);
  const load = useCallback(async () => setCode(await late.load()), [late]);
  useAfterFirstScreen(load, wanted);
  const column: DataColumn<Row> = code?.boxes(selection, rows) ?? NO_BOXES;
  return { selection, column, code };
}
