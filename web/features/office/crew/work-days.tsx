import { type CrewAvailability, crewKeys, setWorkDays, setWorkWeek } from "@api/crew";
import { toApiError } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { useDataSession } from "@features/office/data-session";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { rangesOf, rangeWords, WEEKDAYS } from "./week-words";

interface WorkDaysProps {
  worker: CrewAvailability;
  today: string;
}

/** A worker's weekdays and single days; each press is stored at once. */
export function WorkDays({ worker, today }: WorkDaysProps) {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  const { user_id } = worker;
  const change = useMutation({
    mutationFn: (send: () => Promise<CrewAvailability>) => send(),
    networkMode: "always",
    // One after the other: two quick presses both count.
    scope: { id: `work-days ${user_id}` },
    onSuccess: (stored) =>
      queries.setQueryData<CrewAvailability[]>(
        [...cacheKey, ...crewKeys.all, "availability"],
        (all) => all?.map((one) => (one.user_id === user_id ? stored : one)),
      ),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: [...cacheKey, ...crewKeys.all, "load"] }),
  });
  // As pressed, before it is stored.
  const [weekdays, setWeekdays] = useState<readonly number[]>(worker.weekdays);
  const setDays = (first: string, last: string, works: boolean | null) =>
    change.mutate(() => setWorkDays(user_id, { first_day: first, last_day: last }, works, via));
  return (
    <div className="grid gap-5">
      {change.error ? <FormAlert tone="error">{toApiError(change.error).message}</FormAlert> : null}
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">Weekdays</legend>
        <div className="grid grid-cols-2 gap-x-5 max-[22rem]:grid-cols-1 sm:flex sm:flex-wrap">
          {WEEKDAYS.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={weekdays.includes(value)}
              onCheckedChange={(on) => {
                const next = on ? [...weekdays, value] : weekdays.filter((one) => one !== value);
                setWeekdays(next);
                change.mutate(() => setWorkWeek(user_id, next, via), {
                  onError: () => setWeekdays(worker.weekdays),
                });
              }}
            />
          ))}
        </div>
      </fieldset>
      <DaysList
        label="Days off"
        days={worker.days_off}
        onRemove={(first, last) => setDays(first, last, null)}
      />
      <DaysList
        label="Extra days"
        days={worker.days_on}
        onRemove={(first, last) => setDays(first, last, null)}
      />
      <AddDays today={today} busy={change.isPending} onAdd={setDays} />
    </div>
  );
}

interface DaysListProps {
  label: string;
  days: readonly string[];
  onRemove: (first: string, last: string) => void;
}

function DaysList({ label, days, onRemove }: DaysListProps) {
  if (days.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h4 className="font-sans text-sm font-semibold">{label}</h4>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {rangesOf(days).map((range) => {
          const { first, last } = range;
          const words = rangeWords(range, "medium");
          return (
            <li
              key={first}
              className="tabular flex items-center gap-1 rounded-full border border-line-strong py-0.5 pr-1 pl-3 text-sm"
            >
              {words}
              <Button
                size="icon"
                variant="ghost"
                className="size-11"
                aria-label={`Remove ${words}`}
                onClick={() => onRemove(first, last)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface AddDaysProps {
  today: string;
  busy: boolean;
  onAdd: (first: string, last: string, works: boolean) => void;
}

function AddDays({ today, busy, onAdd }: AddDaysProps) {
  const [first, setFirst] = useState<string>();
  const [last, setLast] = useState<string>();
  const end = first && last && last >= first ? last : first;
  function add(works: boolean) {
    if (!(first && end)) return;
    onAdd(first, end, works);
    setFirst(undefined);
    setLast(undefined);
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Single days</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="First day">
          <DatePicker value={first} min={today} today={today} onChange={setFirst} />
        </Field>
        <Field label="Last day (optional)">
          <DatePicker value={last} min={first ?? today} today={today} onChange={setLast} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={!first} busy={busy} onClick={() => add(false)}>
          Off
        </Button>
        <Button variant="secondary" disabled={!first} busy={busy} onClick={() => add(true)}>
          Can work
        </Button>
      </div>
    </fieldset>
  );
}
