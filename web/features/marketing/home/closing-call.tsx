import { Picture } from "@components/illustration/picture";
import { BookNow } from "@components/site/book-now";
import { PageLink } from "@components/site/page-link";
import { buttonStyles } from "@components/ui/button";
import { cn } from "@lib/cn";
import { terms } from "@lib/site/published";

/** The last word of the home page: the line as a road of tape. */
export function ClosingCall() {
  return (
    <section
      className="overflow-hidden bg-pine text-on-pine [--focus:var(--tape)]"
      aria-labelledby="closing"
    >
      <div className="container-page grid items-center gap-8 pt-14 md:grid-cols-[7fr_5fr] md:py-12">
        <div className="grid justify-items-start gap-4">
          <h2 id="closing" className="text-4xl lg:text-5xl">
            Your room, empty by Thursday.
          </h2>
          <p className="max-w-[52ch] text-lg">
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
        <Picture name="tape-road" className="w-full max-md:-ml-6 md:-my-10 md:scale-110" />
      </div>
    </section>
  );
}
