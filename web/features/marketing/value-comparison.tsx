import { type Column, Table } from "@components/ui/table";
import pricing from "@facts/pricing.json";
import { formatCents } from "@lib/money";
import { type Bundle, bundleValue, savesFrom } from "./value";
import { money } from "./words";

const COLUMNS: readonly Column<Bundle>[] = [
  {
    id: "bundle",
    header: "Full bundle",
    cell: ({ name, items_max }) => `${name}, ${items_max} items`,
  },
  {
    id: "singles",
    header: "As single items",
    numeric: true,
    cell: (bundle) => formatCents(bundleValue(bundle, bundle.items_max).singles),
  },
  {
    id: "price",
    header: "As a bundle",
    numeric: true,
    cell: ({ monthly_cents }) => formatCents(monthly_cents),
  },
  { id: "saved", header: "You save", numeric: true, cell: savedWords },
  { id: "from", header: "Saves from", numeric: true, cell: fromWords },
];

function savedWords(bundle: Bundle): string {
  const { saved, percent } = bundleValue(bundle, bundle.items_max);
  return saved === null ? "Single items cost less" : `${formatCents(saved)} (${percent}%)`;
}

function fromWords(bundle: Bundle): string {
  const from = savesFrom(bundle);
  return from === null ? "Never" : `${from} items`;
}

/** Full bundles beside as many single items; a saving shows only where there is one. */
export function ValueComparison() {
  return (
    <section className="section-y border-t border-line" aria-labelledby="value">
      <div className="container-page grid gap-8">
        <div className="grid max-w-[62ch] gap-3">
          <h2 id="value" className="text-3xl">
            When a bundle pays
          </h2>
          <p className="text-muted">
            A single medium item is {money.singleItem} a month. Count what you have, then take the
            cheaper of the two. With one to three items, single items cost less than a bundle.
          </p>
        </div>
        <Table
          caption="Full bundles beside single items, prices a month"
          columns={COLUMNS}
          rows={pricing.bundles}
          rowKey={({ id }) => id}
        />
        <p className="text-sm text-muted">
          Prices are a month, in Canadian dollars, before GST. A month runs from your pickup day to
          the same day of the next month.
        </p>
      </div>
    </section>
  );
}
