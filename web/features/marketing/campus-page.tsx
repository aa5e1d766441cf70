import { BookNow } from "@components/book-now";
import { PageLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import { Card } from "@components/ui/card";
import campuses from "@facts/campuses.json";
import terms from "@facts/terms.json";
import { useLocation } from "react-router";
import { campusWords } from "./campus-content";
import { PageHead } from "./page-head";
import { pageMeta } from "./page-meta";
import { campusScenes } from "./scenes/campus-scenes";
import { freeReturn, money, windows } from "./words";

type Campus = (typeof campuses)[number];

const campusAt = (pathname: string) =>
  campuses.find(({ slug }) => slug === pathname.replaceAll("/", ""));

/** /ubco, /ubcv and /tru. */
export default function CampusPage() {
  const campus = campusAt(useLocation().pathname);
  const words = campusWords[campus?.slug ?? ""];
  const scene = campusScenes[campus?.slug ?? ""];
  if (!campus || !words || !scene) return null;
  return (
    <>
      <PageHead
        tape={`${campus.short_name}, ${campus.city}`}
        title={words.headline}
        lead={words.lead}
        scene={scene}
        sceneTitle={`${campus.name}: residences, trees and a Summerstow van at the kerb`}
        sceneClassName="overflow-hidden rounded-[28px]"
      >
        <div className="mt-2 flex flex-wrap gap-3">
          <BookNow size="lg" start={{ campusId: campus.id }} />
          <Button asChild variant="secondary" size="lg">
            <PageLink to="/pricing">View Pricing</PageLink>
          </Button>
        </div>
      </PageHead>
      <Residences campus={campus} />
      <section className="section-y bg-mist" aria-labelledby="here">
        <div className="container-page grid gap-8">
          <h2 id="here" className="text-3xl">
            How it works here
          </h2>
          <div className="grid gap-6 md:grid-cols-2">
            <Card>
              <h3 className="text-xl">Pickup windows</h3>
              <ul className="tabular mt-3 grid gap-1 font-semibold">
                {windows.map((label) => (
                  <li key={label}>{label}</li>
                ))}
              </ul>
              <p className="mt-3 text-sm text-muted">
                First come, first served. We come up to your room.
              </p>
            </Card>
            <Card>
              <h3 className="text-xl">Free return</h3>
              <p className="tabular mt-3 font-semibold">
                {freeReturn.from} to {freeReturn.to}
              </p>
              <p className="mt-3 text-sm text-muted">
                To any address within {terms.free_radius_miles} miles of campus. No new address yet?
                Choose Decide Later.
              </p>
            </Card>
            <Card>
              <h3 className="text-xl">{words.summer.title}</h3>
              <p className="mt-3 text-sm text-muted">{words.summer.text}</p>
            </Card>
            <Card>
              <h3 className="text-xl">{words.leaving.title}</h3>
              <p className="mt-3 text-sm text-muted">{words.leaving.text}</p>
            </Card>
          </div>
        </div>
      </section>
    </>
  );
}

function Residences({ campus }: { campus: Campus }) {
  const { street, city, region, postal_code } = campus.address;
  return (
    <section className="section-y" aria-labelledby="residences">
      <div className="container-page grid gap-8 md:grid-cols-[4fr_8fr] md:gap-12">
        <div className="grid content-start gap-4">
          <h2 id="residences" className="text-3xl">
            Residences we collect from
          </h2>
          <p className="text-muted">
            Live off campus? Within {terms.free_radius_miles} miles of campus pickup is free too.
            Beyond that it costs {money.outsidePerMile} a mile, at least {money.outsideMinimum}.
          </p>
          <address className="text-sm text-muted not-italic">
            <span className="font-semibold text-ink">{campus.name}</span>
            <br />
            {street}
            <br />
            {city} {region} <span className="tabular">{postal_code}</span>
          </address>
        </div>
        <ul className="grid content-start border-t border-line sm:grid-cols-2 sm:gap-x-8">
          {campus.residences.map(({ name, address }) => (
            <li key={name} className="border-b border-line py-3">
              <p className="font-semibold">{name}</p>
              <p className="tabular text-sm text-muted">{address}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function meta({ location }: { location: { pathname: string } }) {
  const campus = campusAt(location.pathname);
  if (!campus) return pageMeta("Campus", "Student storage in British Columbia.");
  return pageMeta(
    `${campus.name} student storage`,
    `Summer storage for students at ${campus.name} in ${campus.city}: pickup at your residence, return from ${freeReturn.from} to ${freeReturn.to}.`,
  );
}
