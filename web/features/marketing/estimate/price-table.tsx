import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { itemPrices } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { ChevronDown } from "lucide-react";

const half = Math.ceil(itemPrices.length / 2);

/** What n items cost a month, complete without scripts; the figures are the price engine's own. */
export function PriceTable() {
  return (
    <details className="group rounded-card border border-line bg-sheet">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-semibold sm:px-6 [&::-webkit-details-marker]:hidden">
        What 1 to {itemPrices.length} items cost a month
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-5 pb-5 sm:px-6">
        <div className="grid gap-x-12 md:grid-cols-2">
          <Rows rows={itemPrices.slice(0, half)} caption={`1 to ${half} items`} />
          <Rows
            rows={itemPrices.slice(half)}
            caption={`${half + 1} to ${itemPrices.length} items`}
          />
        </div>
        <p className="mt-4 text-xs text-muted">
          The bold price is the lower one. Prices are a month, {beforeTax}.
        </p>
      </div>
    </details>
  );
}

function Rows({ rows, caption }: { rows: typeof itemPrices; caption: string }) {
  return (
    <table className="tabular w-full self-start text-sm">
      <caption className="sr-only">{caption}: as a bundle and as single items</caption>
      <thead>
        <tr className="border-b border-line-strong text-left text-xs text-muted">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Items
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-semibold">
            Bundle
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Single items
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ items, plan, monthly_cents, singles_cents, cheaper }) => (
          <tr key={items} className="border-b border-line">
            <th scope="row" className="py-2 pr-3 text-left font-semibold">
              {items}
            </th>
            <td className={cn("py-2 pr-3 text-right", cheaper !== "single_items" && "font-bold")}>
              <span className="mr-2 text-xs font-normal text-muted">{short(plan)}</span>
              {formatCents(monthly_cents)}
            </td>
            <td className={cn("py-2 text-right", cheaper !== "bundle" && "font-bold")}>
              {formatCents(singles_cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "Medium Bundle" → "Medium", "XL Bundle and 2 extra items" → "XL + 2". */
function short(plan: string): string {
  return plan.replace(" Bundle", "").replace(/ and (\d+) extra items?/, " + $1");
}
