import { SortLink } from "@components/lists/sort-link";
import { Skeleton } from "@components/ui/skeleton";
import { cn } from "@lib/cn";
import { type RowData, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

export interface DataColumn<Row> {
  id: string;
  header: string;
  /** Stands in the header in place of its words, such as a box that ticks all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Share of the width, such as "w-[16%]"; the columns keep it from page to page. */
  width: string;
  /** Head of the label card on phones. */
  title?: boolean;
  /** Holds the row's one action: stays in sight at the right, fills the card's foot on phones. */
  action?: boolean;
  /** Left out on tablets, where it would push others out of sight; the row's page has it. */
  desk?: boolean;
  /** Set where a press on its header sorts by it: the direction of the first press. */
  sort?: "ascending" | "descending";
}

/** By which column the server has sorted, and the address of another order. */
export interface DataSorting {
  id: string;
  desc: boolean;
  href: (id: string, desc: boolean) => string;
}

export interface DataTableProps<Row> {
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
  sorting?: DataSorting;
}

const FEATURES = tableFeatures({ rowSortingFeature });
const NO_ROWS: never[] = [];
const ARIA_SORT = { asc: "ascending", desc: "descending", none: "none" } as const;

const DESK = "sm:max-lg:hidden";

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
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, stale = false, pageKey, minWidth, sorting } = props;
  const scroller = useScrollToTop(pageKey);
  const wide = useWide(scroller);
  // What others leave on tablets is shared out among the columns that stay.
  const shared = columns.some(({ desk }) => desk);
  const defined = useMemo(
    () =>
      columns.map(({ id, sort }) => ({
        id,
        accessorFn: (row: Row) => row,
        enableSorting: sort !== undefined,
        sortDescFirst: sort === "descending",
      })),
    [columns],
  );
  // The server filters, sorts and pages: the table keeps the rows as they come.
  const table = useTable({
    features: FEATURES,
    columns: defined,
    data: rows ?? NO_ROWS,
    getRowId: rowKey,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting: sorting ? [{ id: sorting.id, desc: sorting.desc }] : [] },
  });
  return (
    <section
      ref={scroller}
      aria-label={caption}
      aria-busy={stale || rows === undefined}
      // Only a table that is wider than the page scrolls, and sideways alone: the page does the rest.
      {...(wide ? { tabIndex: 0 } : {})}
      data-wide={wide || undefined}
      className="-outline-offset-3 sm:rounded-2xl sm:border sm:border-line sm:bg-sheet data-wide:sm:overflow-x-auto"
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
            {columns.map(({ id, header, head, width, desk, action }) => {
              const column = sorting && table.getColumn(id);
              const sortable = column?.getCanSort();
              const now = ARIA_SORT[(sortable && column?.getIsSorted()) || "none"];
              return (
                <th
                  key={id}
                  scope="col"
                  {...(sortable ? { "aria-sort": now } : {})}
                  className={cn(
                    "sticky top-0 z-10 h-11 border-b border-line-strong bg-pine-soft px-3 text-left text-xs font-semibold whitespace-nowrap first:rounded-tl-2xl first:pl-4 last:rounded-tr-2xl last:pr-4",
                    width,
                    desk && DESK,
                    shared && width.endsWith("%]") && "max-lg:w-auto",
                    action && "right-0 z-20 text-right max-xl:border-l max-xl:border-l-line",
                  )}
                >
                  {sorting && column && sortable ? (
                    <SortLink
                      now={now}
                      href={sorting.href(id, column.getNextSortingOrder() === "desc")}
                    >
                      {header}
                    </SortLink>
                  ) : (
                    (head ?? header)
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody
          className={cn(
            "transition-opacity max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-3",
            stale && "opacity-55",
          )}
        >
          {rows
            ? table.getRowModel().rows.map((row) => (
                <tr key={row.id} className={cn(CARD, ROW)}>
                  {columns.map(({ id, header, title, desk, action, cell }) => (
                    <td
                      key={id}
                      className={cn(CELL, desk && DESK, title && TITLE_CELL, action && ACTION_CELL)}
                    >
                      {title || action ? null : (
                        <span className="shrink-0 text-xs text-muted sm:hidden">{header}</span>
                      )}
                      {cell(row.original)}
                    </td>
                  ))}
                </tr>
              ))
            : PLACEHOLDERS.map((index) => (
                <tr key={index} className={cn(CARD, ROW)}>
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cn(CELL, column.desk && DESK, column.title && TITLE_CELL)}
                    >
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

/** Whether the table is wider than there is room for it. */
function useWide(scroller: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  // Before anything is painted: the page itself would be as wide as the table for a moment.
  useLayoutEffect(() => {
    const element = scroller.current;
    const table = element?.querySelector("table");
    if (!(element && table)) return;
    const look = () => setWide(table.offsetWidth > element.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(table);
    return () => sizes.disconnect();
  }, [scroller]);
  return wide;
}

function useScrollToTop(pageKey: string) {
  const scroller = useRef<HTMLElement>(null);
  const lastPageKey = useRef(pageKey);
  useEffect(() => {
    if (lastPageKey.current === pageKey) return;
    lastPageKey.current = pageKey;
    const element = scroller.current;
    if (!element) return;
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
  }, [pageKey]);
  return scroller;
}
