import { BookNow } from "@components/site/book-now";
import { formatCents } from "@lib/format/money";
import { pricing } from "@lib/site/published";
import { type Bundle, shares } from "./value";

const FRIENDS = [2, 3, 4];

const BENEFITS = [
  {
    title: "One bundle, fair shares",
    text: "Shares add up to the bundle to the cent. Each of you pays only your own.",
  },
  {
    title: "One unpaid share stops no one",
    text: "A friend who forgets to pay never blocks your boxes.",
  },
  {
    title: "Your things stay yours",
    text: "Friends see the bundle, not your address and not what you store.",
  },
  {
    title: "One pickup for all of you",
    text: "Bring your boxes to the friend who books, or name your room in the same building. Our crew picks up everything in one visit, and each of you has your own list and labels.",
  },
];

function largestShare(bundle: Bundle, friends: number): number {
  return Math.max(...shares(bundle, friends));
}

/** What a bundle costs each friend, and how sharing one works. */
export function GroupBenefits() {
  return (
    <section className="section-y bg-sky-soft" aria-labelledby="group">
      <div className="container-page grid gap-10">
        <div className="grid items-end gap-x-14 gap-y-5 lg:grid-cols-[7fr_5fr]">
          <div className="grid gap-4">
            <h2 id="group" className="scroll-mt-13 text-3xl md:scroll-mt-0 md:text-4xl">
              Split a bundle with friends
            </h2>
            <p className="max-w-[56ch] text-lg">{pricing.split_example}</p>
          </div>
          <BookNow
            variant="pine"
            size="lg"
            className="justify-self-start max-sm:w-full lg:justify-self-end"
            start={{ planId: "medium", split: true }}
          >
            Split With Friends
          </BookNow>
        </div>
        <div className="grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-14">
          <table className="tabular h-fit w-full border-collapse overflow-hidden rounded-card bg-sheet text-sm">
            <caption className="sr-only">What each friend pays a month</caption>
            <thead>
              <tr className="border-b-2 border-ink text-left text-xs">
                <th scope="col" className="py-3 pl-4 font-semibold sm:pl-6">
                  Each a month
                </th>
                {FRIENDS.map((friends) => (
                  <th
                    key={friends}
                    scope="col"
                    className="py-3 pr-3 text-right font-semibold sm:pr-6"
                  >
                    {friends} <span className="max-sm:sr-only">friends</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pricing.bundles.map((bundle) => (
                <tr
                  key={bundle.id}
                  className="border-b border-dashed border-line-strong last:border-0"
                >
                  <th scope="row" className="py-3.5 pl-4 text-left font-semibold sm:pl-6">
                    {bundle.name}
                  </th>
                  {FRIENDS.map((friends) => (
                    <td key={friends} className="py-3.5 pr-3 text-right sm:pr-6">
                      {formatCents(largestShare(bundle, friends))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
            {BENEFITS.map(({ title, text }) => (
              <li key={title} className="border-l-4 border-tape pl-4">
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1 text-sm">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
