import { Picture } from "@components/illustration/picture";
import { PageLink } from "@components/site/page-link";
import { ReferralCard } from "@components/site/referral-card";
import { Button } from "@components/ui/button";
import { TapeLabel } from "@components/ui/tape-label";
import { formatCents } from "@lib/format/money";
import { useBookingDialog } from "@lib/site/booking-launcher";
import { pageMeta } from "@lib/site/page-meta";
import { business, pricing, season } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";
import { ChosenPlan, useChosenStart } from "./page/chosen-plan";
import { FreeBanner } from "./page/free-banner";
import { OpensSoon } from "./page/opens-soon";
import { ReferredBy } from "./page/referred-by";

const QUESTIONS = [
  { what: "Where", details: "Your campus and residence, or an address near it." },
  { what: "When", details: "A pickup day, one of three windows, and your flight if you have one." },
  { what: "Boxes", details: "Whether we should bring a supply kit, and on which day." },
  { what: "Back", details: "Same city, a different city, or decide later." },
];

/** /book: what a booking is, and the button that starts it. */
export default function BookPage() {
  const { open } = useBookingDialog();
  const start = useChosenStart();
  const [first] = pricing.bundles;
  return (
    <>
      <section className="bg-mist">
        <div className="container-page grid items-end gap-x-12 gap-y-8 pt-10 md:grid-cols-[7fr_5fr] md:pt-14">
          <div className="grid justify-items-start gap-5 self-center md:pb-14">
            <TapeLabel>Reserve early, leave light</TapeLabel>
            <h1 className="display-1">Book your summer storage</h1>
            <p className="max-w-[50ch] text-lg text-muted">
              Tell us where you live and when you leave. We come to your door, keep your things over
              the summer, and bring them back for September.
            </p>
            {first ? (
              <p className="tabular text-sm text-muted">
                <strong className="text-base font-bold text-ink">
                  {`From ${formatCents(first.monthly_cents)} a month`}
                </strong>{" "}
                for {first.items_range} items, {beforeTax}.{" "}
                <PageLink
                  to="/pricing"
                  className="font-semibold text-ink underline underline-offset-4"
                >
                  Compare prices
                </PageLink>
              </p>
            ) : null}
            {season.is_open ? (
              <>
                <Button size="lg" className="mt-1 max-sm:w-full" onClick={() => open(start)}>
                  Start Booking Process
                </Button>
                <ChosenPlan start={start} />
              </>
            ) : (
              <OpensSoon />
            )}
            <ReferredBy />
            <noscript>
              <p className="text-sm">
                Booking needs JavaScript. You can also book by phone, {business.phone}, or by email
                to {business.email}.
              </p>
            </noscript>
          </div>
          <Picture
            name="hallway"
            eager
            className="mx-auto w-full max-w-64 md:-mb-10 md:max-w-sm"
            alt="A residence corridor: taped boxes, a suitcase and a bike beside a door with a pickup tag"
          />
        </div>
      </section>
      <div className="container-page pb-14 md:pb-20">
        <div className="relative -mt-6 md:-mt-2">
          <FreeBanner />
        </div>
        <div className="mt-12 grid gap-x-14 gap-y-10 md:mt-16 md:grid-cols-[5fr_7fr]">
          <div className="grid content-start gap-4">
            <h2 className="text-3xl">Four topics, a few minutes</h2>
            <p className="max-w-[44ch] text-muted">
              Students and parents fill in the same form, from any country, and see the whole
              booking before they send it. The first invoice comes after we have counted your items
              at pickup. Only the {formatCents(pricing.supplies_deposit_cents)} deposit of a supply
              kit comes earlier, and it counts towards your storage.
            </p>
          </div>
          <dl className="border-t border-line">
            {QUESTIONS.map(({ what, details }) => (
              <div
                key={what}
                className="grid grid-cols-[5rem_1fr] gap-4 border-b border-line py-4 sm:grid-cols-[8rem_1fr]"
              >
                <dt className="font-display text-xl leading-tight font-bold">{what}</dt>
                <dd className="text-muted">{details}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="mt-12 grid gap-6 md:grid-cols-2 lg:grid-cols-[4fr_4fr_5fr]">
          <section className="border-l-4 border-tape py-1 pl-5">
            <h2 className="text-xl">First Come First Serve</h2>
            <p className="mt-2.5 text-sm text-muted">
              Each pickup window has a fixed number of places, and the last days of term fill first.
              Reserve early to get the one you want. If it is full, we tell you at once which one is
              still free.
            </p>
          </section>
          <section className="border-l-4 border-tape py-1 pl-5">
            <h2 className="text-xl">Need changes?</h2>
            <p className="mt-2.5 text-sm text-muted">
              Resubmit the booking form anytime to update your booking. Signed in, your new booking
              takes the place of the earlier one, free of charge.
            </p>
          </section>
          <ReferralCard className="md:col-span-2 lg:col-span-1" />
        </div>
      </div>
    </>
  );
}

export function meta() {
  return pageMeta(
    "Book Storage",
    "Book pickup, summer storage and return delivery for your campus.",
    { path: "/book", picture: "warehouse" },
  );
}
