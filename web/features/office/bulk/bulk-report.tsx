import type { BulkResult } from "@api/bookings/bulk";
import { counted } from "@components/lists/pager";
import { Button } from "@components/ui/button";
import { saveCsv } from "@lib/format/csv";
import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { type ReportLine, reportCsv } from "./bulk-row";

interface BulkReportProps {
  lines: readonly ReportLine[];
  /** "moved" */
  verb: string;
  /** "booking" */
  what: string;
  /** Stands below the first line. */
  note: string | null;
}

/** What was done, what was not, and why: each row that was not done with its reason. */
export function BulkReport({ lines, verb, what, note }: BulkReportProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const of = (state: BulkResult["state"]) => lines.filter(({ result }) => result.state === state);
  const refused = of("refused");
  const Icon = refused.length > 0 ? CircleAlert : CircleCheck;
  return (
    <div className="grid gap-4">
      <p
        ref={heading}
        tabIndex={-1}
        role="status"
        className="flex items-center gap-3 text-lg font-semibold outline-none"
      >
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        {counted(of("done").length, what)} {verb}
        {refused.length > 0 ? `, ${refused.length} not` : ""}.
      </p>
      {note ? (
        <p aria-live="polite" className="tabular text-sm">
          {note}
        </p>
      ) : null}
      <Lines title={`Not ${verb}`} lines={refused} />
      <Lines title="Nothing to do" lines={of("unchanged")} />
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => saveCsv(`${what}s_${verb.replaceAll(" ", "_")}.csv`, reportCsv(lines))}
      >
        <Download aria-hidden="true" />
        Save report
      </Button>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly ReportLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-base">
        {title} <span className="tabular text-sm text-muted">{lines.length}</span>
      </h3>
      <ul className="overflow-hidden rounded-2xl border border-line">
        {lines.map(({ name, result }) => (
          <li
            key={result.id}
            className="grid gap-0.5 border-b border-line px-4 py-2 text-sm last:border-b-0 wrap-anywhere sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)] sm:gap-4"
          >
            <b className="font-semibold">{name}</b>
            <span>{result.words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
