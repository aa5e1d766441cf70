import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { useAddress } from "@lib/lists/url-state";
import { campuses } from "@lib/site/published";
import { choiceChange, daysChange, type OverviewView, rangeChoices } from "./season-range";

const ALL = "all";
const CAMPUS_OPTIONS = [
  { value: ALL, label: "All campuses" },
  ...campuses.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** Which days and which campus; every choice is in the address. */
export function OverviewFilters({ view, today }: { view: OverviewView; today: string }) {
  const { change } = useAddress();
  const { choice, range, campusId } = view;
  return (
    <div className="flex flex-wrap items-end gap-2 *:max-sm:w-full">
      <Select
        aria-label="Days"
        options={rangeChoices(today)}
        value={choice}
        onValueChange={(next) => change(choiceChange(next, range, today))}
        className="sm:w-44"
      />
      <Select
        aria-label="Campus"
        options={CAMPUS_OPTIONS}
        value={campusId ? String(campusId) : ALL}
        onValueChange={(next) => change({ campus: next === ALL ? null : next })}
        className="sm:w-56"
      />
      {choice === "dates" ? (
        <>
          <Field label="First day" hideLabel>
            <DatePicker
              value={range.from}
              onChange={(from) => change(daysChange(range, { from }))}
              className="sm:w-48"
            />
          </Field>
          <Field label="Last day" hideLabel>
            <DatePicker
              value={range.to}
              onChange={(to) => change(daysChange(range, { to }))}
              className="sm:w-48"
            />
          </Field>
        </>
      ) : null}
    </div>
  );
}
