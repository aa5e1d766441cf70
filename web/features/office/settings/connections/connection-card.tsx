import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Card } from "@components/ui/card";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { type DataSession, useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** Reads a list of the connections. */
export function useConnections<Row>(
  key: QueryKey,
  read: (via: DataSession["via"]) => Promise<Row[]>,
) {
  const { via, cacheKey } = useDataSession();
  return useQuery({
    queryKey: [...cacheKey, ...key],
    queryFn: () => read(via),
    ...untilReachable,
  });
}

/** A change of the connections; `key` names the list that is read anew, whatever comes of it. */
export function useConnectionChange<Given, Answer>(
  key: QueryKey,
  change: (given: Given, via: DataSession["via"]) => Promise<Answer>,
) {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => change(given, via),
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: [...cacheKey, ...key] }),
  });
}

interface ConnectionCardProps<Row> {
  title: string;
  words: ReactNode;
  /** What adds one. */
  action: ReactNode;
  list: ReturnType<typeof useConnections<Row>>;
  empty: string;
  /** of something that was pressed in a row */
  failure: Error | null | undefined;
  children: (row: Row) => ReactNode;
}

/** A kind of connection: what it is for, and the ones that there are. */
export function ConnectionCard<Row extends { id: string }>(props: ConnectionCardProps<Row>) {
  const { title, words, action, list, empty, failure, children } = props;
  const { data, error, refetch, isFetching } = list;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">{title}</h3>
          <p className="max-w-[62ch] text-sm text-muted">{words}</p>
        </div>
        {action}
      </div>
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {!(data || error) ? <Skeleton className="h-12" /> : null}
      {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
      {data?.length === 0 ? <p className="text-sm text-muted">{empty}</p> : null}
      {data?.length ? (
        <ul className="grid gap-2" aria-label={title}>
          {data.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-2xl border border-line px-4 py-3"
            >
              {children(row)}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
