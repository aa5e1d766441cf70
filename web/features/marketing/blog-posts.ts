import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { addOnPrice, freeReturn, money } from "./words";

export interface Section {
  heading: string;
  paragraphs?: readonly string[];
  /** A list of things to do or to take. */
  list?: readonly string[];
}

export interface Post {
  slug: string;
  title: string;
  /** YYYY-MM-DD */
  published: string;
  summary: string;
  sections: readonly Section[];
}

/** The posts, newest first. */
export const posts: readonly Post[] = [
  {
    slug: "student-storage-hassle-free",
    title: "Student storage without the hassle",
    published: "2024-06-17",
    summary:
      "Exams end on Tuesday, the room must be empty on Thursday, the flight leaves at noon. Here is a plan that fits between the three.",
    sections: [
      {
        heading: "Start from the day you must be out",
        paragraphs: [
          "Your residence contract names a day and an hour. Write both down and count back: pickup the day before, packing the two evenings before that, boxes a few days earlier. If you fly the same day, book the morning window and tell us when you have to be at the airport.",
          "Windows on the last days of term fill first. If yours is full, the day before is almost always better anyway: you clean an empty room faster than a full one.",
        ],
      },
      {
        heading: "Decide what is worth storing",
        paragraphs: [
          `A single item is ${money.singleItem} a month. Over four months that is more than a plastic drawer or a desk lamp from the discount shelf costs, and far less than a winter coat, a duvet or a monitor. Sell or give away what is cheap to buy again, and store what is not.`,
        ],
        list: [
          "Store: bedding, winter clothes, kitchen things, monitor, printer, books you will need next year, bike, mini fridge",
          "Take along: passport, laptop, medicines, jewellery, anything you would miss within a week",
          "Pass on: half-used cleaning products, open food, plants, the broken chair",
        ],
      },
      {
        heading: "Share a bundle",
        paragraphs: [
          `${pricing.split_example} Neighbours on one floor can give one pickup day, and each still has boxes under a name of their own.`,
        ],
      },
      {
        heading: "Pack so that September is easy",
        paragraphs: [
          "Close every box fully, tape the bottom twice, and fill gaps with clothes so that nothing slides. Heavy things go in small boxes. Write on each box what you want first in September: that box comes up the stairs first.",
        ],
      },
      {
        heading: "Leave the return open if you must",
        paragraphs: [
          `Many students do not know their next address in April. Choose Decide Later. Tell us by the middle of August and we deliver free of charge from ${freeReturn.from} to ${freeReturn.to}. Another date is ${addOnPrice("alternative_delivery_date")}, agreed at least ${terms.late_cancellation.hours} hours ahead.`,
        ],
      },
    ],
  },
  {
    slug: "ultimate-student-storage-checklist",
    title: "The ultimate student storage checklist",
    published: "2024-06-10",
    summary: "Seven days, from the first box to the handed-in key. Print it, tick it, go home.",
    sections: [
      {
        heading: "Seven days before",
        list: [
          "Book your pickup day and window",
          `Order the free supply kit: ${pricing.supplies_kit}, with a ${money.deposit} deposit that counts towards storage`,
          "Check the day and hour of move-out in your residence contract",
          "Ask two neighbours whether they want to share a bundle",
        ],
      },
      {
        heading: "Five days before",
        list: [
          "Sort everything into four heaps: store, take along, give away, throw away",
          "Eat what is in the freezer",
          "Return library books and borrowed pans",
          "Wash and fully dry the bedding: damp cloth smells by August, whatever the room is like",
        ],
      },
      {
        heading: "Three days before",
        list: [
          "Pack books first, in half-filled boxes topped up with clothes",
          `Keep each box under ${terms.heavy_box_over_lb} lb: if you cannot lift it from the floor without a groan, split it`,
          "Wrap dishes in T-shirts and stand plates on their edge",
          "Empty, defrost and dry the mini fridge, and tape its door",
          "Photograph electronics and their serial numbers",
        ],
      },
      {
        heading: "The day before",
        list: [
          "Tape every box, twice along the bottom",
          "Put your name and code on two sides of each item",
          "Write a list of what is in which box, and keep it on your phone",
          `Add protection if you want it: ${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value. It can be set until pickup, not after`,
          "Stack everything by the door, with a way left to get out of it",
        ],
      },
      {
        heading: "Pickup day",
        list: [
          "Be reachable by phone during your window",
          "Count the items with the crew before they leave",
          "Do not hand over what may not be stored: food, plants, fuel, aerosols, paint, fireworks, loose lithium batteries, medicines",
          "Clean the room, hand in the key, go home with a backpack",
        ],
      },
      {
        heading: "In August",
        list: [
          "Give us your new address and pick a window",
          `Free return is from ${freeReturn.from} to ${freeReturn.to}`,
          `Check each box when it arrives: claims can be made for ${terms.insurance.claim_hours} hours`,
        ],
      },
    ],
  },
];

export function postBySlug(slug: string | undefined): Post | undefined {
  return posts.find((post) => post.slug === slug);
}

/** Whole minutes to read it, at 200 words a minute. */
export function minutesToRead({ summary, sections }: Post): number {
  const texts = sections.flatMap(({ heading, paragraphs = [], list = [] }) => [
    heading,
    ...paragraphs,
    ...list,
  ]);
  const words = [summary, ...texts].join(" ").split(/\s+/).length;
  return Math.max(1, Math.round(words / 200));
}
