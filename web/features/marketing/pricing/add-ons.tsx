import { Picture } from "@components/illustration/picture";
import { extraPrice, money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";

/** When each add-on applies, beside the price list's own name and price. */
const WHEN: Readonly<Record<string, string>> = {
  shipping: "For the items you want sent to another city. We quote it and you decide.",
  heavy: `Once, for an unboxed item over ${terms.heavy_box_over_lb} lb. A box over ${terms.heavy_box_over_lb} lb adds ${terms.heavy_box_surcharge_percent}% to its monthly price instead, never both.`,
  alternative_delivery_date: `For a return outside the free dates, agreed at least ${terms.late_cancellation.hours} hours ahead.`,
  packing: "We bring the material and pack your room. You point.",
};

const ADD_ONS = [
  ...pricing.add_ons.map((one) => ({ ...one, when: WHEN[one.id] })),
  ...pricing.extras.map((one) => ({ ...one, price: extraPrice(one) })),
];

export function AddOns() {
  return (
    <section className="section-y bg-mist" aria-labelledby="add-ons">
      <div className="container-page grid gap-8 md:grid-cols-[5fr_7fr] md:gap-12">
        <div className="grid content-start gap-3">
          <h2 id="add-ons" className="scroll-mt-13 text-3xl md:scroll-mt-0 md:text-4xl">
            Add-ons, only if you need them
          </h2>
          <p className="max-w-[48ch] text-muted">
            Pickup is free within {terms.free_radius_miles} miles of campus, delivery from{" "}
            {freeReturn.from} to {freeReturn.to}. The supply kit is free: {pricing.supplies_kit},
            with a {money.deposit} deposit that counts towards your storage.
          </p>
          <Picture name="scale" className="mt-4 w-44 max-md:hidden" />
        </div>
        <dl className="h-fit rounded-card border border-line bg-sheet px-5 sm:px-6">
          {ADD_ONS.map(({ id, name, price, when }) => (
            <div
              key={id}
              className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t border-line py-4 first:border-0"
            >
              <dt className="font-semibold">{name}</dt>
              <dd className="tabular text-right font-semibold">{price}</dd>
              <dd className="col-span-2 max-w-[58ch] text-sm text-muted">{when}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
