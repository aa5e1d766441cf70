import { money } from "@features/marketing/words";
import { freeReturn } from "@lib/site/free-return";
import { pricing, terms } from "@lib/site/published";
import type { Post } from "./post";

const heavy = terms.heavy_box_over_lb;

export const checklist: Post = {
  slug: "ultimate-student-storage-checklist",
  title: "The ultimate student storage checklist",
  published: "2024-06-10",
  summary:
    "Seven days, from the first box to handing in the key. Print it, tick it, go home with a backpack.",
  sections: [
    {
      heading: "Seven days before",
      paragraphs: ["Half an hour at your desk makes the rest easier."],
      list: [
        "Check the day and hour of move-out in your residence contract",
        "Book your pickup for the day before it, and choose a window",
        `Order the free supply kit if you need one: ${pricing.supplies_kit}, with a ${money.deposit} deposit that counts towards storage. We can bring it from the day after tomorrow, at least a day before pickup`,
        "Ask two neighbours whether they want to share a bundle and a window",
        "Send your flight or bus time to whoever meets you, and add it to your booking",
      ],
    },
    {
      heading: "Five days before",
      paragraphs: ["The sorting evening. Put on a record, open the window, start with the closet."],
      list: [
        "Sort everything into four piles: store, take with you, give away, throw away",
        "Eat what is in the freezer",
        "Return library books, lab keys and borrowed pans",
        "Wash the bedding and dry it fully: damp fabric smells by August",
        "Sell the bike now, or decide to store it and wipe it dry",
      ],
    },
    {
      heading: "Three days before",
      paragraphs: ["The packing evening. Heavy things first, at the bottom."],
      picture: "what-fits",
      list: [
        "Pack books first: half a box of books, then clothes on top",
        `Keep each box under ${heavy} lb: if you groan when you lift it, split it`,
        "Wrap dishes in T-shirts and stand plates on their edge",
        "Empty, defrost and dry the mini fridge, and tape its door. It needs a day to dry",
        "Put screws and shelf pins in a bag, and tape the bag to what they belong to",
        "Photograph electronics and their serial numbers",
        "Coil each cable, tie it, and put it in the box with its device",
      ],
      note: "A box is full when nothing moves as you shake it. It is too full when the lid bulges.",
    },
    {
      heading: "The day before pickup",
      list: [
        "Tape every box, twice along the bottom and once across",
        "Put your name and code on two sides of each item; the code is on your dashboard",
        "Write a list of what is in which box, and keep it on your phone",
        `Add protection if you want it: ${money.insuranceMonthly} a month for each ${money.insuranceUnit} of value, up to ${money.insuranceItem} an item and ${money.insuranceCustomer} in all. You can set it until pickup, not after`,
        "Pack the backpack: passport, laptop, chargers, medicines, two days of clothes",
        "Stack everything by the door, but leave yourself a way out",
      ],
    },
    {
      heading: "Pickup day",
      picture: "step-pickup",
      list: [
        "Be reachable by phone during your window, or name a roommate who opens the door",
        "Count the items with our crew before they leave, and sign for the number",
        "Keep out what we may not store: food, plants, fuel, aerosols, paint, fireworks, loose lithium batteries, medicines",
        "Look behind the door, under the bed and in the shower",
        "Clean the room, photograph it empty, hand in the key",
      ],
      note: "The forgotten thing is nearly always on the back of the door.",
    },
    {
      heading: "In August",
      list: [
        "Give us your new address and pick a window",
        `Free return is from ${freeReturn.from} to ${freeReturn.to}, within ${terms.free_radius_miles} miles of campus`,
        "Check that the new place lets you move in by then. If not, tell us early",
        `Open each box when it arrives: you have ${terms.insurance.claim_hours} hours to make a claim`,
        "Fold the boxes flat and keep them for next May",
      ],
    },
  ],
};
