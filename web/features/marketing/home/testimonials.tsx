import { cn } from "@lib/cn";
import { Star } from "lucide-react";
import { reviews, testimonials } from "./testimonials-content";

const STARS = ["first", "second", "third", "fourth", "fifth"];
const DROPS = ["", "md:mt-10", "md:mt-4"];

/** Three luggage tags, hung at three heights: example texts, which only a demo shows. */
export function Testimonials() {
  return (
    <section data-demo-only="" className="section-y bg-sky-soft" aria-labelledby="testimonials">
      <div className="container-page grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h2 id="testimonials" className="text-3xl md:text-4xl">
            Heard at the curb
          </h2>
          <a
            href={reviews.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 flex-wrap items-center gap-x-3 font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            <span aria-hidden="true" className="flex">
              {STARS.map((star) => (
                <Star key={star} className="size-5 fill-tape text-ink" strokeWidth={1.5} />
              ))}
            </span>
            <span>
              <span className="tabular">{reviews.rating}</span> {reviews.label}
              <span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
        </div>
        <ul className="grid items-start gap-6 md:grid-cols-3">
          {testimonials.map(({ quote, name, from }, index) => (
            <li
              key={name}
              className={cn(
                "relative rounded-card border border-line bg-sheet px-5 pt-14 pb-5 sm:px-6 sm:pb-6",
                DROPS[index],
              )}
            >
              <span
                aria-hidden="true"
                className="absolute top-4 left-1/2 size-5 -translate-x-1/2 rounded-full border-4 border-tape bg-sky-soft"
              />
              <figure className="grid gap-5">
                <blockquote className="text-lg">“{quote}”</blockquote>
                <figcaption className="border-t border-dashed border-line-strong pt-4 text-sm">
                  <span className="font-semibold">{name}</span>
                  <span className="text-muted">, {from}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
