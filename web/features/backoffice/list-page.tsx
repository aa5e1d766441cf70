import { openBox } from "@components/illustration/scenes";
import { DataTable, type DataTableProps } from "@components/lists/data-table";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { Skeleton } from "@components/ui/skeleton";
import { useAddress } from "@lib/lists/url-state";
import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** Marks a step of the browser's history as made by a row's link, so that closing goes back over it. */
export const OPENED_HERE = { openedHere: true };

/** A refused or failed read of admin data, in the product's words. */
export const FETCH_ERROR = {
  title: "Fetch Error",
  words: "Could not load admin data. Please check your permissions.",
};

/** A cell of two lines: what it is, and smaller what tells it from others. */
export function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <span className="tabular grid min-w-0 leading-tight">
      <span title={first} className="max-sm:wrap-anywhere sm:truncate">
        {first}
      </span>
      {second ? (
        <span
          title={second}
          className="text-xs font-normal text-muted max-sm:wrap-anywhere sm:truncate"
        >
          {second}
        </span>
      ) : null}
    </span>
  );
}

/** An email address whole, on two lines where one is too short for it, parted before the @. */
export function EmailWords({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span className="min-w-0 leading-tight whitespace-normal wrap-anywhere">
      {at > 0 ? email.slice(0, at) : email}
      <wbr />
      {at > 0 ? email.slice(at) : null}
    </span>
  );
}

/** A list's shape while what stands above it is still being read too. */
export function ListSkeleton() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-11" />
      <Skeleton className="h-[60dvh] rounded-card" />
    </div>
  );
}

interface ListHeadingProps {
  title: string;
  /** How many there are; undefined while they are counted, "" where that failed. */
  count: string | undefined;
}

/** A list's name and how long it is. */
export function ListHeading({ title, count }: ListHeadingProps) {
  return (
    <h2 className="text-xl">
      {title}{" "}
      <span
        aria-live="polite"
        className="tabular inline-block font-sans text-sm font-normal tracking-normal text-muted"
      >
        {count ?? "Counting"}
      </span>
    </h2>
  );
}

interface ListBodyProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  /** undefined before the first answer, null past the last page */
  rows: readonly Row[] | null | undefined;
  problem: {
    error: unknown;
    title: string;
    words?: string | undefined;
    onRetry: () => void;
    retrying: boolean;
  };
  empty: { title: string; words?: string | undefined; action?: ReactNode };
  /** from 1 */
  page?: number;
  /** The links to other pages. */
  pager?: ReactNode;
}

/** A list's table with its pages, or why it is empty or not there. */
export function ListBody<Row extends RowData>(props: ListBodyProps<Row>) {
  const { rows, problem, empty, page, pager, ...table } = props;
  const { error, words, ...said } = problem;
  const { href } = useAddress();
  return (
    <>
      {error ? (
        <ListProblem error={error} {...said}>
          {words}
        </ListProblem>
      ) : null}
      {error && rows === undefined ? null : rows === null ? (
        <EmptyState
          scene={openBox}
          title={`There is no page ${page}.`}
          action={
            <Button asChild variant="secondary">
              <Link to={href({ page: null })}>To the first page</Link>
            </Button>
          }
        >
          The list is shorter than that.
        </EmptyState>
      ) : rows?.length === 0 ? (
        <EmptyState scene={openBox} title={empty.title} action={empty.action}>
          {empty.words}
        </EmptyState>
      ) : (
        <>
          <DataTable {...table} rows={rows} />
          {pager}
        </>
      )}
    </>
  );
}
