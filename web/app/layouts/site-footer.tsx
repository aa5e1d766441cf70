import { Logo } from "@components/site/logo";
import { PageLink } from "@components/site/page-link";
import { business, shownCampuses } from "@lib/site/published";
import type { ReactNode } from "react";
import { SITE_LINKS } from "./site-links";

const linkStyles =
  "inline-flex min-h-11 items-center text-sm underline-offset-4 hover:underline md:min-h-9";

/** The way on from every page: the campuses as address labels, then links and contact. */
export function SiteFooter() {
  return (
    <footer className="mt-auto border-t-4 border-tape bg-mist">
      <div className="container-page grid gap-x-8 gap-y-10 py-12 md:grid-cols-[5fr_7fr] lg:grid-cols-[4fr_8fr]">
        <div className="grid content-start gap-3">
          <Logo />
          <p className="max-w-[34ch] text-sm text-muted">
            Door-to-door summer storage for students in British Columbia. Packed in May, back by
            September.
          </p>
          <ul className="grid">
            <li>
              <a href={`mailto:${business.email}`} className={linkStyles}>
                {business.email}
              </a>
            </li>
            <li>
              <a href={`tel:+1${business.phone.replace(/\D/g, "")}`} className={linkStyles}>
                <span className="tabular">{business.phone}</span>
              </a>
            </li>
            {business.social.map(({ label, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer" className={linkStyles}>
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="grid content-start gap-x-8 gap-y-8 lg:grid-cols-[5fr_2fr]">
          <Column title="Campuses">
            <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
              {shownCampuses.map(({ slug, name, address }) => (
                <li key={slug} className="relative border-l-2 border-line-strong pl-3.5">
                  <PageLink
                    to={`/${slug}`}
                    className="flex min-h-11 items-center text-sm leading-tight font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
                  >
                    {name}
                  </PageLink>
                  <p className="text-xs text-muted">
                    {address.street}
                    <br />
                    {address.city} {address.region}{" "}
                    <span className="tabular whitespace-nowrap">{address.postal_code}</span>
                  </p>
                </li>
              ))}
            </ul>
          </Column>
          <Column title={business.name}>
            <ul className="grid max-lg:grid-cols-2 max-lg:sm:grid-cols-3">
              {SITE_LINKS.map(({ to, label }) => (
                <li key={to}>
                  <PageLink to={to} className={linkStyles}>
                    {label}
                  </PageLink>
                </li>
              ))}
              <li>
                <PageLink to="/blog" className={linkStyles}>
                  Blog
                </PageLink>
              </li>
              <li>
                <PageLink to="/privacy" className={linkStyles}>
                  Your data
                </PageLink>
              </li>
            </ul>
          </Column>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-muted">
          <p>
            ©{" "}
            <span data-year suppressHydrationWarning>
              {new Date().getFullYear()}
            </span>{" "}
            <span translate="no">{business.name}</span>
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {["Terms & Conditions", "Privacy Policy", "Terms of Service"].map((label) => (
              <li key={label}>
                <PageLink to="/terms" className={linkStyles}>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <h2 className="font-sans text-xs font-semibold tracking-normal text-muted">{title}</h2>
      {children}
    </div>
  );
}
