import { ListProblem } from "@components/lists/list-problem";
import { Skeleton } from "@components/ui/skeleton";
import type { UseQueryResult } from "@tanstack/react-query";

/** In place of an item: that it is decided, why it was not read, or that it is being read. */
export function ItemPlaceholder({ query }: { query: UseQueryResult }) {
  const { data, error, refetch, isFetching } = query;
  if (data === null) return <p>This is decided already.</p>;
  return error ? (
    <ListProblem
      error={error}
      title="Fetch Error"
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      This could not be loaded.
    </ListProblem>
  ) : (
    <Skeleton late className="h-48" />
  );
}
