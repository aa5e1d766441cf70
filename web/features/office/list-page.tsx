import { openBox } from "@components/illustration/scenes";
import { AddressLink } from "@components/lists/address-link";
import { DataTable, type DataTableProps } from "@components/lists/data-table";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { useAddress } from "@lib/lists/url-state";
import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";

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
  const { error, words, ...problemProps } = problem;
  const { href } = useAddress();
  return (
    <>
      {error ? (
        <ListProblem error={error} {...problemProps}>
          {words}
        </ListProblem>
      ) : null}
      {error && rows === undefined ? null : rows === null ? (
        <EmptyState
          scene={openBox}
          title={`There is no page ${page}.`}
          action={
            <Button asChild variant="secondary">
              <AddressLink to={href({ page: null })} preventScrollReset={false}>
                To the first page
              </AddressLink>
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
          {rows ? pager : null}
        </>
      )}
    </>
  );
}
