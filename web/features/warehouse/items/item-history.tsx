import type { Result } from "@api/client";
import { useCampusClock } from "@api/clock";
import { fileOf } from "@api/files";
import { custodyKeys, itemHistory } from "@api/pickups/custody";
import { Picture } from "@components/files/picture";
import { Badge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { Dialog, DialogContent, DialogTrigger } from "@components/ui/dialog";
import { ErrorState } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { clockWords } from "@features/crew/pickups/dates/case-words";
import { formatCampusTime } from "@lib/format/campus-time";
import { useReadAhead } from "@lib/lists/read-ahead";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EVENT_WORDS } from "./item-words";

type Recorded = Result<"item_history">[number];

interface ItemHistoryProps {
  itemId: string;
  /** the item, in words */
  name: string;
  /** a press on which opens it */
  children: ReactNode;
}

const history = (itemId: string) =>
  queryOptions({
    queryKey: custodyKeys.history(itemId),
    queryFn: () => itemHistory(itemId),
    networkMode: "always",
  });

/** Everything that was recorded of an item: what, where, by whom, and by which clock. */
export function ItemHistory({ itemId, name, children }: ItemHistoryProps) {
  const ahead = useReadAhead([history(itemId)]);
  return (
    <Dialog>
      <DialogTrigger
        {...ahead}
        className="min-h-11 w-fit text-left text-sm text-muted underline decoration-line-strong underline-offset-4 hover:decoration-ink md:min-h-9"
      >
        {children}
        <span className="sr-only">: what was recorded of {name}</span>
      </DialogTrigger>
      <DialogContent size="sm" title={name}>
        <Events itemId={itemId} />
      </DialogContent>
    </Dialog>
  );
}

function Events({ itemId }: { itemId: string }) {
  const { data: clock } = useCampusClock();
  const { data, error, refetch, isFetching } = useQuery(history(itemId));
  if (error)
    return (
      <ErrorState title="Fetch Error" onRetry={() => void refetch()} retrying={isFetching}>
        What was recorded could not be loaded.
      </ErrorState>
    );
  if (!data) return <Skeleton late className="h-40" />;
  if (data.length === 0) return <p className="text-muted">Nothing was recorded yet.</p>;
  return (
    <ol aria-label="Recorded" className="grid gap-4">
      {data.map((event) => (
        <li key={event.id}>
          <EventFacts event={event} utcOffset={clock?.utc_offset} />
        </li>
      ))}
    </ol>
  );
}

/** An event with its photo, its place, and who recorded it when. */
export function EventFacts({
  event,
  utcOffset,
}: {
  event: Recorded;
  utcOffset: string | undefined;
}) {
  return (
    <div className="flex items-start gap-3 text-sm">
      {event.photo_id ? (
        <Picture id={event.photo_id} load={fileOf} words={`Photo: ${EVENT_WORDS[event.kind]}`} />
      ) : null}
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {EVENT_WORDS[event.kind]}
          {event.location ? <Code className="px-1.5 py-0 text-xs">{event.location}</Code> : null}
          {event.heavy === null ? null : <Badge>{event.heavy ? "Heavy" : "Not heavy"}</Badge>}
        </p>
        {event.note ? <p className="wrap-anywhere">“{event.note}”</p> : null}
        <p className="tabular text-xs text-muted">
          {[formatCampusTime(event.at, utcOffset), event.actor_name, clockWords(event)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {event.needs_person ? (
          <p className="text-xs font-medium text-brick-text">
            Needs a person: {event.needs_person}
          </p>
        ) : null}
      </div>
    </div>
  );
}
