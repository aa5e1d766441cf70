import { Picture } from "@components/illustration/picture";
import { filled } from "@lib/site/page-values";
import { pages } from "@lib/site/published";

/** The reasons, as the lines of a packing slip beside the room they are about. */
export function Benefits() {
  return (
    <section className="section-y" aria-labelledby="benefits">
      <div className="container-page grid items-start gap-10 md:grid-cols-[5fr_7fr] lg:gap-14">
        <div className="grid gap-4 md:sticky md:top-24">
          <h2 id="benefits" className="text-3xl md:text-4xl">
            Why students choose us
          </h2>
          <p className="max-w-[44ch] text-muted">
            You have exams. Your parents are a flight away. Somebody should carry the fridge.
          </p>
          <Picture
            name="warehouse"
            alt="The storage facility: a rack of labelled boxes, a hand truck, a bike and a mini fridge"
            className="mt-2 w-full max-w-md lg:max-w-none"
          />
        </div>
        <ol className="rounded-card border border-line bg-sheet px-5 py-2 sm:px-8">
          {pages.home.reasons.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[2.5rem_1fr] gap-x-3 border-b border-dashed border-line-strong py-5 last:border-0 sm:grid-cols-[4rem_1fr]"
            >
              <span
                aria-hidden="true"
                className="tabular font-display text-2xl leading-none font-bold text-brick"
              >
                {index + 1}
              </span>
              <div className="grid gap-1.5">
                <h3 className="text-xl">{filled(title)}</h3>
                <p className="max-w-[52ch] text-sm text-muted">{filled(text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
