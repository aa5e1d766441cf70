import type { ImportShown } from "@api/commands.types";
import { type ImportKind, importKeys, imports, uploadImport } from "@api/data-files";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Card } from "@components/ui/card";
import { FailedRead } from "@components/ui/error-state";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { ImportHistory } from "./import-history";
import { ImportSteps } from "./import-steps";
import { isOpen, isWorking, KINDS } from "./import-words";

/** How often the progress of a job is read. */
const PROGRESS_MS = 1_500;

/** Customers, bookings and items from a file of another program or a spreadsheet. */
export function ImportCard() {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  const key = [...cacheKey, ...importKeys.all];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: () => imports(via),
    ...untilReachable,
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return untilReachable.refetchInterval({ state });
      return state.data?.some(isWorking) ? PROGRESS_MS : false;
    },
  });
  const keep = (one: ImportShown) =>
    queries.setQueryData<ImportShown[]>(key, (now = []) => [
      one,
      ...now.filter(({ id }) => id !== one.id),
    ]);
  const open = data?.find(isOpen);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(open?.id);
  useEffect(() => {
    // What had the focus is gone with the import that was open.
    if (before.current && !open && document.activeElement === document.body) {
      heading.current?.focus();
    }
    before.current = open?.id;
  }, [open]);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Import
        </h3>
        <p className="max-w-[62ch] text-sm text-muted">
          Customers, bookings and items from a CSV or Excel file. Every row is checked first, and
          nothing is written before you confirm. The same file again changes nothing.
        </p>
      </div>
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {data === undefined && !error ? <Skeleton className="h-32" /> : null}
      {data && !open ? <NewImport onUpload={keep} /> : null}
      {open ? (
        <ImportSteps
          key={open.id}
          shown={open}
          onChange={keep}
          onDiscard={(left) => queries.setQueryData(key, left)}
        />
      ) : null}
      {data ? <ImportHistory imports={data.filter((one) => one !== open)} onChange={keep} /> : null}
    </Card>
  );
}

function NewImport({ onUpload }: { onUpload: (one: ImportShown) => void }) {
  const { via } = useDataSession();
  const [kind, setKind] = useState<ImportKind>("customers");
  const upload = useMutation({
    mutationFn: (file: File) => uploadImport(kind, file, via),
    networkMode: "always",
    onSuccess: onUpload,
  });
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) upload.mutate(file);
  }
  return (
    <div className="grid gap-4">
      <RadioCards
        label="What the file holds"
        options={KINDS}
        value={kind}
        onValueChange={(value) => setKind(value as ImportKind)}
        columns={3}
      />
      <p className="text-sm text-muted">
        Import customers first, then their bookings, then the items. Prices and fees are never read
        from a file.
      </p>
      {upload.error ? <FormAlert tone="error">{toApiError(upload.error).message}</FormAlert> : null}
      {upload.isPending ? <p role="status">Reading the file…</p> : null}
      <label className="grid justify-items-start text-sm font-semibold">
        <span className="sr-only">CSV or Excel file</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,.xlsm,text/csv"
          onChange={pick}
          disabled={upload.isPending}
          className="peer sr-only"
        />
        <span className="inline-flex h-11 items-center rounded-full border border-line-strong bg-sheet px-4 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink">
          Choose a CSV or Excel file
        </span>
      </label>
    </div>
  );
}
