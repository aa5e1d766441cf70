import { PageLink } from "@components/site/page-link";
import { addOnPrice, money, windowsInWords } from "@features/marketing/words";
import { freeReturn } from "@lib/site/free-return";
import { business, pricing, terms } from "@lib/site/published";
import type { Clause } from "./document-page";

const { late_cancellation: late, insurance, pickup_window_hours: hours } = terms;
const heavy = terms.heavy_box_over_lb;
const NUMBERS = ["no", "one", "two", "three", "four", "five"];

/** The terms; every figure comes from terms.json, pricing.json and booking.json. */
export const clauses: readonly Clause[] = [
  {
    id: "service",
    title: "The service",
    content: (
      <>
        <p>
          {business.name} collects your belongings from your residence or apartment, stores them in
          a climate-controlled, monitored facility over the summer, and delivers them back from{" "}
          {freeReturn.from} to {freeReturn.to}. Pickup and delivery within {terms.free_radius_miles}{" "}
          miles of your campus, delivery in that time, and the supply kit are free.
        </p>
        <p>
          You must be at least {terms.minimum_age} to book. A parent or guardian books for a student
          who is younger.
        </p>
      </>
    ),
  },
  {
    id: "pickup",
    title: "Pickup",
    content: (
      <ul>
        <li>
          You book one of the windows of your campus: {windowsInWords()}. On the busiest days, our
          crew may agree on a window of {hours.join(" or ")} hours with you.
        </li>
        <li>
          A missed pickup, or a change of place with less than 24 hours' notice, costs{" "}
          {money.missedPickup}.
        </li>
        <li>
          Pickup or drop-off outside the agreed window, at your request or because nobody was there,
          costs {money.outOfWindow}.
        </li>
        <li>
          Where a fee is a range, the amount depends on the extra time and distance. Our staff set
          it with a reason, the time of arrival and a photo, and you see all three.
        </li>
        <li>
          Outside a {terms.free_radius_miles} mile radius of your campus we charge{" "}
          {money.outsidePerMile} per mile, with a minimum of {money.outsideMinimum}.
        </li>
      </ul>
    ),
  },
  {
    id: "packing",
    title: "Packing, weight and labels",
    content: (
      <ul>
        <li>
          Boxes must be closed and taped. A box over {heavy} lb has a surcharge of{" "}
          {terms.heavy_box_surcharge_percent}% on its monthly price. An unboxed item over {heavy} lb
          costs {addOnPrice("heavy")} once. You never pay both for one item.
        </li>
        <li>
          Label each item with your name and code. If we have to label, it costs {money.labeling}{" "}
          per item.
        </li>
        <li>
          The supply kit is {pricing.supplies_kit}. Its {money.deposit} deposit counts towards your
          storage fees.
        </li>
      </ul>
    ),
  },
  {
    id: "prohibited",
    title: "What may not be stored",
    content: (
      <p>
        Food and anything that rots; plants and animals; fuel, gas cartridges, aerosols, paint and
        other chemicals; fireworks and explosives; weapons; loose lithium batteries and e-scooters;
        medicines; cash, jewellery and identity papers; anything wet, stolen or illegal. We may
        refuse or remove such items.
      </p>
    ),
  },
  {
    id: "cancelling",
    title: "Changes and cancellation",
    content: (
      <ul>
        <li>Cancelling {late.hours} hours or more before your pickup is free.</li>
        <li>
          Cancellation within {late.hours} hours of pickup costs {money.lateCancellation}. If we
          moved or missed the appointment, it is free at any time.
        </li>
        <li>
          Changing a date is free with {terms.date_change.free_hours} hours' notice or more, up to{" "}
          {NUMBERS[terms.date_change.free_times] ?? terms.date_change.free_times} times.
        </li>
        <li>
          A signed-in customer who submits the booking form again replaces the earlier booking, free
          of charge.
        </li>
      </ul>
    ),
  },
  {
    id: "access",
    title: "Access to your items",
    content: (
      <p>
        You may have items brought out during the summer with {terms.access_notice_hours} hours'
        notice. The facility itself is not open to the public.
      </p>
    ),
  },
  {
    id: "delivery",
    title: "Return delivery",
    content: (
      <ul>
        <li>
          Return is free from {freeReturn.from} to {freeReturn.to}, within {terms.free_radius_miles}{" "}
          miles of your campus. Beyond that, the distance costs the same as for a pickup.
        </li>
        <li>
          Another delivery date, booked at least {late.hours} hours ahead, costs{" "}
          {addOnPrice("alternative_delivery_date")}.
        </li>
        <li>
          If nobody is there to take the delivery, taking the items back costs{" "}
          {money.failedDelivery}.
        </li>
        <li>Shipping to another city costs {addOnPrice("shipping")}, quoted before you accept.</li>
      </ul>
    ),
  },
  {
    id: "insurance",
    title: "Insurance and claims",
    content: (
      <ul>
        <li>
          Insurance costs {money.insuranceMonthly} per month for each {money.insuranceUnit} of
          coverage, up to {money.insuranceItem} per item and {money.insuranceCustomer} per customer.
        </li>
        <li>
          Claims must reach us within {insurance.claim_hours} hours of delivery, with photos of the
          item and its box.
        </li>
        <li>Coverage can be raised until pickup, not after.</li>
      </ul>
    ),
  },
  {
    id: "payment",
    title: "Payment",
    content: (
      <>
        <p>
          Prices are on our <Link to="/pricing">pricing page</Link>, in Canadian dollars. A month
          runs from your pickup day to the same day of the next month. A month that has begun counts
          in full, but a return from {freeReturn.from} to {freeReturn.to} never begins a new one.
        </p>
        <p>
          Items count as abandoned when an invoice is unpaid for more than{" "}
          {terms.abandonment_after_days} days. We write to you first, and a person decides each
          case. Notice and sale follow the law of British Columbia.
        </p>
      </>
    ),
  },
  {
    id: "referral",
    title: "Referrals and price match",
    content: (
      <p>
        You get {money.referral} off your next booking for each friend who books with your referral
        id and whose items we picked up. We match a lower written quote for the same campus, dates
        and number of items if it reaches us before your pickup.
      </p>
    ),
  },
  {
    id: "questions",
    title: "Questions and disputes",
    content: (
      <p>
        Write to{" "}
        <a href={`mailto:${business.email}`} className="font-semibold underline underline-offset-4">
          {business.email}
        </a>{" "}
        or call <span className="tabular">{business.phone}</span>, every day {business.hours}. We do
        not collect a fee that you dispute until we have answered. Our{" "}
        <Link to="/privacy">privacy policy</Link> says how we handle your data.
      </p>
    ),
  },
];

function Link({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="font-semibold underline underline-offset-4">
      {children}
    </PageLink>
  );
}
