import { PageLink } from "@components/site/page-link";
import { shares } from "@features/marketing/pricing/value";
import { formatCents } from "@lib/format/money";
import { money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";
import { ArrowRight } from "lucide-react";

/** What each of three friends pays a month for a Medium Bundle. */
function shareOfThree(): string {
  const medium = pricing.bundles.find(({ id }) => id === "medium");
  if (!medium) throw new Error("no medium bundle in pricing.json");
  return formatCents(Math.max(...shares(medium, 3)));
}

const FREE = [
  { what: "Pickup", when: `within ${terms.free_radius_miles} miles of your campus` },
  { what: "Delivery", when: `from ${freeReturn.from} to ${freeReturn.to}` },
  {
    what: "Supplies",
    when: `${pricing.supplies_kit}; the ${money.deposit} deposit goes towards your storage`,
  },
];

const TICKETS = [
  {
    to: "/pricing#group",
    stub: shareOfThree(),
    under: "each a month",
    title: "Split a bundle with friends",
    text: "Three friends, one Medium Bundle. Everyone pays their own share.",
  },
  {
    to: "/customer-dashboard/payments",
    stub: "1:1",
    under: "matched",
    title: "Price-match guarantee",
    text: "Book, then send us a lower written quote for the same service before your pickup. We match it.",
  },
  {
    to: "/pricing#less",
    stub: money.referral,
    under: "off",
    title: `${money.referral} off for each friend`,
    text: "Pass on your referral id. Once a friend's first pickup is done, your next booking costs less.",
  },
];

/** The four offers under the hero: one label with its conditions on it, and three torn tickets. */
export function PromoTiles() {
  return (
    <section aria-label="Offers" className="section-y">
      <ul className="container-page grid gap-4 lg:grid-cols-[5fr_7fr] lg:grid-rows-3">
        <li className="relative flex flex-col gap-6 rounded-card bg-pine p-6 text-on-pine [--focus:var(--tape)] lg:row-span-3 lg:p-8">
          <h2 className="text-3xl lg:text-4xl">
            <PageLink to="/book" className="after:absolute after:inset-0 after:rounded-card">
              Free pickup, delivery and supplies
            </PageLink>
          </h2>
          <dl className="mt-auto grid text-sm">
            {FREE.map(({ what, when }) => (
              <div
                key={what}
                className="grid grid-cols-[5.5rem_1fr] gap-3 border-t border-dashed border-on-pine/40 py-3"
              >
                <dt className="font-semibold">{what}</dt>
                <dd>{when}</dd>
              </div>
            ))}
          </dl>
        </li>
        {TICKETS.map(({ to, stub, under, title, text }) => (
          <li
            key={title}
            className="group relative grid grid-cols-[var(--stub)_1fr] overflow-hidden rounded-card border border-line bg-sheet [--stub:clamp(4.75rem,25vw,6.5rem)] hover:border-ink sm:[--stub:9rem]"
          >
            <p className="grid content-center justify-items-center gap-0.5 border-r border-dashed border-line-strong bg-tape-soft p-3 text-center">
              <span className="tabular font-display text-3xl leading-none font-bold">{stub}</span>
              <span className="text-xs"> {under}</span>
            </p>
            <span
              aria-hidden="true"
              className="absolute -top-2.5 left-[calc(var(--stub)-0.65rem)] size-5 rounded-full border border-line bg-paper group-hover:border-ink"
            />
            <span
              aria-hidden="true"
              className="absolute -bottom-2.5 left-[calc(var(--stub)-0.65rem)] size-5 rounded-full border border-line bg-paper group-hover:border-ink"
            />
            <div className="grid grid-cols-[1fr_auto] content-center items-center gap-x-4 gap-y-1 p-4 sm:p-6">
              <h2 className="text-xl leading-tight">
                <PageLink to={to} className="after:absolute after:inset-0 after:rounded-card">
                  {title}
                </PageLink>
              </h2>
              <ArrowRight
                aria-hidden="true"
                className="size-5 transition-transform group-hover:translate-x-1"
              />
              <p className="col-span-2 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
