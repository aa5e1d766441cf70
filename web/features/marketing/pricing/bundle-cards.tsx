import { Picture } from "@components/illustration/picture";
import { BookNow } from "@components/site/book-now";
import { Badge } from "@components/ui/badge";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { pricing } from "@lib/site/published";
import type { Bundle } from "./value";

/** The pallet drawn on a bundle's tag, and what such a load is like. */
const LOADS = {
  small: { picture: "pallet-small", fits: "Two suitcases and a box of bedding" },
  medium: { picture: "pallet-medium", fits: "Half a shared room: boxes, a lamp, a mini fridge" },
  large: { picture: "pallet-large", fits: "A whole single room with its bike" },
  xl: { picture: "pallet-xl", fits: "A suite's kitchen and two bedrooms' boxes" },
} as const;

/** The four bundles as hanging tags, each with its two ways into the booking. */
export function BundleCards() {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
      {pricing.bundles.map((bundle) => (
        <BundleCard key={bundle.id} bundle={bundle} />
      ))}
    </ul>
  );
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const load = LOADS[bundle.id as keyof typeof LOADS];
  return (
    <li
      className={cn(
        "relative flex flex-col rounded-card border bg-sheet p-5 sm:p-6",
        bundle.popular ? "border-ink" : "border-line",
      )}
    >
      <span
        aria-hidden="true"
        className="absolute top-4 right-4 size-5 rounded-full border-4 border-tape bg-mist"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pr-8 sm:block">
        <h2 className="text-xl">{bundle.name}</h2>
        <div className="empty:hidden sm:mt-2 sm:mb-1 sm:min-h-6 sm:empty:block">
          {bundle.popular ? <Badge tone="solid">Popular</Badge> : null}
        </div>
      </div>
      <div>
        <Picture
          name={load.picture}
          className="w-full max-sm:hidden sm:mx-auto sm:my-3 sm:max-w-44"
        />
        <p className="tabular flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-display text-4xl font-bold">
            {formatCents(bundle.monthly_cents)}
          </span>
          <span className="text-sm text-muted">a month</span>
        </p>
      </div>
      <p className="tabular mt-3 text-sm font-semibold">
        {bundle.items_range} items · {bundle.price_per_item} per item
      </p>
      <p className="mt-1 text-sm text-muted">{load.fits}</p>
      <div className="mt-auto grid gap-2.5 pt-4 max-sm:grid-cols-2 max-sm:*:px-2 sm:pt-6">
        <BookNow start={{ planId: bundle.id }}>
          Choose Plan<span className="sr-only"> ({bundle.name})</span>
        </BookNow>
        <BookNow variant="secondary" start={{ planId: bundle.id, split: true }}>
          Split With Friends<span className="sr-only"> ({bundle.name})</span>
        </BookNow>
      </div>
    </li>
  );
}
