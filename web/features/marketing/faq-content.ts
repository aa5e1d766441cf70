import booking from "@facts/booking.json";
import contact from "@facts/contact.json";
import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { addOnPrice, freeReturn, listed, money, windows } from "./words";

export interface Question {
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
}

export interface Category {
  id: string;
  title: string;
  questions: readonly Question[];
}

const { late_cancellation: late, insurance } = terms;

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
          `From ${freeReturn.from} to ${freeReturn.to} we bring them to your next room, free of charge.`,
        ],
      },
      {
        question: "I move out next Thursday. Is that too late?",
        answer: [
          "No. Book today: pickups are first come, first served, and the form tells you at once if a window is full. A supply kit can come from the day after tomorrow, at least a day before your pickup.",
          `No time for boxes? Suitcases and zipped bags are fine. If in doubt, call ${contact.phone}.`,
        ],
      },
      {
        question: "How many boxes do I need?",
        answer: [
          `Most students in a single room fill five to eight. The free supply kit is ${pricing.supplies_kit}. One box takes the bedding of one bed, or a winter coat with boots and sweaters, or a shelf of books if you keep it under ${terms.heavy_box_over_lb} lb.`,
        ],
      },
      {
        question: "Can a parent book for me, from abroad?",
        answer: [
          'Yes. Choose "I am a parent" in the first step and give the student\'s campus and residence. Phone numbers from other countries are welcome, and the confirmation goes to the address you enter.',
          `Whoever books must be at least ${terms.minimum_age}. If the student is younger, the parent is the customer.`,
        ],
      },
      {
        question: "Do I need an account?",
        answer: [
          "The last step of a booking makes one for you, so that you can follow your booking, change your dates and see what we store. Confirm the address in the mail we send and your booking is there.",
        ],
      },
      {
        question: "What does it cost?",
        answer: [
          `Single items are ${money.singleItem} a month. Bundles run from ${listed(pricing.bundles.map(({ name, monthly_cents }) => `${name} at $${monthly_cents / 100}`))} a month. Pickup, delivery and the supply kit are free; the kit's ${money.deposit} deposit counts towards your storage.`,
        ],
      },
    ],
  },
  {
    id: "booking-pickup",
    title: "Booking & Pickup",
    questions: [
      {
        question: "Which pickup windows are there?",
        answer: [
          `Three a day: ${listed(windows)}. Tell us in the form if you have a flight to catch, and roughly when, so that we plan your stop before it.`,
        ],
      },
      {
        question: "Do I have to be there?",
        answer: [
          "You or somebody you name must open the door. Have everything closed, taped and in one place. We count the items with you before we leave.",
        ],
      },
      {
        question: "How do I change my booking?",
        answer: [
          "Sign in and edit a date on your dashboard, or resubmit the booking form anytime: signed in, your new booking takes the place of the earlier one, free of charge.",
          `Tell us at least 24 hours ahead if the place changes. Later than that, or with nobody there, a missed pickup costs ${money.missedPickup}.`,
        ],
      },
      {
        question: "What if I have to cancel?",
        answer: [
          `Up to ${late.hours} hours before your pickup it costs nothing. Within ${late.hours} hours it costs ${money.lateCancellation}.`,
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
          `Free from ${freeReturn.from} to ${freeReturn.to}, to any address within ${terms.free_radius_miles} miles of your campus. Another date is ${addOnPrice("alternative_delivery_date")}. For a different city we quote the shipping first (${addOnPrice("shipping")}).`,
          "You need not know your next address when you book: choose Decide Later.",
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
        question: "What may I not store?",
        answer: [
          "Food and anything that rots, plants and animals, fuel, gas cartridges, aerosols, paint and other chemicals, fireworks, weapons, loose lithium batteries and e-scooters, medicines, and anything illegal or wet.",
          "Take passports, cash, jewellery and the laptop with you. They are safer in your backpack.",
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
          `You choose. Protection costs ${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} a customer. Set it before pickup.`,
        ],
      },
      {
        question: "How do I make a claim?",
        answer: [
          `Within ${insurance.claim_hours} hours of your delivery, write to ${contact.email} with your code, a photo of the item and of its box, and what it was worth. We answer with a decision and the reason for it.`,
        ],
      },
      {
        question: "Is there a weight limit?",
        answer: [
          `Keep boxes under ${terms.heavy_box_over_lb} lb: one person has to carry them downstairs. A heavier box costs ${terms.heavy_box_surcharge_percent}% more a month; a loose item over ${terms.heavy_box_over_lb} lb is ${addOnPrice("heavy")} once.`,
        ],
      },
      {
        question: "When can I reach you?",
        answer: [
          `Every day ${booking.business_hours}, campus time: ${contact.phone} or ${contact.email}.`,
        ],
      },
    ],
  },
];
