import { PageLink } from "@components/site/page-link";
import { ReferralCard } from "@components/site/referral-card";
import { Card } from "@components/ui/card";
import { Estimate } from "@features/marketing/estimate/estimate";
import { PageHead } from "@features/marketing/page-head";
import { WillItFit } from "@features/marketing/will-it-fit/will-it-fit";
import { formatCents } from "@lib/format/money";
import { money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { pageMeta } from "@lib/site/page-meta";
import { pricing, terms } from "@lib/site/published";
import { AddOns } from "./add-ons";
import { BundleCards } from "./bundle-cards";
import { GroupBenefits } from "./group-benefits";
import { ValueComparison } from "./value-comparison";

const largest = pricing.bundles.at(-1);
const most = largest?.items_max;
const smallest = pricing.bundles[0];

const PARTS = [
  { id: "bundles", label: "Bundles" },
  { id: "estimate", label: "Your estimate" },
  { id: "will-it-fit", label: "Will it fit?" },
  { id: "value", label: "Compare" },
  { id: "add-ons", label: "Add-ons" },
  { id: "group", label: "Split with friends" },
  { id: "less", label: "Pay less" },
];

export default function PricingPage() {
  return (
    <>
      <PageHead
        tape="Pickup and delivery are free"
        title="One price a month, by the number of things"
        lead={`Pick a bundle, or pay for single items. Pickup within ${terms.free_radius_miles} miles of campus, the supply kit and the return from ${freeReturn.from} to ${freeReturn.to} are included.`}
        picture="what-fits"
        pictureAlt="An open box with books, a lamp, mugs and sweaters, and a suitcase beside it"
        pictureClassName="mb-0"
      />
      {/* Stays in reach of a thumb all down the page; a phone on its side has no room for it. */}
      <nav
        aria-label="On this page"
        className="sticky top-16 z-30 border-b border-line bg-paper md:hidden short:static"
      >
        <ul className="container-page flex gap-2 overflow-x-auto py-2">
          {PARTS.map(({ id, label }) => (
            <li key={id} className="shrink-0">
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-sheet px-4 text-sm font-semibold"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section className="relative bg-mist pt-10 pb-14 md:pb-20" id="bundles" aria-label="Bundles">
        <div className="container-page">
          <BundleCards />
          <p className="mt-6 max-w-[68ch] text-sm text-muted">
            An item is one box, suitcase or bag, or one loose thing such as a lamp, a bike or a mini
            fridge. More than {most} items? Take {largest?.name} and add single items.
          </p>
        </div>
      </section>
      <Estimate />
      <WillItFit />
      <ValueComparison />
      <AddOns />
      <GroupBenefits />
      <section className="section-y bg-mist" id="less" aria-label="Ways to pay less">
        <div className="container-page grid gap-6 md:grid-cols-2">
          <ReferralCard />
          <Card>
            <h2 className="text-2xl">Price-match guarantee</h2>
            <p className="mt-3 text-sm text-muted">
              Found the same service for less? After you have booked, and before your pickup, send
              us the written quote under{" "}
              <PageLink
                className="font-semibold text-ink underline underline-offset-4"
                to="/customer-dashboard/payments"
              >
                Payment &amp; Plans
              </PageLink>
              . Same campus, same dates, same number of items: we match it.
            </p>
            <p className="mt-4 text-sm text-muted">
              Everything that can cost extra is listed in our{" "}
              <PageLink className="font-semibold text-ink underline underline-offset-4" to="/terms">
                terms
              </PageLink>
              .
            </p>
          </Card>
        </div>
      </section>
    </>
  );
}

export function meta() {
  return pageMeta(
    "Pricing",
    `Student storage bundles from ${formatCents(smallest?.monthly_cents ?? 0)} a month, single items ${money.singleItem}, with free pickup, delivery and supplies. Split a bundle with friends.`,
    { path: "/pricing", picture: "pallet-medium" },
  );
}
