import { PageLink } from "@components/page-link";
import pricing from "@facts/pricing.json";
import { formatCents } from "@lib/money";
import { ArrowRight } from "lucide-react";
import { shares } from "./value";
import { freeReturn, money } from "./words";

/** The split that the specification gives as its example, with its figure computed. */
function splitWords(): string {
  const medium = pricing.bundles.find(({ id }) => id === "medium");
  if (!medium) throw new Error("no medium bundle in pricing.json");
  const each = formatCents(Math.max(...shares(medium, 3)));
  return `Three friends share a ${medium.name} for ${each} each a month.`;
}

const TILES = [
  {
    to: "/book",
    title: "Free pickup, delivery and supplies",
    text: `Returns are free from ${freeReturn.from} to ${freeReturn.to}. The kit is ${pricing.supplies_kit}, with a ${money.deposit} deposit towards storage.`,
    tone: "bg-pine text-on-pine",
    soft: "opacity-90",
  },
  {
    to: "/pricing#group",
    title: "Split a bundle with friends",
    text: splitWords(),
    tone: "bg-sky",
    soft: "",
  },
  {
    to: "/pricing#less",
    title: "Price-match guarantee",
    text: "Send us a lower written quote for the same service and we match it.",
    tone: "border border-line bg-sheet",
    soft: "text-muted",
  },
  {
    to: "/pricing#less",
    title: `${money.referral} off for each friend`,
    text: "Share your referral id. Each friend who books takes it off your next booking.",
    tone: "border border-line bg-tape-soft",
    soft: "",
  },
];

/** The four offers, right under the hero. */
export function PromoTiles() {
  return (
    <section aria-label="Offers" className="bg-mist pb-14 md:pb-20">
      <ul className="container-page grid gap-4 sm:grid-cols-2 lg:grid-cols-[5fr_4fr_4fr_4fr]">
        {TILES.map(({ to, title, text, tone, soft }) => (
          <li
            key={title}
            className={`group relative flex flex-col gap-2 rounded-card p-5 sm:p-6 ${tone}`}
          >
            <h2 className="text-xl leading-tight">
              <PageLink to={to} className="after:absolute after:inset-0 after:rounded-card">
                {title}
              </PageLink>
            </h2>
            <p className={`text-sm ${soft}`}>{text}</p>
            <ArrowRight
              aria-hidden="true"
              className="mt-auto size-5 transition-transform group-hover:translate-x-1"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
