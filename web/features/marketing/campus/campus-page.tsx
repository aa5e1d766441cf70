import { IsoScene } from "@components/illustration/iso-scene";
import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { TapeLabel } from "@components/ui/tape-label";
import { AddressCheck } from "@features/marketing/address-check/address-check";
import { LivePlaces } from "@features/marketing/live-places/live-places";
import { BundlePrices } from "@features/marketing/pricing/bundle-prices";
import { campusScenes } from "@features/marketing/scenes/campus-scenes";
import { SeasonLine } from "@features/marketing/season-line";
import { money } from "@lib/site/fact-words";
import { freeReturn } from "@lib/site/free-return";
import { pageMeta } from "@lib/site/page-meta";
import { windowsOf } from "@lib/site/pickup-windows";
import { business, type Campus, shownCampuses, terms } from "@lib/site/published";
import { Building2 } from "lucide-react";
import { useLocation } from "react-router";
import { CampusMap } from "./campus-map";
import { campusPicture } from "./campus-picture";

/** The campus whose page an address is. */
export const campusAt = (pathname: string) =>
  shownCampuses.find(({ slug }) => slug === pathname.replaceAll("/", ""));

/** The page of a campus, such as /ubcv. */
export default function CampusPage() {
  const campus = campusAt(useLocation().pathname);
  if (!campus) return <NoCampus />;
  const words = campus.page;
  const scene = campusScenes[campus.slug] ?? campusScenes.tru;
  return (
    <>
      <section className="overflow-x-clip bg-mist md:grid md:grid-cols-[7fr_6fr] lg:grid-cols-2">
        <div className="container-page grid content-center justify-items-start gap-5 py-10 md:max-w-none md:py-16 md:pl-[max(32px,calc((100vw-1120px)/2))] lg:min-h-[31rem] lg:pr-12">
          <TapeLabel>{`${campus.short_name}, ${campus.city}`}</TapeLabel>
          <h1 className="display-1">{words.headline}</h1>
          <p className="max-w-[46ch] text-lg text-muted">{words.lead}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <BookNow size="lg" start={{ campusId: campus.id }} />
            <Button asChild variant="secondary" size="lg">
              <PageLink to="/pricing">View Pricing</PageLink>
            </Button>
          </div>
          <BundlePrices />
        </div>
        {campus.picture ? (
          <img
            src={`/files/${campus.picture}`}
            alt={campus.name}
            className="aspect-4/3 h-auto w-full object-cover md:aspect-auto md:h-full md:min-h-96"
          />
        ) : (
          <IsoScene
            cover
            scene={scene}
            title={`${campus.name}: residences, trees and a ${business.name} van at the curb`}
            className="aspect-4/3 h-auto w-full md:aspect-auto md:h-full md:min-h-96"
          />
        )}
      </section>
      <SeasonLine />
      <LivePlaces campus={campus} />
      <Residences campus={campus} />
      <CampusMap slug={campus.slug} name={campus.name} />
      <AddressCheck campus={campus} />
      <HowItWorksHere {...campus} />
      <section className="border-t border-line bg-mist py-12">
        <div className="container-page flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
          <h2 className="text-2xl md:text-3xl">Moving out of {campus.name} soon?</h2>
          <BookNow size="lg" start={{ campusId: campus.id }} />
        </div>
      </section>
    </>
  );
}

/** A campus that is hidden now: pages elsewhere may still lead here. */
function NoCampus() {
  return (
    <section className="container-page section-y grid justify-items-start gap-5">
      <h1 className="display-1">We do not collect here any more</h1>
      <Button asChild size="lg">
        <PageLink to="/contact">See our campuses</PageLink>
      </Button>
    </section>
  );
}

/** The street of a residence that has one of its own; the others share the campus's. */
function streetOf(residence: Campus["residences"][number]): string | null {
  const [street = ""] = residence.address.split(",");
  return street === residence.name || !/^\d/.test(street) ? null : street;
}

function Residences({ campus }: { campus: Campus }) {
  const { street, city, region, postal_code } = campus.address;
  return (
    <section className="section-y" aria-labelledby="residences">
      <div className="container-page grid gap-8 md:grid-cols-[4fr_8fr] md:gap-12">
        <div className="grid content-start gap-4">
          <h2 id="residences" className="text-3xl md:text-4xl">
            Residences we collect from
          </h2>
          <p className="text-muted">
            We come up to your floor. Choose your building when you book, and we fill in its
            address.
          </p>
          <address className="border-l-4 border-tape pl-4 text-sm not-italic">
            <span className="font-semibold">{campus.name}</span>
            <br />
            {street}
            <br />
            {city} {region} <span className="tabular">{postal_code}</span>
          </address>
        </div>
        <ul className="grid content-start gap-x-8 sm:grid-cols-2">
          {campus.residences.map((residence) => (
            <li key={residence.name} className="flex items-start gap-3 border-t border-line py-2.5">
              <Building2 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brick" />
              <span className="grid min-w-0">
                <span className="leading-tight font-semibold break-words">{residence.name}</span>
                <span className="tabular text-sm text-muted empty:hidden">
                  {streetOf(residence)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function HowItWorksHere({ id, page: words }: Campus) {
  const cell = "grid content-start gap-3 border-line p-6 sm:p-8";
  return (
    <section className="section-y" aria-labelledby="here">
      <div className="container-page grid gap-8">
        <h2 id="here" className="text-3xl md:text-4xl">
          How it works here
        </h2>
        <div className="grid rounded-card border border-line bg-sheet md:grid-cols-[5fr_7fr]">
          <div className={`${cell} border-b md:border-r`}>
            <h3 className="text-xl">Pickup windows</h3>
            <ul className="tabular grid gap-1.5 font-semibold">
              {windowsOf(id).map(({ label }) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
            <p className="text-sm text-muted">
              First come, first served. Times are campus time. We come up to your room.
            </p>
          </div>
          <div className={`${cell} border-b`}>
            <h3 className="text-xl">{words.leaving.title || "Catching a flight?"}</h3>
            <p className="max-w-[58ch] text-muted">
              {words.leaving.text ||
                "Tick 'I have a flight to catch' when you book and say when. We plan your stop with time to spare."}
            </p>
          </div>
          <div className={`${cell} max-md:border-b md:border-r`}>
            <h3 className="text-xl">Free return</h3>
            <p className="tabular font-display text-2xl font-bold">
              {freeReturn.from} to {freeReturn.to}
            </p>
            <p className="text-sm text-muted">
              To any address within {terms.free_radius_miles} miles of campus. No new address yet?
              Choose Decide Later.
            </p>
          </div>
          <div className={cell}>
            <h3 className="text-xl">{words.summer.title || "Weather stays outside"}</h3>
            <p className="max-w-[58ch] text-muted">
              {words.summer.text ||
                "Your things stay in a climate-controlled, monitored facility over the summer."}
            </p>
            <p className="max-w-[58ch] text-sm text-muted">
              Add protection if you like: {money.insuranceMonthly} a month for each{" "}
              {money.insuranceUnit} of value.
            </p>
          </div>
        </div>
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
    {
      path: `/${campus.slug}`,
      picture: campusPicture(campus.slug),
      photo: campus.picture ? `/files/${campus.picture}` : undefined,
      crumb: campus.name,
    },
  );
}
