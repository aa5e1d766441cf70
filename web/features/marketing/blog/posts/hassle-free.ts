import pricing from "@facts/pricing.json";
import terms from "@facts/terms.json";
import { addOnPrice, freeReturn, money } from "@features/marketing/words";
import type { Post } from "./post";

const heavy = terms.heavy_box_over_lb;

export const hassleFree: Post = {
  slug: "student-storage-hassle-free",
  title: "Student storage without the hassle",
  published: "2024-06-17",
  summary:
    "Exams end on Tuesday, the room must be empty on Thursday, the flight leaves at noon. Here is a plan that fits between the three.",
  sections: [
    {
      heading: "Start from the day you must be out",
      paragraphs: [
        "Your residence contract names a day and an hour. Write both down and count back: pickup the day before, packing the two evenings before that, boxes a few days earlier. That is a week, and most of it is waiting.",
        "Why the day before? Because an empty room is cleaned in twenty minutes and a full one in two hours. Because the elevator on the last day belongs to whoever got up at six. And because a flight at noon leaves no morning to spend on the stairs.",
        "Windows on the last days of term fill first. If the one you want is gone, the form names the nearest one that is free. It is almost always good enough.",
      ],
      note: "If you fly the same day after all, tick the flight box when you book and choose the part of the day. The crew then plans your stop ahead of it.",
    },
    {
      heading: "Decide what is worth storing",
      paragraphs: [
        `A single item is ${money.singleItem} a month. Over four months that is $60: more than a plastic drawer or a desk lamp from the discount shelf costs, and far less than a winter coat, a duvet or a monitor. So the question for each thing is not "do I like it?" but "what would it cost me in September?"`,
        "Three heaps do it. If you cannot decide within ten seconds, it goes on the third.",
      ],
      list: [
        "Store: bedding, winter clothes, kitchen things, monitor, printer, next year's books, bike, mini fridge",
        "Take along: passport, laptop, medicines, jewellery, anything you would miss within a week",
        "Pass on: half-used cleaning products, open food, plants, the broken chair",
      ],
      picture: "what-fits",
    },
    {
      heading: "Count before you choose a plan",
      paragraphs: [
        `Up to three items, pay for them one by one. From eight items the Medium Bundle is the cheaper way, from eleven the Large one. In between, count again: two half-empty boxes are one box.`,
        "A suitcase filled with sweaters is an item and a box at the same time. Fill it.",
      ],
    },
    {
      heading: "Share a bundle",
      paragraphs: [
        `${pricing.split_example} Neighbours on one floor can give one pickup day and one window, and each still has boxes under a code of their own. Each pays a share of their own, too. A friend who forgets to pay in July does not hold up your duvet in September.`,
      ],
    },
    {
      heading: "Pack so that September is easy",
      paragraphs: [
        `Close every box fully, tape the bottom twice, and fill gaps with clothes so that nothing slides. Heavy things go in small boxes, or at the bottom of one that is topped up with towels. The limit is ${heavy} lb, and it is there for a reason: somebody carries it down four floors. A heavier box costs ${terms.heavy_box_surcharge_percent}% more a month.`,
        "Then write on each box not what is in it but when you want it: first night, first week, whenever. Bedding, a towel, a mug, the charger and one pan make a first-night box. Ask for it to come up the stairs first.",
      ],
      note: "Take one photo of each open box before you tape it. It answers every question in August, and it is what a claim needs.",
    },
    {
      heading: "For parents, far away",
      paragraphs: [
        "You can book for your student from any country: choose that you are a parent in the first step, give the campus and the residence, and your own phone number with its country code. The confirmation goes to the address you enter, and the booking can be followed from it.",
        `Whoever books is the customer and must be at least ${terms.minimum_age}. On the day it is enough that the student, or a roommate you name, opens the door.`,
      ],
    },
    {
      heading: "Leave the return open if you must",
      paragraphs: [
        `Many students do not know their next address in April. Choose Decide Later. Tell us by the middle of August and we deliver free of charge from ${freeReturn.from} to ${freeReturn.to}, within ${terms.free_radius_miles} miles of your campus. Another date is ${addOnPrice("alternative_delivery_date")}, agreed at least ${terms.late_cancellation.hours} hours ahead.`,
        `When the boxes are back, open them. Claims can be made for ${terms.insurance.claim_hours} hours, and that is long enough if you do not leave the one with the monitor for the weekend.`,
      ],
    },
  ],
};
