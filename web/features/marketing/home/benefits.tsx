import { Picture } from "@components/illustration/picture";
import { money } from "@features/marketing/words";
import { terms } from "@lib/site/published";

const BENEFITS = [
  {
    title: "We do the stairs",
    text: "From your room to our van and back to your next door. No cart, no borrowed car, no friend who owes you one.",
  },
  {
    title: "Dry and cool all summer",
    text: "A climate-controlled, monitored facility, not a container in the sun.",
  },
  {
    title: "Boxes before you need them",
    text: "Boxes and tape come to your door ahead of the pickup, if you want them.",
  },
  {
    title: "You see where it is",
    text: "Your dashboard shows your dates and status, and your place in line on pickup day. A parent abroad sees the same.",
  },
  {
    title: "Plans may change",
    text: `Move a date yourself. Cancelling is free until ${terms.late_cancellation.hours} hours before pickup.`,
  },
  {
    title: "Insured, if you like",
    text: `${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} in all.`,
  },
];

/** Six reasons, as the lines of a packing slip beside the room they are about. */
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
          {BENEFITS.map(({ title, text }, index) => (
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
                <h3 className="text-xl">{title}</h3>
                <p className="max-w-[52ch] text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
