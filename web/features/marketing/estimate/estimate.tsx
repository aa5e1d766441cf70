import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { useEffect, useRef, useState } from "react";
import { EstimateForm } from "./estimate-form";
import { EstimatePrice } from "./estimate-price";
import { PriceTable } from "./price-table";
import { useEstimate } from "./use-estimate";

/** What a season costs, each line explained, as a link that can be shared. */
export function Estimate() {
  const estimate = useEstimate();
  const form = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(false);

  // The price follows only those who are at the form: before, it would lie upon the first controls.
  useEffect(() => {
    if (!form.current) return;
    const watch = new IntersectionObserver(([entry]) => setReached(entry?.isIntersecting ?? false));
    watch.observe(form.current);
    return () => watch.disconnect();
  }, []);

  return (
    <section className="section-y border-t border-line" id="estimate" aria-labelledby="estimate-h">
      <div className="container-page grid gap-8">
        <div className="grid max-w-[62ch] gap-3">
          <h2 id="estimate-h" className="text-3xl">
            Your summer, to the cent
          </h2>
          <p className="text-muted">
            Tell us what you have. Your invoice uses the same prices: every line says where it comes
            from and what could change it.
          </p>
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-[6fr_6fr] lg:gap-12">
          <div ref={form} className="grid gap-6">
            <EstimateForm
              state={estimate.state}
              change={estimate.change}
              setState={estimate.setState}
            />
            {estimate.quote && !estimate.incomplete && !estimate.error ? (
              <a
                href="#estimate-price"
                className={cn(
                  "tabular flex min-h-13 items-center justify-between gap-4 rounded-full bg-pine px-6 text-sm font-semibold text-on-pine lg:hidden",
                  reached && "sticky bottom-3 z-10",
                )}
              >
                <span>
                  <span className="text-lg">{formatCents(estimate.quote.total_cents)}</span> for{" "}
                  {estimate.quote.months === 1 ? "1 month" : `${estimate.quote.months} months`}
                </span>
                <span className="underline underline-offset-4">See why</span>
              </a>
            ) : null}
          </div>
          <EstimatePrice {...estimate} />
        </div>
        <PriceTable />
      </div>
    </section>
  );
}
