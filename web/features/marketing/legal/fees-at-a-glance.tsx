import { addOnPrice, money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { type PageText, terms } from "@lib/site/published";

const { late_cancellation: late, insurance } = terms;
const heavy = terms.heavy_box_over_lb;

/** Every amount that the clauses name: what it is for, how much, and the clause. */
const FEES = [
  {
    what: `A box over ${heavy} lb`,
    amount: `+${terms.heavy_box_surcharge_percent}%`,
    clause: "packing",
  },
  {
    what: `An unboxed item over ${heavy} lb, once`,
    amount: addOnPrice("heavy"),
    clause: "packing",
  },
  { what: "An item that we have to label", amount: money.labeling, clause: "packing" },
  {
    what: `Outside ${terms.free_radius_miles} miles`,
    amount: `${money.outsideMinimum} minimum, ${money.outsidePerMile} per mile`,
    clause: "pickup",
  },
  {
    what: `Missed pickup, or a new place with under ${terms.location_change.hours} h notice`,
    amount: money.missedPickup,
    clause: "pickup",
  },
  { what: "Pickup or drop-off out of the window", amount: money.outOfWindow, clause: "pickup" },
  {
    what: `Cancelling within ${late.hours} hours of pickup`,
    amount: money.lateCancellation,
    clause: "cancelling",
  },
  { what: "Collecting a failed delivery", amount: money.failedDelivery, clause: "delivery" },
  {
    what: `Return on a date other than ${freeReturn.from} to ${freeReturn.to}`,
    amount: addOnPrice("alternative_delivery_date"),
    clause: "delivery",
  },
  {
    what: `Insurance, for each ${money.insuranceUnit}, a month`,
    amount: money.insuranceMonthly,
    clause: "insurance",
  },
  {
    what: "Claims after a delivery",
    amount: `within ${insurance.claim_hours} hours`,
    clause: "insurance",
  },
];

/** The whole of the small print on one label, each line leading to its clause. */
export function FeesAtAGlance({ clauses }: { clauses: readonly PageText[] }) {
  return (
    <section className="container-page pt-12 md:pt-16" aria-labelledby="fees">
      <div className="rounded-card border-2 border-ink bg-sheet p-5 sm:p-8">
        <h2 id="fees" className="text-2xl">
          Everything that can cost extra
        </h2>
        <ul className="mt-4 grid gap-x-12 lg:grid-cols-2">
          {FEES.map(({ what, amount, clause }) => (
            <li key={what} className="border-t border-dashed border-line-strong">
              <a
                // The owner may have left the clause out.
                href={clauses.some(({ anchor }) => anchor === clause) ? `#${clause}` : undefined}
                className="tabular flex min-h-12 items-center justify-between gap-5 py-2 text-sm decoration-line-strong underline-offset-4 hover:underline"
              >
                <span>{what}</span>
                <span className="text-right font-semibold">{amount}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
