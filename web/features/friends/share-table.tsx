import type { PossibleShare } from "@api/commands.types";
import { formatCents } from "@lib/format/money";

/** What each bundle is, and one's share of it a month before tax. */
export function ShareTable({ possible }: { possible: readonly PossibleShare[] }) {
  return (
    <table className="w-full border-y border-line text-sm">
      <caption className="sr-only">Your share of each bundle</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-2 pr-3 text-left font-medium">
            Bundle
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            In all
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Your share
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {possible.map((one) => (
          <tr key={one.name}>
            <th scope="row" className="py-2.5 pr-3 text-left font-medium">
              {one.name} <span className="block text-xs font-normal text-muted">{one.items}</span>
            </th>
            <td className="tabular py-2.5 pr-3 text-right text-muted">
              {formatCents(one.monthly_cents)}
            </td>
            <td className="tabular py-2.5 text-right font-semibold">
              {formatCents(one.share_cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
