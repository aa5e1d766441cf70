import type { ImportShown } from "@api/commands.types";
import { type Fault, importFaults, importKeys } from "@api/data-files";
import { Button } from "@components/ui/button";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { csvText, saveCsv } from "@lib/format/csv";
import { untilReachable } from "@lib/lists/list-query";
import { useInfiniteQuery } from "@tanstack/react-query";

const PAGE_SIZE = 100;
const COLUMNS: Column<Fault>[] = [
  { id: "line", header: "Row", cell: ({ line }) => `Row ${line}`, className: "whitespace-nowrap" },
  { id: "column", header: "Column", cell: ({ column }) => column ?? "Whole row" },
  { id: "value", header: "Value", cell: ({ value }) => value || "Empty" },
  { id: "reason", header: "Why", cell: ({ reason }) => reason },
];

const FILE = [
  { header: "Row", cell: ({ line }: Fault) => line },
  { header: "Column", cell: ({ column }: Fault) => column },
  { header: "Value", cell: ({ value }: Fault) => value },
  { header: "Why", cell: ({ reason }: Fault) => reason },
];

/** The rows that are left out, each with its fault. */
export function FaultyRows({ shown }: { shown: ImportShown }) {
  const { via, cacheKey } = useDataSession();
  const query = useInfiniteQuery({
    queryKey: [...cacheKey, ...importKeys.faults(shown.id, shown.rows_faulty)],
    queryFn: ({ pageParam }) => importFaults(shown.id, pageParam, via),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.line),
    ...untilReachable,
    refetchInterval: false,
  });
  const rows = query.data?.pages.flat() ?? [];
  async function save() {
    let pages = query.data?.pages ?? [];
    for (let hasNext = query.hasNextPage; hasNext; ) {
      const next = await query.fetchNextPage();
      pages = next.data?.pages ?? pages;
      hasNext = next.hasNextPage && !next.isError;
    }
    saveCsv(`faults-${shown.file_name.replace(/\.\w+$/, "")}.csv`, csvText(FILE, pages.flat()));
  }
  if (query.error) {
    return (
      <FailedRead
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <Skeleton className="h-24" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Table
        caption="Rows with a fault"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ line }) => String(line)}
        className="sm:max-h-96"
      />
      <div className="flex flex-wrap gap-3">
        {query.hasNextPage ? (
          <Button
            variant="secondary"
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
        <Button variant="secondary" size="sm" onClick={() => void save()}>
          Download the faults
        </Button>
      </div>
    </div>
  );
}
