import { crewHours, crewKeys } from "@api/crew";
import { ListProblem } from "@components/lists/list-problem";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { useDataSession } from "@features/office/data-session";
import { csvText, saveCsv } from "@lib/format/csv";
import { addDays, formatDay } from "@lib/format/dates";
import { formatMinutes } from "@lib/format/duration";
import { untilReachable } from "@lib/lists/list-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { byCrew, byWorker, type HoursSum, hoursCsv, perHour } from "./hours";

/** Two weeks are a usual pay period. */
const DAYS = 14;

const SUMS: readonly Column<HoursSum>[] = [
  {
    id: "hours",
    header: "Hours",
    numeric: true,
    cell: ({ minutes }) => formatMinutes(minutes),
  },
  { id: "done", header: "Stops done", numeric: true, cell: ({ done }) => done },
  { id: "failed", header: "Failed", numeric: true, cell: ({ failed }) => failed },
  {
    id: "pace",
    header: "Stops per hour",
    numeric: true,
    cell: (sum) => perHour(sum) ?? "-",
  },
];
const BY_WORKER: readonly Column<HoursSum>[] = [
  { id: "name", header: "Name", title: true, cell: ({ name }) => name },
  { id: "runs", header: "Runs", numeric: true, cell: ({ runs }) => runs },
  ...SUMS,
];
const BY_CREW: readonly Column<ReturnType<typeof byCrew>[number]>[] = [
  { id: "run", header: "Run", title: true, cell: ({ name }) => name },
  { id: "day", header: "Day", cell: ({ day }) => formatDay(day, "medium") },
  { id: "who", header: "Crew", className: "wrap-anywhere", cell: ({ who }) => who },
  ...SUMS,
];

interface HoursReportProps {
  today: string;
  utcOffset: string | undefined;
  office: boolean;
}

/** Hours worked and stops per hour, by person and by crew, with its file (rule: crew-hours). */
export function HoursReport({ today, utcOffset, office }: HoursReportProps) {
  const { via, cacheKey } = useDataSession();
  const [first, setFirst] = useState(() => addDays(today, 1 - DAYS));
  const [last, setLast] = useState(today);
  const range = { first_day: first, last_day: last < first ? first : last };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...cacheKey, ...crewKeys.all, "hours", range],
    queryFn: () => crewHours(null, range, via),
    placeholderData: keepPreviousData,
    ...untilReachable,
    staleTime: 0,
  });
  const name = `crew_hours_${range.first_day}_${range.last_day}.csv`;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">Hours worked</h3>
          <p className="text-sm text-muted">
            From the first to the last record of a run. Breaks are not known.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <Field label="First day" className="w-52">
            <DatePicker value={first} today={today} onChange={setFirst} />
          </Field>
          <Field label="Last day" className="w-52">
            <DatePicker value={range.last_day} min={first} today={today} onChange={setLast} />
          </Field>
          <Button
            variant="secondary"
            disabled={!data?.length}
            onClick={() => data && saveCsv(name, csvText(hoursCsv(utcOffset), data))}
          >
            <Download aria-hidden="true" />
            Export CSV
          </Button>
        </div>
      </div>
      {error ? (
        <ListProblem
          error={error}
          title="The hours could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton late className="h-40 rounded-2xl" />
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">No crew recorded anything on these days.</p>
      ) : (
        <>
          {office ? (
            <Table
              caption="Hours by person"
              columns={BY_WORKER}
              rows={byWorker(data)}
              rowKey={({ key }) => key}
            />
          ) : null}
          <Table
            caption="Hours by crew"
            columns={BY_CREW}
            rows={byCrew(data)}
            rowKey={({ key }) => key}
          />
        </>
      )}
    </Card>
  );
}
