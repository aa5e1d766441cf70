import { useCampusClock } from "@api/clock";
import type { StaffRole, StaffTerms } from "@api/staff";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { CampusChoice } from "@features/office/campus-choice";
import { ROLE_OPTIONS } from "./staff-changes";

interface TermsFieldsProps {
  terms: StaffTerms;
  onChange: (next: StaffTerms) => void;
}

/** What a member of staff may do, at which campuses, and until when. */
export function TermsFields({ terms, onChange }: TermsFieldsProps) {
  const { role, campus_ids, last_day } = terms;
  const today = useCampusClock().data?.today;
  const change = (part: Partial<StaffTerms>) => onChange({ role, campus_ids, last_day, ...part });
  return (
    <>
      <Field label="Role">
        <Select
          options={ROLE_OPTIONS}
          value={role}
          onValueChange={(next) => change({ role: next as StaffRole })}
        />
      </Field>
      <CampusChoice
        value={campus_ids}
        onChange={(next) => change({ campus_ids: next })}
        hint={
          campus_ids.length ? "Crew see and work the runs of these." : "None ticked: every campus."
        }
      />
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Last working day"
          hint="The day after it the role is gone. May be empty."
          className="min-w-48 flex-1"
        >
          <DatePicker
            value={last_day ?? undefined}
            placeholder="None"
            {...(today ? { min: today, today } : {})}
            onChange={(day) => change({ last_day: day })}
          />
        </Field>
        {last_day ? (
          <Button variant="ghost" onClick={() => change({ last_day: null })}>
            No last day
          </Button>
        ) : null}
      </div>
    </>
  );
}
