import { Logo } from "@components/logo";
import { PageLink } from "@components/page-link";
import campuses from "@facts/campuses.json";
import contact from "@facts/contact.json";
import type { ReactNode } from "react";

const COMPANY = [
  { to: "/", label: "Home" },
  { to: "/book", label: "Book Storage" },
  { to: "/pricing", label: "Pricing" },
  { to: "/faq", label: "FAQ" },
  { to: "/contact", label: "Contact" },
];

const linkStyles =
  "inline-flex min-h-11 items-center text-sm underline-offset-4 hover:underline md:min-h-9";

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-mist">
      <div className="container-page grid gap-x-8 gap-y-8 py-12 sm:grid-cols-2 md:grid-cols-[4fr_2fr_3fr_3fr]">
        <div className="grid content-start gap-3">
          <Logo />
          <p className="max-w-[34ch] text-sm text-muted">
            Door-to-door summer storage for students in British Columbia.
          </p>
        </div>
        <Column title="Summerstow">
          {COMPANY.map(({ to, label }) => (
            <li key={to}>
              <PageLink to={to} className={linkStyles}>
                {label}
              </PageLink>
            </li>
          ))}
        </Column>
        <Column title="Campuses">
          {campuses.map(({ slug, name, city }) => (
            <li key={slug}>
              <PageLink to={`/${slug}`} className={linkStyles}>
                {name}
                <span className="sr-only">, {city}</span>
              </PageLink>
            </li>
          ))}
        </Column>
        <Column title="Talk to us">
          <li>
            <a href={`mailto:${contact.email}`} className={linkStyles}>
              {contact.email}
            </a>
          </li>
          <li>
            <a href={`tel:+1${contact.phone.replace(/\D/g, "")}`} className={linkStyles}>
              <span className="tabular">{contact.phone}</span>
            </a>
          </li>
          <li>
            <a href={contact.social.url} target="_blank" rel="noreferrer" className={linkStyles}>
              {contact.social.label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-muted">
          <p suppressHydrationWarning>© {new Date().getFullYear()} Summerstow</p>
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
    <div>
      <h2 className="mb-1.5 font-sans text-xs font-semibold tracking-normal text-muted">{title}</h2>
      <ul className="grid">{children}</ul>
    </div>
  );
}
