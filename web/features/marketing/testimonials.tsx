import { Star } from "lucide-react";
import { reviews, testimonials } from "./testimonials-content";

const STARS = ["first", "second", "third", "fourth", "fifth"];

export function Testimonials() {
  return (
    <section className="section-y" aria-labelledby="testimonials">
      <div className="container-page grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h2 id="testimonials" className="text-3xl">
            Heard at the kerb
          </h2>
          <a
            href={reviews.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-3 font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            <span aria-hidden="true" className="flex">
              {STARS.map((star) => (
                <Star key={star} className="size-5 fill-tape text-ink" strokeWidth={1.5} />
              ))}
            </span>
            <span>
              <span className="tabular">{reviews.rating}</span>
              <span className="sr-only"> of 5 stars.</span> {reviews.label}
              <span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
        </div>
        <ul className="grid gap-6 md:grid-cols-3">
          {testimonials.map(({ quote, name, from }) => (
            <li key={name} className="rounded-card border border-line bg-sheet p-5 sm:p-6">
              <figure className="flex h-full flex-col justify-between gap-5">
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
