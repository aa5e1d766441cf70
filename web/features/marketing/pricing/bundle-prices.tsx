import { PageLink } from "@components/site/page-link";
import { formatCents } from "@lib/format/money";
import { money } from "@lib/site/fact-words";
import { pricing } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";

/** What storage costs, in a line for the top of a page. */
export function BundlePrices() {
  const [first, ...others] = pricing.bundles;
  if (!first) return null;
  return (
    <p className="tabular max-w-[52ch] text-sm text-muted">
      <strong className="text-base font-bold text-ink">
        {`From ${formatCents(first.monthly_cents)} a month`}
      </strong>{" "}
      for {first.items_range} items.{" "}
      {others
        .map(({ items_range, monthly_cents }) => `${items_range}: ${formatCents(monthly_cents)}`)
        .join(", ")}
      . Single items {money.singleItem} each, all {beforeTax}.{" "}
      <PageLink to="/pricing" className="font-semibold text-ink underline underline-offset-4">
        Compare prices
      </PageLink>
    </p>
  );
}
