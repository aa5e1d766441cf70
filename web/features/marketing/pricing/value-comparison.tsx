import { formatCents } from "@lib/format/money";
import { money } from "@lib/site/fact-words";
import { pricing } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { type Bundle, bundleValue, savesFrom } from "./value";

const mostSingles = Math.max(
  ...pricing.bundles.map((bundle) => bundleValue(bundle, bundle.items_max).singles),
);
const widthOf = (cents: number) => `${(cents / mostSingles) * 100}%`;

/** Full bundles beside as many single items; a saving shows only where there is one. */
export function ValueComparison() {
  return (
    <section className="section-y border-t border-line" aria-labelledby="value">
      <div className="container-page grid gap-10 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <div className="grid content-start gap-4">
          <h2 id="value" className="scroll-mt-13 text-3xl md:scroll-mt-0 md:text-4xl">
            When a bundle pays
          </h2>
          <p className="max-w-[46ch] text-muted">
            A single medium item is {money.singleItem} a month. Count what you have, then take the
            cheaper of the two.
          </p>
          <p className="max-w-[46ch] text-muted">
            Each pair of bars is a full bundle: above, as many single items; below, the bundle.
          </p>
          <p className="max-w-[46ch] text-sm text-muted">
            Prices are a month, in Canadian dollars, {beforeTax}. A month runs from your pickup day
            to the same day of the next month.
          </p>
        </div>
        <ul className="grid">
          {pricing.bundles.map((bundle) => (
            <Comparison key={bundle.id} bundle={bundle} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Comparison({ bundle }: { bundle: Bundle }) {
  const value = bundleValue(bundle, bundle.items_max);
  const from = savesFrom(bundle);
  return (
    <li className="grid gap-x-8 gap-y-3 border-t border-line py-5 last:border-b sm:grid-cols-[1fr_11rem]">
      <div className="grid gap-2.5">
        <h3 className="text-lg">
          {bundle.name}, {bundle.items_max} items
        </h3>
        <dl className="tabular grid gap-1.5 text-sm">
          <Bar label="As single items" cents={value.singles} tone="bg-line-strong" />
          <Bar label="As a bundle" cents={value.bundle} tone="bg-tape" />
        </dl>
      </div>
      <p className="tabular self-end text-sm sm:text-right">
        {value.saved === null ? (
          <span className="text-muted">
            With {bundle.items_range} items, single items cost less.
          </span>
        ) : (
          <>
            <span className="font-display text-2xl leading-none font-bold">
              Save {formatCents(value.saved)}
            </span>
            <span className="block text-muted">
              {value.percent}%, a month{from === null ? null : ` · saves from ${from} items`}
            </span>
          </>
        )}
      </p>
    </li>
  );
}

function Bar({ label, cents, tone }: { label: string; cents: number; tone: string }) {
  return (
    <div className="grid grid-cols-[7.5rem_1fr] items-center gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-2.5 pr-14">
        {/* Its width is an attribute: the page's policy takes no style attribute. */}
        <svg aria-hidden="true" className={`h-3.5 rounded-[3px] ${tone}`} width={widthOf(cents)} />
        <span className="-mr-14 font-semibold">{formatCents(cents)}</span>
      </dd>
    </div>
  );
}
