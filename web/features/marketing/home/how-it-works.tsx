import { Picture } from "@components/illustration/picture";
import { filled } from "@lib/site/page-values";
import { pages } from "@lib/site/published";

const NO_STEP = { month: "", title: "", text: "" };
const PICTURES = ["step-book", "step-pickup", "step-store", "step-return"] as const;

/** Four steps on the one line through the summer: across on wide screens, down on phones. */
export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how"
      className="section-y border-t border-line bg-mist"
    >
      <div className="container-page grid gap-8 md:gap-6">
        <h2 id="how" className="text-3xl md:text-4xl">
          One line through the summer
        </h2>
        <div className="relative">
          <div
            aria-hidden="true"
            className="line-scroll absolute top-2 bottom-2 left-[7px] w-2 bg-tape [clip-path:polygon(0_0,50%_3px,100%_0,100%_100%,50%_calc(100%-3px),0_100%)] md:inset-x-0 md:top-[calc((100%-0px)*0)] md:bottom-auto md:mt-[var(--line)] md:h-2 md:w-auto md:[--line:11.6rem] md:[clip-path:polygon(0_0,100%_0,calc(100%-3px)_50%,100%_100%,0_100%,3px_50%)] lg:[--line:15.1rem]"
          />
          <ol className="grid gap-x-6 gap-y-9 md:grid-cols-4">
            {PICTURES.map((id, place) => {
              const { month, title, text } = pages.home.steps[place] ?? NO_STEP;
              return (
                <li
                  key={id}
                  className="relative grid content-start pl-10 max-md:grid-cols-[1fr_clamp(4.5rem,26vw,7rem)] max-md:gap-x-4 md:pl-0"
                >
                  <div className="flex items-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:h-44 lg:h-58">
                    <Picture name={id} className="w-full max-w-60" />
                  </div>
                  <span
                    aria-hidden="true"
                    className="absolute top-0.5 left-0 size-[22px] -rotate-6 rounded-[5px] border-2 border-ink bg-sheet p-[5px] md:relative md:mt-1.5"
                  >
                    <span className="block size-2 rounded-[2px] bg-ink" />
                  </span>
                  <p className="tabular text-sm font-semibold md:mt-3">{filled(month)}</p>
                  <div className="grid content-start gap-1.5 max-md:col-start-1 md:mt-1">
                    <h3 className="text-2xl">{filled(title)}</h3>
                    <p className="max-w-[38ch] text-sm text-muted">{filled(text)}</p>
                  </div>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
    </section>
  );
}
