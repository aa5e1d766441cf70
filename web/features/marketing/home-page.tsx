import { BookNow } from "@components/book-now";
import { IsoScene } from "@components/illustration/iso-scene";
import { movingDay } from "@components/illustration/scenes";
import { PageLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import { TapeLabel } from "@components/ui/tape-label";
import { Benefits } from "./benefits";
import { BlogTeasers } from "./blog-teasers";
import { ClosingCall } from "./closing-call";
import { HowItWorks } from "./how-it-works";
import { PromoTiles } from "./promo-tiles";
import { serviceData } from "./structured-data";
import { Testimonials } from "./testimonials";

export default function HomePage() {
  return (
    <>
      <section className="bg-mist">
        <div className="container-page grid items-center gap-x-12 gap-y-10 py-12 md:grid-cols-[7fr_6fr] md:py-20 lg:grid-cols-2">
          <div className="grid justify-items-start gap-5">
            <TapeLabel>May to September, three campuses</TapeLabel>
            <h1 className="display-1">Go home with a backpack. We keep the rest.</h1>
            <p className="max-w-[54ch] text-lg text-muted">
              Door-to-door summer storage for students. We collect from your dorm, store every item
              under its own label, and bring it back to your next room.
            </p>
            <div className="mt-2 flex flex-wrap items-center gap-3">
              <BookNow size="lg" />
              <Button asChild variant="secondary" size="lg">
                <PageLink to="/auth">Sign In</PageLink>
              </Button>
            </div>
            <a
              href="#how-it-works"
              className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              See How It Works
            </a>
          </div>
          <IsoScene
            scene={movingDay}
            title="A student residence on moving day: taped boxes at the kerb and a Summerstow van"
            className="h-auto w-full overflow-hidden rounded-[28px]"
          />
        </div>
      </section>
      <PromoTiles />
      <HowItWorks />
      <Benefits />
      <Testimonials />
      <BlogTeasers />
      <ClosingCall />
    </>
  );
}

export function meta() {
  return [
    { title: "Summerstow · Student storage, from your door and back" },
    {
      name: "description",
      content:
        "Door-to-door summer storage for students at UBC Okanagan, UBC Vancouver and Thompson Rivers University.",
    },
    { "script:ld+json": serviceData },
  ];
}
