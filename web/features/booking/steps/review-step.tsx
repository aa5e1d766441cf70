import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { HOW_HEARD } from "@features/booking/answers/answers";
import { type ReviewSection, reviewOf } from "@features/booking/answers/summary";
import { HoldNote } from "@features/booking/place/hold-note";
import type { StepProps } from "./step-props";

/** 8 · The final review: everything as it will be booked, each part with the way to mend it. */
export function ReviewStep({ answers, change, hold, onEdit }: StepProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">Please check that everything is right.</p>
      <div className="divide-y divide-dashed divide-line-strong overflow-hidden rounded-card border border-line-strong">
        {reviewOf(answers).map((section) => (
          <Section key={section.step} section={section} onEdit={() => onEdit(section.step)} />
        ))}
      </div>
      <Field label="How did you hear about us? (optional)" className="max-w-sm">
        <Select
          options={HOW_HEARD.map((value) => ({ value, label: value }))}
          placeholder="Choose one"
          value={answers.howHeard || undefined}
          onValueChange={(howHeard) => change({ howHeard })}
        />
      </Field>
      <HoldNote of={hold} />
    </div>
  );
}

function Section({ section, onEdit }: { section: ReviewSection; onEdit: () => void }) {
  return (
    <div className="flex items-start justify-between gap-2 px-4 py-2.5 odd:bg-mist sm:px-5">
      <dl className="grid min-w-0 flex-1 gap-x-6 gap-y-2 py-1.5 sm:grid-cols-2">
        {section.rows.map(({ label, value }) => (
          <div
            key={label}
            className="min-w-0 max-sm:grid max-sm:grid-cols-[6rem_1fr] max-sm:items-baseline"
          >
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular text-sm font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="link" className="-mr-1.5 shrink-0" onClick={onEdit}>
        Edit<span className="sr-only"> {section.name}</span>
      </Button>
    </div>
  );
}
