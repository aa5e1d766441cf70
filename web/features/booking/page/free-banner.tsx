import { formatCents } from "@lib/format/money";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";
import { BadgeCheck } from "lucide-react";

const CONDITIONS = [
  {
    what: "Pickup",
    when: `is free within ${terms.free_radius_miles} miles of campus, in your booked window.`,
  },
  { what: "Delivery", when: `is free from ${freeReturn.from} to ${freeReturn.to}.` },
  {
    what: "Supplies",
    when: `are ${pricing.supplies_kit}. Their ${formatCents(pricing.supplies_deposit_cents)} deposit counts towards storage.`,
  },
];

/** The green banner, with the conditions beside the claim. */
export function FreeBanner() {
  return (
    <section
      aria-label="What is free"
      className="grid gap-5 rounded-card bg-pine p-6 text-on-pine md:grid-cols-[5fr_7fr] md:items-center md:gap-10 md:p-8"
    >
      <h2 className="flex gap-3 text-2xl leading-tight">
        <BadgeCheck aria-hidden="true" className="mt-0.5 size-7 shrink-0 text-tape" />
        FREE Pickup, Delivery & Supplies Included
      </h2>
      <dl className="grid gap-2 text-sm">
        {CONDITIONS.map(({ what, when }) => (
          <div key={what} className="grid grid-cols-[5rem_1fr] gap-3">
            <dt className="font-semibold">{what}</dt>
            <dd className="opacity-90">{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
