import { BookNow } from "@components/book-now";
import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { Badge } from "@components/ui/badge";
import pricing from "@facts/pricing.json";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/money";
import type { Bundle } from "./value";

/** How full the pallet beside a bundle is drawn, and what such a load is like. */
const LOADS: Readonly<Record<string, { boxes: number; fits: string }>> = {
  small: { boxes: 1, fits: "Two suitcases and a box of bedding" },
  medium: { boxes: 3, fits: "A shared room: boxes, a lamp, a mini fridge" },
  large: { boxes: 6, fits: "A whole single room with its bike" },
  xl: { boxes: 8, fits: "A suite's kitchen and two bedrooms' boxes" },
};

/** The four bundles as tags, each with its two ways into the booking. */
export function BundleCards() {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {pricing.bundles.map((bundle) => (
        <BundleCard key={bundle.id} bundle={bundle} />
      ))}
    </ul>
  );
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const load = LOADS[bundle.id];
  return (
    <li
      className={cn(
        "relative flex flex-col rounded-card border bg-sheet p-5 sm:p-6",
        bundle.popular ? "border-ink" : "border-line",
      )}
    >
      <h2 className="text-xl">{bundle.name}</h2>
      {bundle.popular ? (
        <Badge tone="tape" className="absolute -top-3 right-5">
          Popular
        </Badge>
      ) : null}
      <IsoScene
        scene={boxStack(load?.boxes ?? 0)}
        className="mx-auto my-3 h-auto w-full max-w-40"
      />
      <p className="tabular flex items-baseline gap-1.5">
        <span className="font-display text-4xl font-bold">{formatCents(bundle.monthly_cents)}</span>
        <span className="text-sm text-muted">a month</span>
      </p>
      <p className="tabular mt-3 text-sm font-semibold">
        {bundle.items_range} items · {bundle.price_per_item} per item
      </p>
      <p className="mt-1 text-sm text-muted">{load?.fits}</p>
      <div className="mt-auto grid gap-2.5 pt-6">
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
