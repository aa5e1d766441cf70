import { cn } from "@lib/cn";
import { freeReturn } from "@lib/site/free-return";

const MONTHS = ["May", "June", "July", "August", "September"];

const STOPS = [
  { id: "pickup", what: "We collect", when: "The last days of term" },
  { id: "kept", what: "We keep", when: "Climate-controlled, monitored" },
  {
    id: "return",
    what: "We bring back",
    when: `Free ${freeReturn.from} - ${freeReturn.to}`,
  },
];

/** The one line through the summer, May to September, with the three things that happen on it. */
export function SeasonLine({ className }: { className?: string }) {
  return (
    <section aria-label="The season" className={cn("border-y border-line bg-paper", className)}>
      <div className="container-page py-4 md:py-5">
        <p aria-hidden="true" className="grid grid-cols-5 text-xs text-muted">
          {MONTHS.map((month) => (
            <span key={month} className="first:text-left last:text-right text-center">
              {/* Whole words: a translator takes each text by itself. */}
              <span className="sm:hidden">{month.slice(0, 3)}</span>
              <span className="max-sm:hidden">{month}</span>
            </span>
          ))}
        </p>
        <div className="relative mt-1.5">
          <div
            aria-hidden="true"
            className="absolute inset-x-1 top-[7px] h-2 bg-tape [clip-path:polygon(0_0,100%_0,calc(100%-3px)_50%,100%_100%,0_100%,3px_50%)]"
          />
          <ol className="relative grid grid-cols-[1fr_1fr_auto] gap-x-2 sm:grid-cols-3">
            {STOPS.map(({ id, what, when }, index) => (
              <li
                key={id}
                className={cn(
                  "grid content-start gap-1.5",
                  index === 1 && "justify-items-center text-center",
                  index === 2 && "justify-items-end text-right whitespace-nowrap",
                )}
              >
                <span className="size-[22px] -rotate-6 rounded-[5px] border-2 border-ink bg-sheet p-[5px]">
                  <span className="block size-2 rounded-[2px] bg-ink" />
                </span>
                <span className="grid gap-0.5 text-sm leading-tight">
                  <span className="font-semibold">{what}</span>
                  <span className="tabular text-xs text-muted">{when}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
