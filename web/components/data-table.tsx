import { SortLink } from "@components/sort-link";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";
import { type ReactNode, useEffect, useRef } from "react";

export interface DataColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Share of the width, such as "w-[16%]"; the columns keep it from page to page. */
  width: string;
  /** Head of the label card on phones. */
  title?: boolean;
  /** Holds the row's one action: stays in sight at the right, fills the card's foot on phones. */
  action?: boolean;
  /** How this column sorts now, and the address that a press on its header leads to. */
  sort?: { now: "ascending" | "descending" | "none"; href: string };
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly DataColumn<Row>[];
  /** undefined while the first page loads: placeholders of the same height stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The rows shown are those of another page, until these have come. */
  stale?: boolean;
  /** Changes with the page: the table then starts at its top again. */
  pageKey: string;
  minWidth: string;
}

const PLACEHOLDERS = Array.from({ length: 12 }, (_, index) => index);
const CARD =
  "max-sm:grid max-sm:gap-1.5 max-sm:rounded-2xl max-sm:border max-sm:border-line max-sm:bg-sheet max-sm:p-4";
const ROW = "sm:bg-sheet sm:even:bg-mist sm:hover:bg-pine-soft";
const CELL =
  "max-sm:flex max-sm:min-h-7 max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:text-right sm:h-12 sm:truncate sm:px-3 sm:first:pl-4 sm:last:pr-4";
const ACTION_CELL =
  "max-sm:mt-2 max-sm:*:flex-1 sm:sticky sm:right-0 sm:bg-inherit sm:text-right max-xl:border-l max-xl:border-line max-sm:border-l-0";
const TITLE_CELL =
  "font-semibold max-sm:order-first max-sm:block max-sm:border-b max-sm:border-dashed max-sm:border-line-strong max-sm:pb-2 max-sm:text-left max-sm:text-base max-sm:wrap-anywhere";

/**
 * A page of rows: sorted by links in a sticky header, widths that stay from page to page,
 * placeholders of the real row height; under 640 px each row is a label card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, stale = false, pageKey, minWidth } = props;
  const scroller = useScrollToTop(pageKey);
  return (
    <section
      ref={scroller}
      aria-label={caption}
      aria-busy={stale || rows === undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-3 sm:max-h-[max(22rem,calc(100dvh-24rem))] lg:max-h-[max(22rem,calc(100dvh-20.5rem))] sm:overflow-auto sm:rounded-2xl sm:border sm:border-line sm:bg-sheet"
    >
      <table
        className={cn(
          "w-full border-separate border-spacing-0 text-sm max-sm:block sm:table-fixed",
          minWidth,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:hidden">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                {...(column.sort ? { "aria-sort": column.sort.now } : {})}
                className={cn(
                  "sticky top-0 z-10 h-11 border-b border-line-strong bg-pine-soft px-3 text-left text-xs font-semibold whitespace-nowrap first:pl-4 last:pr-4",
                  column.width,
                  column.action && "right-0 z-20 text-right max-xl:border-l max-xl:border-l-line",
                )}
              >
                <Header column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={cn(
            "transition-opacity max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-3",
            stale && "opacity-55",
          )}
        >
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} className={cn(CARD, ROW)}>
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cn(CELL, column.title && TITLE_CELL, column.action && ACTION_CELL)}
                    >
                      {column.title || column.action ? null : (
                        <span className="shrink-0 text-xs text-muted sm:hidden">
                          {column.header}
                        </span>
                      )}
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : PLACEHOLDERS.map((index) => (
                <tr key={index} className={cn(CARD, ROW)}>
                  {columns.map((column) => (
                    <td key={column.id} className={cn(CELL, column.title && TITLE_CELL)}>
                      <Skeleton className="h-4 w-3/4 max-sm:ml-auto" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function Header<Row>({ column }: { column: DataColumn<Row> }) {
  if (!column.sort) return column.header;
  return <SortLink {...column.sort}>{column.header}</SortLink>;
}

function useScrollToTop(pageKey: string) {
  const scroller = useRef<HTMLElement>(null);
  const shown = useRef(pageKey);
  useEffect(() => {
    if (shown.current === pageKey) return;
    shown.current = pageKey;
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = 0;
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
  }, [pageKey]);
  return scroller;
}
