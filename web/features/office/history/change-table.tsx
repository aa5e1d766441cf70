import type { AuditLine } from "@api/reports/audit";
import { changesOf } from "./audit-words";

interface ChangeTableProps {
  line: Pick<AuditLine, "action" | "table_name" | "before" | "after">;
  utcOffset: string | undefined;
}

/** What was and what is, field by field. */
export function ChangeTable({ line, utcOffset }: ChangeTableProps) {
  const changes = changesOf(line, utcOffset);
  if (changes.length === 0)
    return <p className="text-sm text-muted">There is nothing more to tell.</p>;
  const both = line.before !== null && line.after !== null;
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line-strong text-xs">
          <th scope="col" className="w-2/5 py-2 pr-3 font-semibold">
            Field
          </th>
          {both ? (
            <th scope="col" className="py-2 pr-3 font-semibold">
              Was
            </th>
          ) : null}
          <th scope="col" className="py-2 font-semibold">
            {line.after === null ? "Was" : both ? "Is" : "Value"}
          </th>
        </tr>
      </thead>
      <tbody className="tabular">
        {changes.map(({ label, was, now }) => (
          <tr key={label} className="border-b border-dashed border-line align-top">
            <th scope="row" className="py-2 pr-3 font-normal text-muted">
              {label}
            </th>
            {was !== null ? <td className="py-2 pr-3 wrap-anywhere">{was}</td> : null}
            {now !== null ? <td className="py-2 font-medium wrap-anywhere">{now}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
