import { KeptNote } from "../kept-note";
import { SeasonTotal } from "../season-total";
import { type SummaryRow, summaryOf } from "../summary";
import type { PlaceOfForm } from "../use-kept-place";
import type { WizardData } from "../wizard-data";

export interface ReviewStepProps {
  data: WizardData;
  planNote: string | null;
  planId: string | undefined;
  kept: PlaceOfForm;
}

/** 8 · The final review: everything as it will be booked, and what it comes to. */
export function ReviewStep({ data, planNote, planId, kept }: ReviewStepProps) {
  const { main, more } = summaryOf(data);
  const extra = planNote ? [...more, { label: "Plan", value: planNote }] : more;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">Please check the label before we stick it on.</p>
      <div className="overflow-hidden rounded-card border border-line-strong">
        <Rows rows={main} className="bg-mist" />
        <Rows rows={extra} className="border-t border-dashed border-line-strong" />
      </div>
      <KeptNote of={kept} />
      <SeasonTotal data={data} planId={planId} />
    </div>
  );
}

function Rows({ rows, className }: { rows: readonly SummaryRow[]; className: string }) {
  return (
    <dl className={`grid gap-x-6 gap-y-2.5 p-4 sm:gap-y-3 sm:grid-cols-2 sm:p-5 ${className}`}>
      {rows.map(({ label, value }) => (
        <div
          key={label}
          className="min-w-0 max-sm:grid max-sm:grid-cols-[6.5rem_1fr] max-sm:items-baseline"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="tabular text-sm font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
