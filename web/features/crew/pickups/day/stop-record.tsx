import { pickupEvents, pickupKeys } from "@api/pickups/pickups";
import { ErrorState } from "@components/ui/error-state";
import { LateDialog } from "@components/ui/late-dialog";
import { Skeleton } from "@components/ui/skeleton";
import { KIND_WORDS } from "@features/crew/pickups/dates/case-words";
import { useReadAhead } from "@lib/lists/read-ahead";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { stopCount } from "./pickup-words";
import { RecordedTimes } from "./recorded-times";

interface StopRecordProps {
  pickupId: string;
  name: string;
  utcOffset: string | undefined;
  /** the moment a press on which opens it */
  children: React.ReactNode;
}

const recorded = (pickupId: string) =>
  queryOptions({
    queryKey: pickupKeys.events(pickupId),
    queryFn: () => pickupEvents(pickupId),
    networkMode: "always",
  });

/** All that was recorded for a stop: what, by whom, and when by which clock. */
export function StopRecord({ pickupId, name, utcOffset, children }: StopRecordProps) {
  const ahead = useReadAhead([recorded(pickupId)]);
  return (
    <LateDialog
      trigger={
        <button
          type="button"
          {...ahead}
          className="tabular min-h-11 text-muted underline decoration-line-strong underline-offset-4 hover:decoration-ink md:min-h-9"
        >
          {children}
          <span className="sr-only">: what was recorded for {name}</span>
        </button>
      }
      size="sm"
      title={`Recorded for ${name}`}
    >
      <Recorded pickupId={pickupId} utcOffset={utcOffset} />
    </LateDialog>
  );
}

function Recorded({ pickupId, utcOffset }: Pick<StopRecordProps, "pickupId" | "utcOffset">) {
  const { data, error, refetch, isFetching } = useQuery(recorded(pickupId));
  if (error) {
    return (
      <ErrorState title="Fetch Error" onRetry={() => void refetch()} retrying={isFetching}>
        What was recorded could not be loaded.
      </ErrorState>
    );
  }
  if (!data) return <Skeleton late className="h-40" />;
  return (
    <ol className="grid gap-3">
      {data.map((event) => (
        <li key={event.id} className="grid gap-0.5 text-sm">
          <p className="font-semibold">
            {KIND_WORDS[event.kind]}
            {event.items_counted === null ? "" : `, ${stopCount(event.items_counted)}`}
            {event.signed_by ? `, signed by ${event.signed_by}` : ""}
          </p>
          {event.note ? <p className="wrap-anywhere">“{event.note}”</p> : null}
          {event.actor_name ? <p className="text-xs">{event.actor_name}</p> : null}
          <RecordedTimes event={event} utcOffset={utcOffset} />
        </li>
      ))}
    </ol>
  );
}
