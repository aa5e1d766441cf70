import terms from "@facts/terms.json";
import { CalendarSync, PackageOpen, Radar, ShieldCheck, Thermometer, Truck } from "lucide-react";
import { money } from "./words";

const BENEFITS = [
  {
    icon: Truck,
    title: "We do the stairs",
    text: "From your room to our van and back to your next door. No trolley, no borrowed car.",
  },
  {
    icon: Thermometer,
    title: "Dry and cool all summer",
    text: "A climate-controlled, monitored facility, not a container in the sun.",
  },
  {
    icon: PackageOpen,
    title: "Boxes before you need them",
    text: "Boxes and tape come to your door ahead of the pickup, if you want them.",
  },
  {
    icon: Radar,
    title: "You see where it is",
    text: "Your dashboard shows your dates and status, and your place in line on pickup day.",
  },
  {
    icon: CalendarSync,
    title: "Plans may change",
    text: `Move a date yourself. Cancelling is free until ${terms.late_cancellation.hours} hours before pickup.`,
  },
  {
    icon: ShieldCheck,
    title: "Insured, if you like",
    text: `${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} in all.`,
  },
];

/** Six reasons, in two columns beside the claim. */
export function Benefits() {
  return (
    <section className="section-y bg-mist" aria-labelledby="benefits">
      <div className="container-page grid gap-10 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <div className="grid content-start gap-4">
          <h2 id="benefits" className="text-3xl">
            Why students choose us
          </h2>
          <p className="max-w-[40ch] text-muted">
            You have exams. Your parents are a flight away. Somebody should carry the fridge.
          </p>
        </div>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {BENEFITS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
              <Icon aria-hidden="true" className="mt-0.5 size-6 text-brick" strokeWidth={2} />
              <div className="grid content-start gap-1.5">
                <h3 className="text-xl">{title}</h3>
                <p className="text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
