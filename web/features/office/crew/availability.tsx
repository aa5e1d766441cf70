import { type CrewAvailability, crewAvailability, crewKeys } from "@api/crew";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { formatDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { shortCampus } from "@lib/site/campus-names";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rangesOf, rangeWords, weekWords } from "./week-words";
import { WorkDays } from "./work-days";

interface AvailabilityProps {
  today: string;
  office: boolean;
}

/** When each worker can work; a worker changes their own days, the office those of all. */
export function Availability({ today, office }: AvailabilityProps) {
  const { via, cacheKey } = useDataSession();
  const [changing, setChanging] = useState<string>();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...crewKeys.all, "availability"],
    queryFn: () => crewAvailability(via),
    ...untilReachable,
    staleTime: 0,
  });
  const changed = data?.find(({ user_id }) => user_id === changing);
  const own = office ? undefined : data?.[0];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h3 className="text-lg">Availability</h3>
        <p className="text-sm text-muted">
          {office
            ? "Nobody is put on a run of a day on which they cannot work."
            : "The office plans runs by these days."}
        </p>
      </div>
      {error ? (
        <ListProblem
          error={error}
          title="The availability could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton late className="h-40 rounded-2xl" />
      ) : own ? (
        <WorkDays worker={own} today={today} />
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">No crew yet. Executives add staff under Settings.</p>
      ) : (
        <Table
          caption="Availability"
          columns={columnsOf(setChanging)}
          rows={data}
          rowKey={({ user_id }) => user_id}
        />
      )}
      {changed ? (
        <Dialog open onOpenChange={(open) => !open && setChanging(undefined)}>
          <DialogContent
            size="sm"
            title={`Availability of ${changed.name}`}
            footer={
              <DialogClose asChild>
                <Button>Done</Button>
              </DialogClose>
            }
          >
            <WorkDays worker={changed} today={today} />
          </DialogContent>
        </Dialog>
      ) : null}
    </Card>
  );
}

function columnsOf(onChange: (userId: string) => void): Column<CrewAvailability>[] {
  return [
    { id: "name", header: "Name", title: true, cell: ({ name }) => name },
    { id: "week", header: "Weekdays", cell: weekWords },
    {
      id: "off",
      header: "Days off",
      cell: ({ days_off }) => daysWords(days_off),
    },
    { id: "on", header: "Extra days", cell: ({ days_on }) => daysWords(days_on) },
    {
      id: "campuses",
      header: "Works",
      cell: ({ campus_ids }) => campus_ids.map(shortCampus).join(", ") || "Every campus",
    },
    {
      id: "last",
      header: "Last working day",
      cell: ({ last_day }) => formatDay(last_day, "medium", "-"),
    },
    {
      id: "actions",
      header: "Actions",
      hideHeader: true,
      cell: ({ user_id, name }) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Change the availability of ${name}`}
          onClick={() => onChange(user_id)}
        >
          Change
        </Button>
      ),
    },
  ];
}

function daysWords(days: readonly string[]): string {
  const words = rangesOf(days).map((range) => rangeWords(range, "short"));
  return words.join(", ") || "-";
}
