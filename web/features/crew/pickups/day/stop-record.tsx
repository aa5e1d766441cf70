import { pickupEvents, pickupKeys } from "@api/pickups/pickups";
import { ErrorState } from "@components/ui/error-state";
import { LateDialog } from "@components/ui/late-dialog";
import { LatePanel } from "@components/ui/late-panel";
import { Skeleton } from "@components/ui/skeleton";
import { lateCode } from "@lib/browser/late-code";
import { useReadAhead } from "@lib/lists/read-ahead";
import { queryOptions, useQuery } from "@tanstack/react-query";

const eventsCode = lateCode(() => import("./recorded-events"));

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
    <LatePanel code={eventsCode} onFail={() => undefined}>
      {({ RecordedEvents }) => <RecordedEvents events={data} utcOffset={utcOffset} />}
    </LatePanel>
  );
}
