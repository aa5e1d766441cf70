import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { LateSelect } from "@components/ui/late-select";
import { type DayChoice, PERIODS, rangeOf, rangeText } from "./day-choice";

const ANY = "any";
const RANGE = "range";

interface DaysFilterProps {
  /** "Pickup date" */
  label: string;
  /** "Any pickup date" */
  any: string;
  value: DayChoice | null;
  onChange: (value: DayChoice | null) => void;
  className: string;
}

/** Days to filter by: quick choices, or two days of a calendar that unfold beside it. */
export function DaysFilter({ label, any, value, onChange, className }: DaysFilterProps) {
  const range = value === null ? null : rangeOf(value);
  return (
    <>
      <LateSelect
        aria-label={label}
        options={[
          { value: ANY, label: any },
          ...PERIODS.map(({ value: one, label: words }) => ({ value: one, label: words })),
          { value: RANGE, label: "Choose days" },
        ]}
        value={range ? RANGE : (value ?? ANY)}
        onValueChange={(next) =>
          onChange(
            next === ANY ? null : next === RANGE ? rangeText({ from: null, to: null }) : next,
          )
        }
        className={className}
      />
      {range ? (
        <>
          <Field label={`${label} from`} hideLabel className={className}>
            <DatePicker
              value={range.from ?? undefined}
              placeholder="From"
              onChange={(from) => onChange(rangeText({ ...range, from }))}
            />
          </Field>
          <Field label={`${label} to`} hideLabel className={className}>
            <DatePicker
              value={range.to ?? undefined}
              placeholder="To"
              {...(range.from ? { min: range.from } : {})}
              onChange={(to) => onChange(rangeText({ ...range, to }))}
            />
          </Field>
        </>
      ) : null}
    </>
  );
}
