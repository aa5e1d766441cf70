import { IsoScene } from "@components/illustration/iso-scene";
import { PageLink } from "@components/page-link";
import { Card } from "@components/ui/card";
import campuses from "@facts/campuses.json";
import contact from "@facts/contact.json";
import { Mail, Phone } from "lucide-react";
import { PageHead } from "./page-head";
import { pageMeta } from "./page-meta";
import { campusScenes } from "./scenes/campus-scenes";

const big =
  "mt-3 inline-flex min-h-11 items-center font-display text-xl font-semibold tracking-tight underline decoration-line-strong decoration-2 underline-offset-4 hover:decoration-ink sm:text-2xl";

export default function ContactPage() {
  return (
    <>
      <PageHead
        tape={`Every day, ${contact.hours}`}
        title="Talk to a person"
        lead="Have your code at hand if you already booked: it is in the confirmation mail and on your dashboard."
      />
      <div className="container-page section-y grid gap-14">
        <section aria-label="Email, phone and hours" className="grid gap-6 md:grid-cols-2">
          <Card>
            <h2 className="flex items-center gap-2.5 text-lg">
              <Mail aria-hidden="true" className="size-5 text-brick" />
              Email
            </h2>
            <a href={`mailto:${contact.email}`} className={big}>
              {contact.email}
            </a>
            <p className="mt-2 text-sm text-muted">
              Best for quotes, claims with photos, and questions from another time zone.
            </p>
          </Card>
          <Card>
            <h2 className="flex items-center gap-2.5 text-lg">
              <Phone aria-hidden="true" className="size-5 text-brick" />
              Phone
            </h2>
            <a href={`tel:+1${contact.phone.replace(/\D/g, "")}`} className={`${big} tabular`}>
              {contact.phone}
            </a>
            <p className="mt-2 text-sm text-muted">
              Best on the day itself: you are late, we are early, the elevator is out.
            </p>
          </Card>
          <Card className="bg-mist md:col-span-2">
            <h2 className="text-lg">Business hours</h2>
            <dl className="tabular mt-3 flex flex-wrap gap-x-4">
              <dt>Every day</dt>
              <dd className="font-semibold">{contact.hours}</dd>
            </dl>
            <p className="mt-2 text-sm text-muted">
              {contact.hours_note} All times are campus time.
            </p>
          </Card>
        </section>
        <section aria-labelledby="campuses">
          <h2 id="campuses" className="text-3xl">
            Three campuses
          </h2>
          <ul className="mt-8 grid gap-6 md:grid-cols-3">
            {campuses.map(({ slug, name, address }) => {
              const scene = campusScenes[slug];
              return (
                <li key={slug} className="overflow-hidden rounded-card border border-line bg-sheet">
                  {scene ? (
                    <IsoScene scene={scene} className="h-auto w-full overflow-hidden" />
                  ) : null}
                  <div className="p-5 sm:p-6">
                    <h3 className="text-xl">{name}</h3>
                    <address className="mt-2 text-sm text-muted not-italic">
                      {address.street}
                      <br />
                      {address.city} {address.region}{" "}
                      <span className="tabular">{address.postal_code}</span>
                    </address>
                    <PageLink
                      to={`/${slug}`}
                      className="mt-3 inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
                    >
                      Storage at {name}
                    </PageLink>
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </>
  );
}

export function meta() {
  return pageMeta(
    "Contact",
    `Call ${contact.phone} or write to ${contact.email}, every day ${contact.hours}. Three campuses in British Columbia.`,
  );
}
