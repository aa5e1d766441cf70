import { cn } from "@lib/cn";
import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** Shown as the head of the label card on phones; the first column by default. */
  title?: boolean;
  /** Keeps header and label for screen readers only (actions). */
  hideHeader?: boolean;
  className?: string;
}

export interface TableProps<Row> {
  /** Read out as the table's name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  className?: string;
}

/** Rows with a sticky header and mist zebra; under 640 px each row is a label card. */
export function Table<Row>({ caption, columns, rows, rowKey, className }: TableProps<Row>) {
  const titleId = (columns.find(({ title }) => title) ?? columns[0])?.id;
  return (
    <section
      className={cn(
        "sm:overflow-auto sm:rounded-2xl sm:border sm:border-line sm:bg-sheet",
        className,
      )}
      // Scrolling tables must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container
      tabIndex={0}
      aria-label={caption}
    >
      <table className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cn(
                  "sticky top-0 z-10 border-b border-line bg-mist px-4 py-2.5 text-left text-xs font-semibold whitespace-nowrap text-muted",
                  column.numeric && "text-right",
                )}
              >
                {column.hideHeader ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:grid max-sm:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="max-sm:grid max-sm:gap-2 max-sm:rounded-2xl max-sm:border max-sm:border-line max-sm:bg-sheet max-sm:p-4 sm:even:bg-mist"
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={cn(
                    "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:text-right sm:px-4 sm:py-2.5",
                    column.numeric && "tabular sm:text-right",
                    column.id === titleId &&
                      "font-semibold max-sm:order-first max-sm:block max-sm:border-b max-sm:border-dashed max-sm:border-line max-sm:pb-2 max-sm:text-left max-sm:text-base",
                    column.className,
                  )}
                >
                  {column.id === titleId || column.hideHeader ? null : (
                    <span aria-hidden="true" className="text-xs text-muted sm:hidden">
                      {column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
