import { addOnPrice, money } from "@features/marketing/words";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";
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
        "Your residence contract names a day and an hour. Write both down and count back: pickup the day before, packing on the two evenings before that, boxes a few days earlier. That is a week, and most of it is waiting.",
        "Why the day before? Because an empty room is cleaned in twenty minutes and a full one in two hours. Because the elevator on the last day belongs to whoever got up at six. And because a flight at noon leaves no time for the stairs in the morning.",
        "Windows on the last days of term fill first. If the one you want is gone, the form names the nearest one that is free. It usually works just as well.",
      ],
      note: "If you fly the same day after all, tick the flight box when you book and choose the part of the day. Our crew then comes before it.",
    },
    {
      heading: "Decide what is worth storing",
      paragraphs: [
        `A single item is ${money.singleItem} a month. Over four months that is $60: more than a plastic drawer or a cheap desk lamp, and far less than a winter coat, a duvet or a monitor. So the question for each thing is not "do I like it?" but "what would it cost me in September?"`,
        "Make three piles. If you can't decide in ten seconds, it goes on the third.",
      ],
      list: [
        "Store: bedding, winter clothes, kitchen things, monitor, printer, next year's books, bike, mini fridge",
        "Take with you: passport, laptop, medicines, jewellery, anything you would miss within a week",
        "Give away: half-used cleaning products, open food, plants, the broken chair",
      ],
      picture: "what-fits",
    },
    {
      heading: "Count before you choose a plan",
      paragraphs: [
        `Up to three items, pay for them one by one. From eight items, the Medium Bundle is cheaper. From eleven, the Large one is. In between, count again: two half-empty boxes are one box.`,
        "A suitcase full of sweaters is one item and does the work of a box. Fill it.",
      ],
    },
    {
      heading: "Share a bundle",
      paragraphs: [
        `${pricing.split_example} Neighbours on one floor can choose the same pickup day and window. Each of you still has your own code and pays your own share. If a friend forgets to pay in July, you still get your duvet in September.`,
      ],
    },
    {
      heading: "Pack so that September is easy",
      paragraphs: [
        `Close every box fully, tape the bottom twice, and fill gaps with clothes so that nothing slides. Heavy things go in small boxes, or at the bottom of a box that you fill up with towels. The limit is ${heavy} lb for a reason: somebody carries it down four floors. A heavier box costs ${terms.heavy_box_surcharge_percent}% more a month.`,
        "Then write on each box when you want it, not what is in it: first night, first week, whenever. Bedding, a towel, a mug, the charger and one pan make a first-night box. Ask our crew to bring it up first.",
      ],
      note: "Take one photo of each open box before you tape it. You will know what is where in August, and you need it for a claim.",
    },
    {
      heading: "For parents, far away",
      paragraphs: [
        'You can book for your student from any country: choose "I am a parent" in the first step, and enter the campus, the residence and your own phone number with its country code. We send the confirmation to your email address, and you can follow the booking from anywhere.',
        `Whoever books is the customer and must be at least ${terms.minimum_age}. On the day, the student or a roommate you name only has to open the door.`,
      ],
    },
    {
      heading: "Leave the return open if you must",
      paragraphs: [
        `Many students do not know their next address in April. Choose Decide Later. Tell us by mid-August, and we deliver for free from ${freeReturn.from} to ${freeReturn.to}, within ${terms.free_radius_miles} miles of your campus. Another date is ${addOnPrice("alternative_delivery_date")}, if you book it at least ${terms.late_cancellation.hours} hours ahead.`,
        `When your boxes are back, open them. You have ${terms.insurance.claim_hours} hours to make a claim, so don't leave the one with the monitor for the weekend.`,
      ],
    },
  ],
};
