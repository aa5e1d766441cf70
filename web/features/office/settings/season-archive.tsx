import { toApiError } from "@api/errors";
import {
  type Archive,
  archiveLink,
  newestArchive,
  requestArchive,
  settingsKeys,
} from "@api/settings";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { FailedRead } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession } from "@features/office/data-session";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCampusTime } from "./campus-time";

/** How often the progress of a running archive is read. */
const PROGRESS_MS = 2_000;
const MEGABYTE = 1_000_000;

/** Everything that the business keeps, as one file. */
export function SeasonArchive() {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  const key = [...cacheKey, ...settingsKeys.archive];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: () => newestArchive(via),
    ...untilReachable,
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return untilReachable.refetchInterval({ state });
      return state.data?.state === "running" ? PROGRESS_MS : false;
    },
  });
  const make = useMutation({
    mutationFn: () => requestArchive(via),
    onSuccess: (archive) => queries.setQueryData(key, archive),
  });
  const fetchFile = useMutation({
    mutationFn: (id: string) => archiveLink(id, via),
    onSuccess: ({ path }) => window.location.assign(path),
  });
  const failure = make.error ?? fetchFile.error;
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-lg">Archive</h3>
        <p className="text-sm text-muted">
          Everything that the business keeps, as one file: each table for a spreadsheet, each
          invoice as a PDF, each photo. It holds personal data: store it safely.
        </p>
      </div>
      {error ? (
        <FailedRead error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {data === undefined && !error ? <Skeleton className="h-12" /> : null}
      {data ? (
        <ArchiveState
          archive={data}
          fetching={fetchFile.isPending}
          onFetch={() => fetchFile.mutate(data.id)}
        />
      ) : null}
      {failure ? <FormAlert tone="error">{toApiError(failure).message}</FormAlert> : null}
      {data === undefined || data?.state === "running" ? null : (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={make.isPending}
          onClick={() => make.mutate()}
        >
          {data ? "Make a new archive" : "Make an archive"}
        </Button>
      )}
    </Card>
  );
}

function ArchiveState(props: { archive: Archive; fetching: boolean; onFetch: () => void }) {
  const { archive, fetching, onFetch } = props;
  const campusTime = useCampusTime();
  const { state, steps_done, steps_total, bytes, error } = archive;
  if (state === "failed") return <FormAlert tone="error">{error}</FormAlert>;
  if (state === "running") {
    return (
      <div className="grid gap-1 text-sm" role="status">
        <progress
          className="w-full accent-pine"
          aria-label="Progress of the archive"
          value={steps_done}
          max={Math.max(steps_total, 1)}
        />
        <p className="tabular text-muted">
          {steps_total ? `${steps_done} of ${steps_total} parts.` : "It begins within a minute."}{" "}
          You can leave this page.
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm">
        Requested {campusTime(archive.requested_at)},{" "}
        <span className="tabular">{Math.max(1, Math.round((bytes ?? 0) / MEGABYTE))} MB</span>. It
        is deleted {campusTime(archive.until)}.
      </p>
      <Button busy={fetching} onClick={onFetch}>
        Download
      </Button>
    </div>
  );
}
