import { Fact } from "@components/lists/facts";
import type { ReactNode } from "react";

/** The sheet of a page that a mail's link leads to. */
export function LinkFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="bg-mist">
      <div className="container-page grid min-h-dvh justify-items-center py-10 md:py-16">
        <div
          aria-live="polite"
          className="grid w-full max-w-2xl content-start gap-6 self-start rounded-card border border-line bg-sheet p-5 sm:p-8"
        >
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          {children}
        </div>
      </div>
    </section>
  );
}

/** Which booking it is, with nothing that a person typed. */
export function LinkFacts({ code, campus, pickup }: Record<"code" | "campus" | "pickup", string>) {
  return (
    <dl className="border-t-2 border-ink [--term:6rem]">
      <Fact label="Booking">{code}</Fact>
      <Fact label="Campus">{campus}</Fact>
      <Fact label="Pickup">{pickup}</Fact>
    </dl>
  );
}
