import { BookNow } from "@components/book-now";
import { type Column, Table } from "@components/ui/table";
import pricing from "@facts/pricing.json";
import { formatCents } from "@lib/money";
import { type Bundle, shares } from "./value";

const COLUMNS: readonly Column<Bundle>[] = [
  { id: "bundle", header: "Each pays a month", cell: ({ name }) => name },
  ...[2, 3, 4].map((friends) => ({
    id: `of-${friends}`,
    header: `${friends} friends`,
    numeric: true,
    cell: (bundle: Bundle) => formatCents(Math.max(...shares(bundle, friends))),
  })),
];

const BENEFITS = [
  {
    title: "One bundle, fair shares",
    text: "Shares add up to the bundle to the cent. Each of you pays only your own.",
  },
  {
    title: "One unpaid share stops nobody",
    text: "A friend who forgets to pay never blocks your boxes.",
  },
  {
    title: "Your things stay yours",
    text: "Friends see the bundle, not your address and not what you store.",
  },
];

/** What a bundle costs each friend, and how sharing one works. */
export function GroupBenefits() {
  return (
    <section className="section-y" aria-labelledby="group">
      <div className="container-page grid gap-8">
        <div className="grid max-w-[62ch] justify-items-start gap-3">
          <h2 id="group" className="text-3xl">
            Split a bundle with friends
          </h2>
          <p className="text-muted">{pricing.split_example}</p>
        </div>
        <div className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-12">
          <Table
            caption="What each friend pays a month"
            columns={COLUMNS}
            rows={pricing.bundles}
            rowKey={({ id }) => id}
          />
          <div className="grid justify-items-start gap-5">
            <ul className="grid gap-4">
              {BENEFITS.map(({ title, text }) => (
                <li key={title} className="border-l-4 border-tape pl-4">
                  <h3 className="text-lg">{title}</h3>
                  <p className="mt-1 text-sm text-muted">{text}</p>
                </li>
              ))}
            </ul>
            <BookNow variant="pine" start={{ planId: "medium", split: true }}>
              Split With Friends
            </BookNow>
          </div>
        </div>
      </div>
    </section>
  );
}
