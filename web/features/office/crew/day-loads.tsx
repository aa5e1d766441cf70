import type { DayLoad } from "@api/crew";
import { ListProblem } from "@components/lists/list-problem";
import { Badge } from "@components/ui/badge";
import { Card } from "@components/ui/card";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { Skeleton } from "@components/ui/skeleton";
import { type Column, Table } from "@components/ui/table";
import { addDays, formatDay } from "@lib/format/dates";
import { formatMinutes } from "@lib/format/duration";
import { useAddress } from "@lib/lists/url-state";
import { longCampus } from "@lib/site/campus-names";
import { shownCampuses } from "@lib/site/published";
import { useCrewLoad } from "./crew-reads";
import { offWords } from "./load-words";

/** A week fits on a screen. */
const DAYS = 7;

const COLUMNS: readonly Column<DayLoad>[] = [
  { id: "day", header: "Day", title: true, cell: ({ day }) => formatDay(day, "medium") },
  { id: "stops", header: "Stops", numeric: true, cell: ({ stops }) => stops },
  {
    id: "work",
    header: "Work",
    numeric: true,
    cell: ({ work_minutes }) => formatMinutes(work_minutes),
  },
  {
    id: "hours",
    header: "Crew hours",
    numeric: true,
    cell: ({ crew_minutes, vans }) =>
      crew_minutes === null
        ? "-"
        : `${formatMinutes(crew_minutes)}, ${vans} ${vans === 1 ? "crew" : "crews"}`,
  },
  {
    id: "available",
    header: "Can work",
    className: "wrap-anywhere",
    cell: ({ available }) => available.join(", ") || "Nobody",
  },
  {
    id: "notes",
    header: "Notes",
    cell: (load) => {
      const off = offWords(load);
      return (
        <div className="flex flex-wrap items-center gap-2">
          {load.stops > 0 && load.is_over ? <Badge tone="brick">Overbooked</Badge> : null}
          {off ? <span className="text-sm">{off}</span> : null}
        </div>
      );
    },
  },
];

/** The days of a week at a campus: their work beside the hours of their crews. */
export function DayLoads({ today }: { today: string }) {
  const { params, change } = useAddress();
  const campus =
    shownCampuses.find(({ id }) => String(id) === params.get("campus")) ?? shownCampuses[0];
  const first = params.get("date") ?? today;
  const campusId = campus?.id ?? 0;
  const { data, error, refetch, isFetching } = useCrewLoad(
    campusId,
    first,
    addDays(first, DAYS - 1),
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">Work and crew hours</h3>
          <p className="text-sm text-muted">
            A crew's hours are those of the campus's windows. Work is the time at each door and on
            the way.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Field label="Campus" hideLabel className="w-48">
            <Select
              options={shownCampuses.map(({ id }) => ({
                value: String(id),
                label: longCampus(id),
              }))}
              value={String(campusId)}
              onValueChange={(next) => change({ campus: next })}
            />
          </Field>
          <Field label="From" hideLabel className="w-48">
            <DatePicker
              value={first}
              onChange={(day) => change({ date: day === today ? null : day })}
            />
          </Field>
        </div>
      </div>
      {error ? (
        <ListProblem
          error={error}
          title="The days could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        <Table
          caption="Work and crew hours"
          columns={COLUMNS}
          rows={data}
          rowKey={({ day }) => day}
        />
      ) : (
        <Skeleton late className="h-80 rounded-2xl" />
      )}
    </Card>
  );
}
