import type { Campus } from "@api/campuses";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { LateSelect } from "@components/ui/late-select";
import { addDays, formatDay } from "@lib/format/dates";
import { useReadAhead } from "@lib/lists/read-ahead";
import { shortCampus } from "@lib/site/campus-names";
import { ClipboardList, Plus, UserPlus } from "lucide-react";
import { crewRead, pullRead } from "./office/run-reads";

interface RunsHeaderProps {
  campuses: readonly Campus[];
  campusId: number;
  day: string;
  today: string;
  office: boolean;
  onCampus: (campusId: string) => void;
  onDay: (day: string) => void;
  onPull: () => void;
  onAdd: () => void;
  onNew: () => void;
}

/** Which day this is, and the way to others: crews have today and tomorrow. */
export function RunsHeader(props: RunsHeaderProps) {
  const { campuses, campusId, day, today, office, onCampus, onDay, onPull, onAdd, onNew } = props;
  const pullAhead = useReadAhead([pullRead(campusId, day)]);
  const crewAhead = useReadAhead([crewRead]);
  const tomorrow = addDays(today, 1);
  const named = day === today ? "Today's runs" : day === tomorrow ? "Tomorrow's runs" : null;
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-2xl bg-mist px-3 py-3 sm:gap-3 sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto_auto] short:grid-cols-[auto_minmax(0,1fr)] short:py-1.5">
      <h2 className="text-lg sm:text-xl short:sr-only">{named ?? `Runs of ${formatDay(day)}`}</h2>
      <Field label="Campus" hideLabel className="w-36 sm:w-48 short:w-36">
        <LateSelect
          options={campuses.map((one) => ({
            value: String(one.id),
            label: shortCampus(one.id),
          }))}
          value={String(campusId)}
          onValueChange={onCampus}
        />
      </Field>
      <div className="col-span-2 flex flex-wrap items-start gap-2 lg:col-span-1 short:col-span-1 max-sm:gap-1.5">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Day</legend>
          {[
            { value: today, label: "Today" },
            { value: tomorrow, label: "Tomorrow" },
          ].map(({ value, label }) => (
            <Button
              key={value}
              variant={value === day ? "pine" : "ghost"}
              aria-pressed={value === day}
              onClick={() => onDay(value)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        {office ? (
          <Field label="Other day" hideLabel className="w-38 min-[22rem]:w-42 sm:w-48 short:w-44">
            <DatePicker value={day} onChange={onDay} className="max-sm:px-2.5 max-sm:text-sm" />
          </Field>
        ) : null}
        <Button
          {...pullAhead}
          variant="secondary"
          className="max-sm:size-11 max-sm:px-0 short:size-11 short:px-0"
          onClick={onPull}
        >
          <ClipboardList aria-hidden="true" />
          <span className="max-sm:sr-only short:sr-only">Pull list</span>
        </Button>
        <Button
          variant="secondary"
          className="max-sm:size-11 max-sm:px-0 short:size-11 short:px-0"
          onClick={onAdd}
        >
          <UserPlus aria-hidden="true" />
          <span className="max-sm:sr-only short:sr-only">Add Pickup</span>
        </Button>
        {office ? (
          <Button
            {...crewAhead}
            variant="secondary"
            className="max-sm:size-11 max-sm:px-0 short:size-11 short:px-0"
            onClick={onNew}
          >
            <Plus aria-hidden="true" />
            <span className="max-sm:sr-only short:sr-only">New run</span>
          </Button>
        ) : null}
      </div>
    </header>
  );
}
