import { BookNow } from "@components/book-now";
import { IsoScene } from "@components/illustration/iso-scene";
import { boxStack } from "@components/illustration/scenes";
import { PageLink } from "@components/page-link";
import { buttonStyles } from "@components/ui/button";
import terms from "@facts/terms.json";
import { cn } from "@lib/cn";

/** The last word of the home page. */
export function ClosingCall() {
  return (
    <section className="bg-pine text-on-pine [--focus:var(--tape)]" aria-labelledby="closing">
      <div className="container-page grid items-center gap-8 py-14 md:grid-cols-[8fr_4fr] md:py-20">
        <div className="grid justify-items-start gap-4">
          <h2 id="closing" className="text-4xl">
            Your room, empty by Thursday.
          </h2>
          <p className="max-w-[52ch] text-lg opacity-90">
            Booking takes a few minutes. Cancelling is free until {terms.late_cancellation.hours}{" "}
            hours before pickup.
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <BookNow size="lg" />
            <PageLink
              to="/pricing"
              className={cn(
                buttonStyles({ variant: "secondary", size: "lg" }),
                "border-on-pine text-on-pine hover:border-tape hover:bg-transparent",
              )}
            >
              View Pricing
            </PageLink>
          </div>
        </div>
        <IsoScene scene={boxStack(8)} className="mx-auto h-auto w-full max-w-72 max-md:hidden" />
      </div>
    </section>
  );
}
