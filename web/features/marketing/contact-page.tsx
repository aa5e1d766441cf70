import { Picture } from "@components/illustration/picture";
import { PageLink } from "@components/site/page-link";
import { campusPicture } from "@features/marketing/campus/campus-picture";
import { cn } from "@lib/cn";
import { campusCount, capital } from "@lib/site/fact-words";
import { pageMeta } from "@lib/site/page-meta";
import { business, shownCampuses } from "@lib/site/published";
import { Mail, Phone } from "lucide-react";
import { PageHead } from "./page-head";

const big =
  "inline-flex min-h-11 items-center font-display text-xl font-bold tracking-tight underline max-[359px]:text-lg decoration-tape decoration-4 underline-offset-4 hover:decoration-ink sm:text-3xl";

export default function ContactPage() {
  return (
    <>
      <PageHead
        tape={`Every day, ${business.hours}`}
        title="Talk to a person"
        lead="If you already booked, have your code ready: it is in the confirmation email and on your dashboard."
        picture="counter"
        pictureAlt="A post room counter with a bell, a labelled box and pigeonholes behind"
      />
      <div className="container-page section-y grid gap-14 md:gap-20">
        <section aria-label="Email, phone and hours" className="grid gap-4 lg:grid-cols-[7fr_5fr]">
          <div className="grid gap-4 rounded-card border border-line bg-sheet p-6 sm:p-8">
            <div className="grid gap-1">
              <h2 className="flex items-center gap-2.5 text-lg">
                <Phone aria-hidden="true" className="size-5 text-brick" />
                Phone
              </h2>
              <a href={`tel:+1${business.phone.replace(/\D/g, "")}`} className={`${big} tabular`}>
                {business.phone}
              </a>
              <p className="text-sm text-muted">
                Best on the day itself: you are late, we are early, the elevator is out.
              </p>
            </div>
            <div className="grid gap-1 border-t border-dashed border-line-strong pt-5">
              <h2 className="flex items-center gap-2.5 text-lg">
                <Mail aria-hidden="true" className="size-5 text-brick" />
                Email
              </h2>
              <a href={`mailto:${business.email}`} className={big}>
                {business.email}
              </a>
              <p className="text-sm text-muted">
                Best for questions from another time zone. For a claim or a price match, My Storage
                has a form.
              </p>
            </div>
          </div>
          <div className="grid content-between gap-6 rounded-card bg-pine p-6 text-on-pine sm:p-8">
            <h2 className="text-lg">Business hours</h2>
            <dl className="tabular grid gap-1">
              <dt className="text-sm">Every day</dt>
              <dd className="font-display text-2xl leading-none font-bold sm:text-3xl">
                {business.hours}
              </dd>
            </dl>
            <p className="text-sm">{business.hours_note} All times are campus time.</p>
          </div>
        </section>
        <section aria-labelledby="campuses" className="grid gap-8">
          <h2 id="campuses" className="text-3xl md:text-4xl">
            {capital(campusCount)}
          </h2>
          <ul
            className={cn(
              "grid gap-6",
              shownCampuses.length % 3 === 1 ? "md:grid-cols-2" : "md:grid-cols-3",
            )}
          >
            {shownCampuses.map(({ slug, name, address }) => (
              <li
                key={slug}
                className="group relative overflow-hidden rounded-card border border-line bg-sheet hover:border-ink"
              >
                <Picture name={campusPicture(slug)} className="w-full" />
                <div className="grid gap-2 p-5 sm:p-6">
                  <h3 className="text-xl">{name}</h3>
                  <address className="text-sm text-muted not-italic">
                    {address.street}
                    <br />
                    {address.city} {address.region}{" "}
                    <span className="tabular">{address.postal_code}</span>
                  </address>
                  <PageLink
                    to={`/${slug}`}
                    className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 group-hover:decoration-ink after:absolute after:inset-0"
                  >
                    Storage at {name}
                  </PageLink>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-labelledby="before"
          className="grid gap-6 border-t border-line pt-10 md:grid-cols-[5fr_7fr]"
        >
          <h2 id="before" className="text-2xl">
            It may be answered already
          </h2>
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {ANSWERED.map(({ to, label }) => (
              <li key={label}>
                <PageLink
                  to={to}
                  className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
                >
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

const ANSWERED = [
  { to: "/book", label: "Change a booking" },
  { to: "/terms#cancelling", label: "Cancel a pickup" },
  { to: "/customer-dashboard", label: "Make a claim" },
  { to: "/customer-dashboard/payments", label: "Send a lower quote" },
  { to: "/faq#storage-security", label: "Get something back in July" },
  { to: "/terms#prohibited", label: "What may not be stored" },
  { to: "/pricing", label: "What it costs" },
];

export function meta() {
  return pageMeta(
    "Contact",
    `Call ${business.phone} or write to ${business.email}, every day ${business.hours}. ${capital(campusCount)} in British Columbia.`,
    { path: "/contact", picture: "counter" },
  );
}
