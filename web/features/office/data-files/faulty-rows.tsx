import type { ImportShown } from "@api/commands.types";
import { type Fault, importFaults, importKeys } from "@api/data-files";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { csvText, saveCsv } from "@lib/format/csv";
import { readPages, usePages } from "@lib/lists/use-pages";
import { useMutation } from "@tanstack/react-query";

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
  const read = (after: Fault | null) => importFaults(shown.id, after?.line ?? 0, via);
  const { query, rows, hasMore, isFetchingMore, more } = usePages({
    queryKey: [...cacheKey, ...importKeys.faults(shown.id, shown.rows_faulty)],
    read,
    size: PAGE_SIZE,
  });
  const saving = useMutation({
    mutationFn: () => readPages(read, PAGE_SIZE),
    onSuccess: (faults) =>
      saveCsv(`faults-${shown.file_name.replace(/\.\w+$/, "")}.csv`, csvText(FILE, faults)),
  });
  if (query.error) {
    return (
      <FailedRead
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!rows) return <Skeleton className="h-24" />;
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
        {hasMore ? (
          <Button variant="secondary" size="sm" busy={isFetchingMore} onClick={more}>
            Show more
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          busy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Download the faults
        </Button>
      </div>
      {saving.error ? <FormAlert tone="error">{toApiError(saving.error).message}</FormAlert> : null}
    </div>
  );
}
