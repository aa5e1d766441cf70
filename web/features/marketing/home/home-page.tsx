import { IsoScene } from "@components/illustration/iso-scene";
import { movingDay } from "@components/illustration/scenes";
import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { TapeLabel } from "@components/ui/tape-label";
import { BlogTeasers } from "@features/marketing/blog/blog-teasers";
import { BundlePrices } from "@features/marketing/pricing/bundle-prices";
import { SeasonLine } from "@features/marketing/season-line";
import { serviceData } from "@features/marketing/structured-data";
import { isDemo } from "@lib/site/config";
import { campusCount } from "@lib/site/fact-words";
import { pageMeta } from "@lib/site/page-meta";
import { filled } from "@lib/site/page-values";
import { business, pages } from "@lib/site/published";
import { Benefits } from "./benefits";
import { ClosingCall } from "./closing-call";
import { HowItWorks } from "./how-it-works";
import { PromoTiles } from "./promo-tiles";
import { Testimonials } from "./testimonials";

export default function HomePage() {
  return (
    <>
      <section className="overflow-x-clip bg-mist md:grid md:grid-cols-[7fr_6fr] lg:grid-cols-2">
        <div className="container-page grid content-center justify-items-start gap-5 py-10 md:max-w-none md:py-16 md:pl-[max(32px,calc((100vw-1120px)/2))] lg:min-h-[34rem] lg:pr-12">
          <TapeLabel>{`May to September, ${campusCount}`}</TapeLabel>
          <h1 className="display-1">{filled(pages.home.headline)}</h1>
          <p className="max-w-[46ch] text-lg text-muted">{filled(pages.home.lead)}</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <BookNow size="lg" />
            <Button asChild variant="secondary" size="lg">
              <PageLink to="/auth">Sign In</PageLink>
            </Button>
          </div>
          <BundlePrices />
          <a
            href="#how-it-works"
            className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            See How It Works
          </a>
        </div>
        <IsoScene
          cover
          scene={movingDay}
          title={`A student residence on moving day: taped boxes at the curb and a ${business.name} van`}
          className="aspect-[5/4] h-auto w-full md:aspect-auto md:h-full md:min-h-96"
        />
      </section>
      <SeasonLine />
      <PromoTiles />
      <HowItWorks />
      <Benefits />
      {isDemo() ? <Testimonials /> : null}
      <BlogTeasers />
      <ClosingCall />
    </>
  );
}

export function meta() {
  return pageMeta(
    `${business.name} · Student storage, from your door and back`,
    "Door-to-door summer storage for students at UBC Okanagan, UBC Vancouver and Thompson Rivers University.",
    { path: "/", data: [serviceData()] },
  );
}
