import booking from "@facts/booking.json";
import { addOnPrice, listed, money, windowsInWords } from "@features/marketing/words";
import { freeReturn } from "@lib/site/free-return";
import { business, pricing, terms } from "@lib/site/published";
import { beforeTax } from "@lib/site/tax-words";

export interface Question {
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
  /** Things one by one, under the paragraphs. */
  list?: readonly string[];
  /** Where the answer leads. */
  link?: { to: string; label: string };
}

export interface Category {
  id: string;
  title: string;
  questions: readonly Question[];
}

const { late_cancellation: late, insurance, date_change: change } = terms;
const heavy = terms.heavy_box_over_lb;

/** What students and parents ask, with the figures of the facts. */
export const faq: readonly Category[] = [
  {
    id: "getting-started",
    title: "Getting Started",
    questions: [
      {
        question: "How does it work?",
        answer: [
          "You book a pickup day and a window. We come to your door, label your things, carry them out and store them over the summer.",
          `From ${freeReturn.from} to ${freeReturn.to} we bring them to your next room, free of charge within ${terms.free_radius_miles} miles of your campus.`,
        ],
      },
      {
        question: "I move out next Thursday. Is that too late?",
        answer: [
          "No. Book today: pickups are first come, first served. The form tells you at once if a window is full, and which one is still free. We can bring a supply kit from the day after tomorrow, at least a day before your pickup.",
          `No time for boxes? Suitcases and zipped bags are fine. If in doubt, call ${business.phone}.`,
        ],
      },
      {
        question: "What fits in a box?",
        answer: [
          `More than you think. But keep every box under ${heavy} lb. One medium box holds, for example:`,
        ],
        list: [
          "the bedding of one bed: duvet, pillow and two sets of sheets",
          "or a winter coat, boots and a stack of sweaters",
          "or a kitchen for one: two pots, a pan, plates wrapped in T-shirts, mugs and cutlery",
          "or a desk: lamp, keyboard, cables, binders and the books around them",
          "or one shelf of books at the bottom, topped up with clothes so that you can still lift it",
        ],
      },
      {
        question: "How many boxes do I need?",
        answer: [
          `Most students in a single room fill five to eight. The free supply kit is ${pricing.supplies_kit}, with a ${money.deposit} deposit that counts towards your storage. Anything too big for a box, such as a bike, a lamp or a mini fridge, counts as one item.`,
        ],
      },
      {
        question: "Can a parent book for me, from abroad?",
        answer: [
          'Yes. Choose "I am a parent" in the first step and give the student\'s campus and residence. Phone numbers from other countries are fine. We send the confirmation to the email address you enter, and you can follow the booking from anywhere.',
          `Whoever books must be at least ${terms.minimum_age}. If the student is younger, the parent is the customer.`,
        ],
      },
      {
        question: "Can roommates book together?",
        answer: [
          `Yes. Share a bundle: ${pricing.split_example} Each of you has your own code and pays your own share. If one of you pays late, the others still get their boxes.`,
          "One of you books the pickup. Bring your boxes to that room before we come: our crew picks up everything there.",
        ],
      },
      {
        question: "Do I need an account?",
        answer: [
          "The last step of a booking makes one for you. With it you can follow your booking, change your dates and see what we store. Confirm your email address with the link we send, and your booking is there.",
        ],
      },
      {
        question: "What does it cost?",
        answer: [
          `Single items are ${money.singleItem} a month. Bundles cost ${listed(pricing.bundles.map(({ name, monthly_cents }) => `${name} at $${monthly_cents / 100}`))} a month, ${beforeTax}.`,
          `Pickup within ${terms.free_radius_miles} miles of campus, delivery from ${freeReturn.from} to ${freeReturn.to} and the supply kit are free; the kit's ${money.deposit} deposit counts towards your storage.`,
        ],
      },
    ],
  },
  {
    id: "booking-pickup",
    title: "Booking & Pickup",
    questions: [
      {
        question: "When is the season?",
        answer: [
          `Pickups run through the last days of term, storage over the summer, and free returns from ${freeReturn.from} to ${freeReturn.to}. You can choose any other return date too. It costs ${addOnPrice("alternative_delivery_date")} if you book it at least ${late.hours} hours ahead.`,
        ],
      },
      {
        question: "Which pickup windows are there?",
        answer: [
          `${windowsInWords()}, all in campus time. On the busiest days, our crew may agree on a window of ${terms.pickup_window_hours.join(" or ")} hours with you.`,
        ],
      },
      {
        question: "I have a flight to catch. Can you come before it?",
        answer: [
          `Yes. Tick "I have a flight to catch" when you book and choose when it leaves: ${listed(booking.flight_windows.map(({ label }) => label))}. We plan your stop so that you have time to get to the airport.`,
          "For a morning flight, book a window on the day before. You sleep with a suitcase, not with twelve boxes.",
        ],
      },
      {
        question: "Do I have to be there?",
        answer: [
          "Somebody must open the door: you, or a roommate, friend or parent you name. Please have everything closed, taped and in one place. We count the items with you before we leave.",
        ],
      },
      {
        question: "How do I change my booking?",
        answer: [
          `Sign in and edit a date on your dashboard: with ${change.free_hours} hours' notice or more it is free. Or resubmit the booking form anytime: signed in, your new booking takes the place of the earlier one, free of charge.`,
          `Tell us at least ${terms.location_change.hours} hours ahead if the place changes. If you tell us later, or nobody is there, it costs ${money.missedPickup}.`,
        ],
      },
      {
        question: "What if I have to cancel?",
        answer: [
          `It is free up to ${late.hours} hours before your pickup. After that it costs ${money.lateCancellation}. If we had to move your appointment or missed it, cancelling is free at any time.`,
        ],
      },
      {
        question: "I live off campus. Do you still come?",
        answer: [
          `Yes. Within ${terms.free_radius_miles} miles of your campus pickup is free. Beyond that it costs ${money.outsidePerMile} a mile, at least ${money.outsideMinimum}.`,
        ],
      },
      {
        question: "When and where do you deliver?",
        answer: [
          `Free from ${freeReturn.from} to ${freeReturn.to}, to any address within ${terms.free_radius_miles} miles of your campus. Another date is ${addOnPrice("alternative_delivery_date")}. For another city, we send you a quote for the shipping first (${addOnPrice("shipping")}).`,
          "You don't need to know your next address when you book: choose Decide Later.",
        ],
      },
    ],
  },
  {
    id: "storage-security",
    title: "Storage & Security",
    questions: [
      {
        question: "Where are my things over the summer?",
        answer: [
          "In a climate-controlled, monitored facility. It is not open to the public, and your items stay together under your own code.",
        ],
      },
      {
        question: "What can't I store?",
        answer: ["Nothing that spoils, leaks, burns or lives:"],
        list: [
          "food and anything that rots, plants and animals",
          "fuel, gas cartridges, aerosols, paint and other chemicals",
          "fireworks, weapons, loose lithium batteries and e-scooters",
          "medicines, and anything wet, stolen or illegal",
          "cash, jewellery, passports and laptops: they are safer in your backpack",
        ],
      },
      {
        question: "Can I get something back in July?",
        answer: [
          `Yes, with ${terms.access_notice_hours} hours' notice. Call or write to us with your code and what you need.`,
        ],
      },
      {
        question: "Are my things insured?",
        answer: [
          `You choose. Protection costs ${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} a customer. You can raise the value until pickup, not after.`,
          "For example, a monitor and a guitar worth $700 together cost $14 a month.",
        ],
      },
      {
        question: "How do I make a claim?",
        answer: [
          `Within ${insurance.claim_hours} hours of your delivery, sign in and open My Storage. Press "Something is wrong" at the item. The form asks what happened, for a photo and for what the item was worth. We answer with a decision and the reason for it.`,
          `You can't sign in? Write to ${business.email} with the code on your box label, a photo and what the item was worth.`,
        ],
        link: { to: "/customer-dashboard", label: "Open My Storage" },
      },
      {
        question: "Is there a weight limit?",
        answer: [
          `Keep boxes under ${heavy} lb: one person has to carry them downstairs. A heavier box costs ${terms.heavy_box_surcharge_percent}% more a month. A heavier item without a box costs ${addOnPrice("heavy")} once. You never pay both.`,
        ],
      },
      {
        question: "What if I can't pay on time?",
        answer: [
          `Please talk to us early. An invoice is due in 7 days. When it is unpaid for ${terms.abandonment_after_days} days, our terms treat the items as abandoned. Even then, a person writes to you first and decides. No computer ever disposes of anything.`,
        ],
      },
      {
        question: "When can I reach you?",
        answer: [
          `Every day ${business.hours}, campus time: ${business.phone} or ${business.email}. ${business.hours_note}`,
        ],
      },
    ],
  },
];
